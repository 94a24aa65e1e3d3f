import { isUserRejection, namespaceOf, type SignIn } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { findNetwork } from '../../state/networks.js'
import { sessionStore } from '../../state/session.js'
import { signInOf } from '../../state/signIns.js'
import type { SignInTarget } from '../../state/siwx.js'
import { walletFor } from '../../wallets/registry.js'
import type { Wallet } from '../../wallets/wallet.js'
import { isLive, writeMessage } from './message.js'
import { callbacksOf, wayOf } from './ways.js'

/** Another chain family of the same wallet, which signs in by the same approval. */
export type Companion = { readonly target: SignInTarget; readonly text: string }

/** The accounts of the wallet's other chain families that have not signed in. */
function othersOf(dialog: Dialog, { namespace }: SignInTarget): readonly SignInTarget[] {
  const { connections } = sessionStore(dialog).getState()
  const id = connections[namespace]?.wallet.id
  return Object.values(connections).flatMap(({ wallet, networkId, accounts: [account] }) => {
    const isOther = wallet.id === id && namespaceOf(networkId) !== namespace && findNetwork(dialog, networkId)
    if (!isOther || !account || signInOf(dialog, networkId, account.address)) return []
    return [{ namespace: namespaceOf(networkId), networkId, address: account.address }]
  })
}

/**
 * The messages that a wallet signs together with the one of the account in use, where it can show several in one approval.
 *
 * Only where our server keeps the sessions: a site that verifies may know only the nonce that it gave last, and keep one session. What is not for this page,
 * or could not be written, is left out, and asked for when the user moves there.
 */
export async function writeCompanions(dialog: Dialog, target: SignInTarget): Promise<readonly Companion[]> {
  const wallet = sessionStore(dialog).getState().connections[target.namespace]?.wallet
  if (!wallet || !walletFor(dialog, wallet).signTogether || callbacksOf(dialog).includes('verify')) return []
  const written = othersOf(dialog, target).map(async (other): Promise<Companion[]> => {
    const { text, message } = await writeMessage(dialog, other)
    return message ? [{ target: other, text }] : []
  })
  return (await Promise.allSettled(written)).flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

/**
 * Has one approval sign the account in use and its companions.
 *
 * @returns undefined without companions, and where the wallet fails at them: the account in use signs alone then
 * @throws RpcError the user's refusal: nobody is asked a second time
 */
export async function signTogether(
  wallet: Wallet,
  own: Companion,
  companions: readonly Companion[],
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  if (companions.length === 0) return undefined
  try {
    const texts = [own, ...companions].map(({ target, text }) => ({ chainId: target.networkId, message: text }))
    return await wallet.signTogether?.(texts, signal)
  } catch (error) {
    if (signal.aborted || isUserRejection(error)) throw error
    return undefined
  }
}

/**
 * Gets the sessions of what was signed along, one after the other. One that does not count is asked for again when the user moves there; one for an account
 * that is not connected any more is given back.
 *
 * @param signatures in the order of `companions`
 */
export async function submitCompanions(
  dialog: Dialog,
  companions: readonly Companion[],
  signatures: readonly string[],
): Promise<readonly SignIn[]> {
  const sessions: SignIn[] = []
  for (const [at, { target, text }] of companions.entries()) {
    const signature = signatures[at]
    if (signature === undefined || !isLive(dialog, target)) continue
    try {
      const signed = await wayOf(dialog).submit(target, { networkId: target.networkId, message: text, signature })
      if (isLive(dialog, target)) sessions.push(signed)
      else await wayOf(dialog).signOut(signed)
    } catch {
      // The view of the sign-in says what is wrong, if it is still so.
    }
  }
  return sessions
}
