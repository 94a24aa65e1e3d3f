import { type ApprovalContent, everything, type Row, type Warning } from '../approve/content.js'
import type { SignerContext } from './context.js'
import { readable, readableBytes } from './readable.js'
import { isForNetwork, isForOrigin, readSignInMessage, rightsIn, type SignInMessage } from './signInMessage.js'

/** Where a request comes from and what it is for. */
export type RequestContext = {
  /** The page's origin, proven by the browser. */
  readonly origin: string
  readonly networkName: string
  /** Its CAIP-2 id. */
  readonly network: string
  readonly account: string
}

/** What of a request a message's card needs. */
export const requestContextOf = ({ origin, network, account }: Pick<SignerContext, 'origin' | 'network' | 'account'>): RequestContext => ({
  origin,
  networkName: network.name,
  network: network.caipNetworkId,
  account,
})

function signInRows(message: SignInMessage, { origin, account, networkName }: RequestContext, mine: boolean): Row[] {
  const rows: Row[] = [{ label: 'row.domain', value: message.domain, kind: 'text' }]
  if (!mine) rows.push({ label: 'row.youAreOn', value: new URL(origin).host, kind: 'text' })
  rows.push({ label: 'row.account', value: account, kind: 'address' }, { label: 'row.network', value: networkName, kind: 'text' })
  if (message.statement) rows.push({ label: 'row.statement', value: message.statement, kind: 'text' })
  const text = (label: string, value: string | undefined) => value && rows.push({ label, value: readable(value), kind: 'text' })
  if (message.nonce) rows.push({ label: 'row.nonce', value: message.nonce, kind: 'code' })
  text('row.until', message.expirationTime)
  text('row.request', message.requestId)
  for (const resource of message.resources) for (const line of rightsIn(resource) ?? [resource]) text('row.resource', line)
  return rows
}

/** Case is a checksum in EVM addresses, and means something in Solana's. */
const isSame = (one: string, other: string) => one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase())

/** What is wrong with a sign-in; red: it cannot be agreed to. */
function signInWarnings(message: SignInMessage, { origin, network, networkName }: RequestContext, mine: boolean, now: number): Warning[] {
  const warn = (tone: Warning['tone'], id: string, values?: Readonly<Record<string, string>>): Warning => ({
    tone,
    title: { id: `warn.${id}` },
    text: { id: `warn.${id}Text`, ...(values ? { values } : {}) },
  })
  const { domain, expirationTime, notBefore, resources, unnamed, chainId = '' } = message
  const time = (date: string | undefined) => (date === undefined ? Number.NaN : Date.parse(date))
  return [
    ...(mine ? [] : [warn('neg', 'otherSite', { said: domain, actual: new URL(origin).host })]),
    ...(time(expirationTime) <= now ? [warn('neg', 'expired', { date: expirationTime ?? '' })] : []),
    ...(isForNetwork(message, network) ? [] : [warn('neg', 'otherChain', { said: chainId, actual: networkName })]),
    ...(time(notBefore) > now ? [warn('warn', 'notYet', { date: notBefore ?? '' })] : []),
    ...(resources.some((resource) => rightsIn(resource)) ? [warn('warn', 'recap')] : []),
    ...(unnamed ? [warn('warn', 'unnamed')] : []),
  ]
}

/**
 * How a message is shown: a sign-in as its fields, anything else as its whole text. A sign-in for another site or network, or one that has expired,
 * cannot be signed here.
 */
export function messageContent(bytes: Uint8Array, context: RequestContext, now = Date.now()): ApprovalContent {
  const { text, isText } = readableBytes(bytes)
  const common = { changes: [], preview: 'none', message: text, details: [], twice: false } as const
  const signIn = isText ? readSignInMessage(text) : null
  if (signIn) {
    const mine = isForOrigin(signIn, context.origin) && isSame(signIn.address, context.account)
    const warnings = signInWarnings(signIn, context, mine, now)
    return {
      ...common,
      title: { id: 'title.signIn' },
      kind: 'signIn',
      grants: signIn.resources.some((resource) => rightsIn(resource)) ? [everything] : [],
      warnings,
      rows: signInRows(signIn, context, mine),
      blocked: warnings.some(({ tone }) => tone === 'neg'),
      ...(signIn.unnamed ? { readWhole: true } : {}),
      confirm: 'signIn',
    }
  }
  const unreadable: Warning = { tone: 'neg', title: { id: 'warn.unreadable' }, text: { id: 'warn.unreadableText' } }
  return {
    ...common,
    title: { id: 'title.message' },
    kind: 'message',
    grants: [],
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
