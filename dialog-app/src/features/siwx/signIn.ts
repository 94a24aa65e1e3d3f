import { codes, isUserRejection, RpcError, type SignIn, toasts, toWireError } from '@latchkey/protocol'
import { readSignInMessage, type SignInMessage } from '@latchkey/protocol/siwx'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { untilDestroyed } from '../../lib/lifetime.js'
import { loadNamespace } from '../../namespaces/registry.js'
import { sessionStore } from '../../state/session.js'
import { initialSiwx, type SignInTarget, siwxStore } from '../../state/siwx.js'
import { walletFor } from '../../wallets/registry.js'
import { emit } from '../events/dialogEvents.js'
import { showToast } from '../notices/toast.js'
import { type Companion, signTogether, submitCompanions, writeCompanions } from './companions.js'
import { giveUpSignIn } from './giveUpSignIn.js'
import { keepSignIn } from './keepSignIns.js'
import { isLive, isOurMessage, writeMessage } from './message.js'
import { wayOf } from './ways.js'

/** What one dialog keeps here. */
type Own = {
  /** The sign-in that is being written: one at a time. */
  writing: AbortController | undefined
  /** Which preparation counts: a later one replaces it. */
  turn: number
}
const kept = perDialog((): Own => ({ writing: undefined, turn: 0 }))

export const sameTarget = (a: SignInTarget | null, b: SignInTarget | null) =>
  a?.namespace === b?.namespace && a?.networkId === b?.networkId && a?.address === b?.address

/** What the message of a dialog's sign-in says, and what is signed along with it. */
const prepared = perDialog(() => ({ message: null as SignInMessage | null, companions: [] as readonly Companion[] }))

/** All that the wallet signs by one approval. The other families come last: a login connects them one after the other. */
const writeAll = async (dialog: Dialog, target: SignInTarget) => ({
  ...(await writeMessage(dialog, target)),
  companions: await writeCompanions(dialog, target),
})

/**
 * Gets a message ready for an account, so that the wallet is asked within the user's click.
 *
 * @param previous the network on which the account has signed in before
 */
export async function prepareSignIn(dialog: Dialog, target: SignInTarget, previous: SignIn | undefined): Promise<void> {
  const own = kept(dialog)
  own.turn += 1
  const mine = own.turn
  // What the wallet still asks for another account or network counts no more.
  own.writing?.abort()
  siwxStore(dialog).setState({ ...initialSiwx, target, previous: previous?.networkId ?? null }, true)
  try {
    const [{ text, message, companions }] = await Promise.all([writeAll(dialog, target), loadNamespace(dialog, target.namespace)])
    if (own.turn !== mine) return
    Object.assign(prepared(dialog), { message, companions })
    siwxStore(dialog).setState({ phase: message ? 'ready' : 'foreign', message: text })
  } catch (error) {
    if (own.turn !== mine) return
    siwxStore(dialog).setState({ phase: 'failed', error: toWireError(error) })
    giveUpSignIn(dialog)
  }
}

/**
 * Asks the wallet for its signature, and the server for the session. What is signed for an account that is not connected any more is given back at once.
 */
export async function signInNow(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  const { target, message: text } = siwxStore(dialog).getState()
  const { message, companions } = prepared(dialog)
  const connection = target && sessionStore(dialog).getState().connections[target.namespace]
  // One that was given up and still waits for its server is in nobody's way.
  const isWriting = own.writing && !own.writing.signal.aborted
  if (isWriting || !target || !text || !message || !connection) return
  const control = new AbortController()
  own.writing = control
  const isMine = () => sameTarget(siwxStore(dialog).getState().target, target)
  siwxStore(dialog).setState({ phase: 'waiting', error: null })
  try {
    const { signIn } = await loadNamespace(dialog, target.namespace)
    const account = connection.accounts.find(({ address }) => address === target.address) ?? target
    const request = {
      networkId: target.networkId,
      account,
      message,
      text,
      signal: AbortSignal.any([control.signal, untilDestroyed(dialog)]),
    }
    const wallet = walletFor(dialog, connection.wallet)
    const signatures = await signTogether(wallet, { target, text }, companions, request.signal)
    const proof = signatures ? { message: text, signature: signatures[0] ?? '' } : await signIn?.(wallet, request)
    if (!proof) return
    // Some wallets write the message themselves, and let their user choose the account while they sign.
    const read = readSignInMessage(proof.message)
    if (proof.message !== text && !(read && isOurMessage(dialog, read, target)))
      throw new RpcError(codes.unauthorized, 'The wallet signed another message', { data: { reason: 'wrong_account' } })
    if (isMine()) siwxStore(dialog).setState({ phase: 'verifying' })
    const signed = await wayOf(dialog).submit(target, { networkId: target.networkId, ...proof })
    const others = signatures ? await submitCompanions(dialog, companions, signatures.slice(1)) : []
    if (!isLive(dialog, target)) {
      await Promise.allSettled([signed, ...others].map((each) => wayOf(dialog).signOut(each)))
      return
    }
    if (own.writing === control) own.writing = undefined
    // The account in use last: with its session the page hears of all of them, and the dialog closes.
    for (const each of [...others, signed]) keepSignIn(dialog, each)
  } catch (error) {
    if (control.signal.aborted || !isMine()) return
    const refused = isUserRejection(error)
    siwxStore(dialog).setState({ phase: refused ? 'refused' : 'failed', error: refused ? null : toWireError(error) })
    showToast(dialog, { variant: 'error', message: toasts.signMessageFailed, autoClose: true })
    emit(dialog, 'signInNeeded')
    // The nonce may be spent: another try gets another message.
    if (!refused) await renew(dialog, target)
  } finally {
    if (own.writing === control) own.writing = undefined
  }
}

/** A new message for another try; what went wrong stays on screen. */
async function renew(dialog: Dialog, target: SignInTarget): Promise<void> {
  try {
    const { text, message, companions } = await writeAll(dialog, target)
    if (!sameTarget(siwxStore(dialog).getState().target, target)) return
    Object.assign(prepared(dialog), { message, companions })
    siwxStore(dialog).setState({ message: text })
  } catch {
    // The old one stays; the next try says what is wrong.
  }
}

/** Nothing is to be signed any more. */
export function forgetSignIn(dialog: Dialog): void {
  kept(dialog).turn += 1
  kept(dialog).writing?.abort()
  Object.assign(prepared(dialog), { message: null, companions: [] })
  siwxStore(dialog).setState(initialSiwx, true)
}
