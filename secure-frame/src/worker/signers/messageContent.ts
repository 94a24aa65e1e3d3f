import type { ApprovalContent, Row, Warning } from '../approve/content.js'
import { readableBytes } from './readable.js'
import { isForOrigin, readSignInMessage, type SignInMessage } from './signInMessage.js'

/** Where a request comes from and what it is for. */
export type RequestContext = {
  /** The page's origin, proven by the browser. */
  readonly origin: string
  readonly networkName: string
  readonly account: string
}

function signInRows(message: SignInMessage, { origin, account, networkName }: RequestContext, mine: boolean): Row[] {
  const rows: Row[] = [{ label: 'row.domain', value: message.domain, kind: 'text' }]
  if (!mine) rows.push({ label: 'row.youAreOn', value: new URL(origin).host, kind: 'text' })
  rows.push({ label: 'row.account', value: account, kind: 'address' }, { label: 'row.network', value: networkName, kind: 'text' })
  if (message.statement) rows.push({ label: 'row.statement', value: message.statement, kind: 'text' })
  if (message.nonce) rows.push({ label: 'row.nonce', value: message.nonce, kind: 'code' })
  return rows
}

/** Case is a checksum in EVM addresses, and means something in Solana's. */
const isSame = (one: string, other: string) => one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase())

/** How a message is shown: a sign-in as its fields, anything else as its whole text. A sign-in for another site cannot be signed here. */
export function messageContent(bytes: Uint8Array, context: RequestContext): ApprovalContent {
  const { text, isText } = readableBytes(bytes)
  const common = { changes: [], preview: 'none', message: text, details: [], twice: false } as const
  const signIn = isText ? readSignInMessage(text) : null
  if (signIn) {
    const mine = isForOrigin(signIn, context.origin) && isSame(signIn.address, context.account)
    const warning: Warning = {
      tone: 'neg',
      title: { id: 'warn.otherSite' },
      text: { id: 'warn.otherSiteText', values: { said: signIn.domain, actual: new URL(context.origin).host } },
    }
    return {
      ...common,
      title: { id: 'title.signIn' },
      kind: 'signIn',
      warnings: mine ? [] : [warning],
      rows: signInRows(signIn, context, mine),
      blocked: !mine,
      confirm: 'signIn',
    }
  }
  const unreadable: Warning = { tone: 'neg', title: { id: 'warn.unreadable' }, text: { id: 'warn.unreadableText' } }
  return {
    ...common,
    title: { id: 'title.message' },
    kind: 'message',
    warnings: isText ? [] : [unreadable],
    rows: [
      { label: 'row.account', value: context.account, kind: 'address' },
      { label: 'row.network', value: context.networkName, kind: 'text' },
    ],
    blocked: false,
    confirm: 'sign',
    twice: !isText,
  }
}
