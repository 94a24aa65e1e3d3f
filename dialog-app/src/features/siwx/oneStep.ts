import { type Family, families, type NamespaceId, namespaceOf } from '@latchkey/protocol'
import { readSignInMessage } from '@latchkey/protocol/siwx'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { networksStore } from '../../state/networks.js'
import { settingsStore } from '../../state/settings.js'
import { currentOffer, setOffer } from '../../state/signInOffer.js'
import { requiresSignIn } from '../../state/signIns.js'
import type { Wallet } from '../../wallets/wallet.js'
import { keepSignIn } from './keepSignIns.js'
import { isOurMessage, statementOf } from './message.js'
import { callbacksOf, wayOf } from './ways.js'

/** The page's chain family, when it has one alone and that family's wallets can sign in while they connect. */
function onlyNamespace(dialog: Dialog): NamespaceId | undefined {
  const used = networksStore(dialog)
    .getState()
    .networks.map(({ chainNamespace }) => chainNamespace)
  const [namespace] = used
  const session: Family['session'] | undefined = namespace && families[namespace].session
  return session?.authenticates && used.every((each) => each === namespace) ? namespace : undefined
}

async function makeOffer(dialog: Dialog): Promise<Wallet.SignInOffer | undefined> {
  const { boot } = settingsStore(dialog).getState()
  if (!boot || !requiresSignIn(dialog) || callbacksOf(dialog).includes('createMessage')) return undefined
  const namespace = onlyNamespace(dialog)
  try {
    const offer = {
      domain: new URL(boot.origin).host,
      uri: boot.origin,
      statement: statementOf(dialog),
      nonce: await wayOf(dialog).nonce(namespace ? { namespace } : {}),
      issuedAt: new Date(dialog.now()).toISOString(),
    }
    setOffer(dialog, offer)
    return offer
  } catch {
    return undefined
  }
}

const making = perDialog(() => ({ offer: undefined as ReturnType<typeof makeOffer> | undefined }))

/**
 * What a wallet may sign while it connects, so that its user approves once. Nothing where sign-in is not required, since one may decline it there; where the
 * page writes the message itself; and where there is no nonce: then the wallet is asked after the connection. Every wallet is offered the same one until it
 * is spent, since a site may know only the nonce that it gave last.
 */
export function offerSignIn(dialog: Dialog): Promise<Wallet.SignInOffer | undefined> {
  const current = requiresSignIn(dialog) ? currentOffer(dialog) : undefined
  if (current) return Promise.resolve(current)
  const own = making(dialog)
  own.offer ??= makeOffer(dialog).finally(() => {
    own.offer = undefined
  })
  return own.offer
}

/** As {@link offerSignIn}, for a wallet that is asked for all chain families of the page at once. */
export async function offerMobileSignIn(dialog: Dialog): Promise<Wallet.SignInOffer | undefined> {
  return onlyNamespace(dialog) ? await offerSignIn(dialog) : undefined
}

/**
 * Gets the session for what the wallet signed while it connected, before the page learns of the connection. What does not count is asked for again, in the
 * usual way.
 *
 * @param signal the user left: the session is given back
 */
export async function acceptSigned(dialog: Dialog, { signed }: Wallet.Connection, signal: AbortSignal): Promise<void> {
  if (!signed) return
  // Its nonce is spent, whatever comes of it.
  setOffer(dialog)
  const { networkId, address, ...proof } = signed
  const target = { namespace: namespaceOf(networkId), networkId, address }
  const message = readSignInMessage(proof.message)
  if (!message || !isOurMessage(dialog, message, target)) return
  try {
    const signIn = await wayOf(dialog).submit(target, { networkId, ...proof })
    if (signal.aborted) await wayOf(dialog).signOut(signIn)
    else keepSignIn(dialog, signIn)
  } catch {
    // The view of the sign-in says what is wrong, if it is still so.
  }
}
