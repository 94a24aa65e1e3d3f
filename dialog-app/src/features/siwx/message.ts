import { families } from '@latchkey/protocol'
import {
  isStatement,
  nameInMessage,
  namesNetwork,
  readSignInMessage,
  type SignInMessage,
  writeSignInMessage,
} from '@latchkey/protocol/siwx'
import { clockError } from '../../api/clockError.js'
import type { Dialog } from '../../lib/dialog.js'
import { sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { setOffer } from '../../state/signInOffer.js'
import type { SignInTarget } from '../../state/siwx.js'
import { ask, callbacksOf, wayOf } from './ways.js'

/** What the message says when the site says nothing. */
const defaultStatement = 'Sign in with your wallet. This costs nothing and moves no funds.'

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

/** What is new in every message. By the server's time: it takes no message from the future, and a device's clock may be wrong. */
export async function freshParts(dialog: Dialog, target: Partial<SignInTarget>): Promise<Pick<SignInMessage, 'nonce' | 'issuedAt'>> {
  const [nonce, error] = await Promise.all([wayOf(dialog).nonce(target), clockError(dialog)])
  return { nonce, issuedAt: new Date(dialog.now() + error).toISOString() }
}

/** The text to sign, and what it says. The site's own words count where they are for this site and this account. */
export async function writeMessage(
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
    ...(await freshParts(dialog, target)),
  }
  if (!callbacksOf(dialog).includes('createMessage')) return { text: writeSignInMessage(message), message }
  const { namespace, networkId } = target
  const text = String(await ask(dialog, 'createMessage', { ...message, namespace, networkId }))
  const read = readSignInMessage(text)
  return { text, message: read && isOurMessage(dialog, read, target) ? read : null }
}

/** Whether the account is still connected where it signs in. */
export function isLive(dialog: Dialog, { namespace, networkId, address }: SignInTarget): boolean {
  const connection = sessionStore(dialog).getState().connections[namespace]
  return connection?.networkId === networkId && connection.accounts.some((account) => account.address === address)
}
