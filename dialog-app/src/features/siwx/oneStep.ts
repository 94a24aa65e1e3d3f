import { codes, type Family, families, type NamespaceId, namespaceOf, toWireError } from '@latchkey/protocol'
import { readSignInMessage } from '@latchkey/protocol/siwx'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { networkIds, networksStore } from '../../state/networks.js'
import { settingsStore } from '../../state/settings.js'
import { currentOffer, setOffer } from '../../state/signInOffer.js'
import { requiresSignIn } from '../../state/signIns.js'
import type { Wallet } from '../../wallets/wallet.js'
import { keepSignIn } from './keepSignIns.js'
import { freshParts, isOurMessage, statementOf } from './message.js'
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
      ...(await freshParts(dialog, namespace ? { namespace } : {})),
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
 * The wallet's user may move to another account or network while the server checks: then the session is given back.
 *
 * @param signal the user left: the session is given back
 * @returns the connection as it is by then
 * @throws RpcError -32001 when the wallet has no account to show any more
 */
export async function acceptSigned(
  dialog: Dialog,
  wallet: Wallet,
  connection: Wallet.Connection,
  signal: AbortSignal,
): Promise<Wallet.Connection> {
  const { signed } = connection
  if (!signed) return connection
  // Its nonce is spent, whatever comes of it.
  setOffer(dialog)
  const { networkId, address, ...proof } = signed
  const namespace = namespaceOf(networkId)
  const target = { namespace, networkId, address }
  const isHere = (now: Wallet.Connection) => now.networkId === networkId && now.accounts[0]?.address === address
  const message = readSignInMessage(proof.message)
  if (!message || !isHere(connection) || !isOurMessage(dialog, message, target)) return connection
  let hasMoved = false
  const unsubscribe = wallet.subscribe((event) => {
    hasMoved ||= event.namespace === namespace
  })
  // The sign-in view shows the error if it still applies.
  const signIn = await wayOf(dialog)
    .submit(target, { networkId, ...proof })
    .catch(() => undefined)
  let counts = false
  try {
    const now = hasMoved ? await lookAgain(dialog, wallet, namespace, connection) : connection
    counts = !signal.aborted && isHere(now)
    return now
  } finally {
    unsubscribe()
    if (signIn && counts) keepSignIn(dialog, signIn)
    else if (signIn)
      await wayOf(dialog)
        .signOut(signIn)
        .catch(() => {})
  }
}

/** The wallet's current account and network. A wallet that does not answer is assumed to be unchanged; one without an account is not. */
async function lookAgain(dialog: Dialog, wallet: Wallet, namespace: NamespaceId, before: Wallet.Connection): Promise<Wallet.Connection> {
  try {
    return await wallet.connect({ namespace, networkIds: networkIds(dialog), isReconnecting: true })
  } catch (error) {
    if (toWireError(error).code === codes.resourceNotFound) throw error
    return before
  }
}
