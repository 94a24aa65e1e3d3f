import { families, isUserRejection, type SignIn, toasts, toWireError } from '@latchkey/protocol'
import {
  isStatement,
  nameInMessage,
  namesNetwork,
  readSignInMessage,
  type SignInMessage,
  writeSignInMessage,
} from '@latchkey/protocol/siwx'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { untilDestroyed } from '../../lib/lifetime.js'
import { loadNamespace } from '../../namespaces/registry.js'
import { sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { setOffer } from '../../state/signInOffer.js'
import { initialSiwx, type SignInTarget, siwxStore } from '../../state/siwx.js'
import { walletFor } from '../../wallets/registry.js'
import { emit } from '../events/dialogEvents.js'
import { showToast } from '../notices/toast.js'
import { giveUpSignIn } from './giveUpSignIn.js'
import { keepSignIn } from './keepSignIns.js'
import { ask, callbacksOf, wayOf } from './ways.js'

/** What one dialog keeps here. */
type Own = {
  /** The sign-in that is being written: one at a time. */
  writing: AbortController | undefined
  /** Which preparation counts: a later one replaces it. */
  turn: number
}
const kept = perDialog((): Own => ({ writing: undefined, turn: 0 }))

/** What the message says when the site says nothing. */
const defaultStatement = 'Sign in with your wallet. This costs nothing and moves no funds.'

export const sameTarget = (a: SignInTarget | null, b: SignInTarget | null) =>
  a?.namespace === b?.namespace && a?.networkId === b?.networkId && a?.address === b?.address

/** The page that asks, as the browser proved it. */
const originOf = (dialog: Dialog) => settingsStore(dialog).getState().boot?.origin ?? ''

/** What the page says in its messages. */
export function statementOf(dialog: Dialog): string {
  const statement = settingsStore(dialog).getState().options.siwx?.statement
  return statement !== undefined && isStatement(statement) ? statement : defaultStatement
}

/** Whether a message is for this page and this account. */
export function isOurMessage(dialog: Dialog, message: SignInMessage, { networkId, address }: SignInTarget): boolean {
  const origin = originOf(dialog)
  return (
    message.domain === new URL(origin).host &&
    URL.canParse(message.uri) &&
    new URL(message.uri).origin === origin &&
    message.address.toLowerCase() === address.toLowerCase() &&
    namesNetwork(message, networkId)
  )
}

/** The text to sign, and what it says. The site's own words count where they are for this site and this account. */
async function writeMessage(
  dialog: Dialog,
  target: SignInTarget,
): Promise<{ readonly text: string; readonly message: SignInMessage | null }> {
  const origin = originOf(dialog)
  // A site may know only the nonce that it gave last.
  setOffer(dialog)
  const message: SignInMessage = {
    domain: new URL(origin).host,
    family: families[target.namespace].signInName,
    address: target.address,
    statement: statementOf(dialog),
    uri: origin,
    version: '1',
    chainId: nameInMessage(target.networkId),
    nonce: await wayOf(dialog).nonce(target),
    issuedAt: new Date(dialog.now()).toISOString(),
  }
  if (!callbacksOf(dialog).includes('createMessage')) return { text: writeSignInMessage(message), message }
  const { namespace, networkId } = target
  const text = String(await ask(dialog, 'createMessage', { ...message, namespace, networkId }))
  const read = readSignInMessage(text)
  return { text, message: read && isOurMessage(dialog, read, target) ? read : null }
}

/** What the message of a dialog's sign-in says. */
const prepared = perDialog(() => ({ message: null as SignInMessage | null }))

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
    const [{ text, message }] = await Promise.all([writeMessage(dialog, target), loadNamespace(dialog, target.namespace)])
    if (own.turn !== mine) return
    prepared(dialog).message = message
    siwxStore(dialog).setState({ phase: message ? 'ready' : 'foreign', message: text })
  } catch (error) {
    if (own.turn !== mine) return
    siwxStore(dialog).setState({ phase: 'failed', error: toWireError(error) })
    giveUpSignIn(dialog)
  }
}

/** Whether the account is still connected where it signs in. */
function isLive(dialog: Dialog, { namespace, networkId, address }: SignInTarget): boolean {
  const connection = sessionStore(dialog).getState().connections[namespace]
  return connection?.networkId === networkId && connection.accounts.some((account) => account.address === address)
}

/**
 * Asks the wallet for its signature, and the server for the session. What is signed for an account that is not connected any more is given back at once.
 */
export async function signInNow(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  const { target, message: text } = siwxStore(dialog).getState()
  const { message } = prepared(dialog)
  const connection = target && sessionStore(dialog).getState().connections[target.namespace]
  if (own.writing || !target || !text || !message || !connection) return
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
    const proof = await signIn?.(walletFor(dialog, connection.wallet), request)
    if (!proof) return
    if (isMine()) siwxStore(dialog).setState({ phase: 'verifying' })
    const signed = await wayOf(dialog).submit(target, { networkId: target.networkId, ...proof })
    if (!isLive(dialog, target)) {
      await wayOf(dialog).signOut(signed)
      return
    }
    own.writing = undefined
    keepSignIn(dialog, signed)
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
    const { text, message } = await writeMessage(dialog, target)
    if (!sameTarget(siwxStore(dialog).getState().target, target)) return
    prepared(dialog).message = message
    siwxStore(dialog).setState({ message: text })
  } catch {
    // The old one stays; the next try says what is wrong.
  }
}

/** Nothing is to be signed any more. */
export function forgetSignIn(dialog: Dialog): void {
  kept(dialog).turn += 1
  kept(dialog).writing?.abort()
  prepared(dialog).message = null
  siwxStore(dialog).setState(initialSiwx, true)
}
