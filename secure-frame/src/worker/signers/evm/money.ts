import { formatUnits } from 'viem'
import type { Row, Warning, Words } from '../../approve/content.js'
import { addressRow, lookAlikeOf, type SignerContext } from '../context.js'
import type { Knowledge, Stranger } from './knowledge.js'
import type { Token } from './tokens.js'

/** When something ends, in seconds since 1970. */
export type Ends = {
  /** Until when a signature can be handed in. What it gives then does not end with it. */
  readonly handIn?: bigint
  /** When it ends by itself. Left out, it stays until it is revoked. */
  readonly until?: bigint
}

/**
 * What a call or a signature does with what somebody owns: one by one, for everything that the wallet knows by name. `token` is left out for the
 * network's own coin. Amounts are raw units.
 */
export type Move =
  /** Somebody may take up to an amount; null: everything, now and later. */
  | ({ readonly kind: 'spend'; readonly token: string; readonly spender: string; readonly amount: bigint | null } & Ends)
  /** Somebody may take one item. */
  | ({ readonly kind: 'item'; readonly token: string; readonly spender: string; readonly id: bigint } & Ends)
  /** It goes to somebody. `ids` are items with how many of each. */
  | { readonly kind: 'send'; readonly token?: string; readonly from?: string; readonly to: string; readonly amount: bigint }
  | {
      readonly kind: 'sendItems'
      readonly token: string
      readonly from?: string
      readonly to: string
      readonly ids: readonly bigint[]
      readonly amounts: readonly bigint[]
    }
  /**
   * What is given for what, in an offer. `to` gets it; left out: the one who signs. `any`: items that whoever takes the offer chooses, of the whole
   * collection or of a list.
   */
  | {
      readonly kind: 'give' | 'get'
      readonly token?: string
      readonly amount: bigint
      readonly id?: bigint
      readonly any?: 'all' | 'listed'
      readonly to?: string
      /** A call asks for no less, and whether it gets that is up to the contract. */
      readonly least?: true
    }
  /** Something that the offer does not show decides what comes for it. */
  | { readonly kind: 'unpriced' }
  /** Somebody gets power over something. */
  | { readonly kind: 'control'; readonly who: string }
  /** Somebody who is named, and gets or may do something that is not money of this account. */
  | {
      readonly kind: 'party'
      readonly label: 'row.receiver' | 'row.owner' | 'row.contract' | 'row.delegate' | 'row.spender'
      readonly who: string
    }
  | { readonly kind: 'amount'; readonly label: 'row.less' | 'row.amount'; readonly token?: string; readonly amount: bigint }
  | ({ readonly kind: 'ends' } & Ends)

/** From here on nobody means a number: more than any token has, and Permit2's largest (2^160 − 1) and all between it and 2^256. */
const endless = 2n ** 128n

/** Whether an amount is all that there can be: as a number, or measured by what there is of the token. */
export const isEndless = (amount: bigint, token: Token | null): boolean =>
  amount >= endless || (token?.supply != null && token.supply > 0n && amount >= token.supply)

export const decimalOf = (amount: bigint, token: Token | null): string => (token ? formatUnits(amount, token.decimals) : String(amount))

/** A day and a time that mean the same everywhere; what no calendar has is written as the number it is. */
export function timeOf(seconds: bigint): string {
  const milliseconds = seconds * 1_000n
  if (milliseconds > 253_402_300_799_000n) return seconds >= 2n ** 32n ? '∞' : String(seconds)
  return `${new Date(Number(milliseconds)).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const zero = '0x0000000000000000000000000000000000000000'

/** What to know of a token that the operator does not know. */
export function strangerWarning({ address, symbol, imitates }: Stranger): Warning {
  if (imitates === null)
    return {
      tone: 'warn',
      title: { id: 'warn.unverified' },
      text: symbol === '?' ? { id: 'warn.namelessText', values: { address } } : { id: 'warn.unverifiedText', values: { symbol, address } },
    }
  const text =
    imitates === '' ? { id: 'warn.mixedText', values: { address } } : { id: 'warn.imitatesText', values: { symbol: imitates, address } }
  return { tone: 'neg', title: { id: 'warn.imitates' }, text }
}

type Facts = { readonly rows: readonly Row[]; readonly warnings: readonly Warning[] }

/** Says moves as rows: who, how much, until when, in their order, and what to know before saying yes. */
export function describeMoves(
  moves: readonly Move[],
  { tokenOf, symbolOf, strangerOf, isPerson }: Knowledge,
  { account, known, network }: Pick<SignerContext, 'account' | 'known' | 'network'>,
): Facts {
  const rows: Row[] = []
  const warnings: Warning[] = []
  const warn = (tone: Warning['tone'], id: string, values?: Readonly<Record<string, string>>) =>
    warnings.push({ tone, title: { id: `warn.${id}` }, text: { id: `warn.${id}Text`, ...(values ? { values } : {}) } })
  const address = (label: string, value: string) => rows.push(addressRow(label, value, { account, known }))
  const text = (label: string, value: string) => rows.push({ label, value, kind: 'text' })
  const ends = ({ handIn, until }: Ends, stays = until === undefined) => {
    if (handIn !== undefined) {
      const time = timeOf(handIn)
      rows.push({ label: 'row.handIn', value: time, ...(stays ? { words: { id: 'handIn.stays', values: { time } } } : {}), kind: 'text' })
    }
    if (until !== undefined) text('row.until', timeOf(until))
  }
  /** A token that is on no list is told by its address: the rest is what it says itself. */
  const which = (token: string | undefined) => {
    const stranger = token === undefined ? null : strangerOf(token)
    if (token === undefined || !stranger) return
    rows.push({ label: 'row.token', value: token, kind: 'address', mark: 'unverified' })
    warnings.push(strangerWarning(stranger))
  }
  const collection = (token: string) => {
    const stranger = strangerOf(token)
    rows.push({ label: 'row.collection', value: token, kind: 'address', ...(stranger ? { mark: 'unverified' } : {}) })
    if (stranger) warnings.push(strangerWarning(stranger))
  }
  const money = (amount: bigint, token: string | undefined, id?: bigint) => {
    const { symbol, decimals } = network.nativeCurrency
    if (token === undefined) return `${formatUnits(amount, decimals)} ${symbol}`
    const known = tokenOf(token)
    if (id !== undefined) return `${amount === 1n ? '' : `${amount} × `}${symbolOf(token)} #${id}`
    return `${decimalOf(amount, known)} ${symbolOf(token)}`
  }
  const anyItem = (any: 'all' | 'listed', amount: bigint, token: string | undefined): Words => ({
    id: any === 'all' ? 'item.any' : 'item.listed',
    values: { amount: String(amount), symbol: symbolOf(token ?? '') },
  })
  const spender = (who: string, gives = true) => {
    address('row.spender', who)
    if (gives && isPerson(who)) warn('neg', 'person', { spender: who })
    if (lookAlikeOf(who, known)) warn('neg', 'lookAlike')
  }
  const receiver = (to: string, token?: string) => {
    address('row.to', to)
    if (lookAlikeOf(to, known)) warn('neg', 'lookAlike')
    if (token !== undefined && same(to, token)) warn('neg', 'toToken')
  }
  for (const move of moves)
    switch (move.kind) {
      case 'spend': {
        const token = tokenOf(move.token)
        const symbol = symbolOf(move.token)
        const all = move.amount === null || isEndless(move.amount, token)
        text('row.limit', all ? `∞ ${symbol}` : money(move.amount ?? 0n, move.token))
        which(move.token)
        spender(move.spender, move.amount !== 0n)
        ends(move, move.until === undefined && move.amount !== 0n)
        if (all) warn('warn', 'noLimit', { symbol, spender: move.spender })
        else if (token?.balance && move.amount !== null && move.amount >= token.balance)
          warn('warn', 'whole', { symbol, spender: move.spender })
        break
      }
      case 'item':
        text('row.item', money(1n, move.token, move.id))
        collection(move.token)
        spender(move.spender)
        ends(move)
        warn('neg', 'item', { spender: move.spender })
        break
      case 'send':
        text('row.amount', money(move.amount, move.token))
        which(move.token)
        if (move.from !== undefined && !same(move.from, account)) address('row.from', move.from)
        receiver(move.to, move.token)
        if (move.amount === 0n && move.token !== undefined) warn('warn', 'nothing')
        break
      case 'sendItems':
        move.ids.forEach((id, index) => {
          text('row.item', money(move.amounts[index] ?? 1n, move.token, id))
        })
        collection(move.token)
        if (move.from !== undefined && !same(move.from, account)) address('row.from', move.from)
        receiver(move.to, move.token)
        break
      case 'give':
      case 'get':
        rows.push({
          label: move.kind === 'give' ? 'row.give' : move.least ? 'row.getSaid' : 'row.get',
          value: money(move.amount, move.token, move.id),
          ...(move.any ? { words: anyItem(move.any, move.amount, move.token) } : {}),
          kind: 'text',
        })
        if (move.any && move.kind === 'give') warn('neg', 'anyItem', { symbol: symbolOf(move.token ?? '') })
        which(move.token)
        if (move.to !== undefined && !same(move.to, account) && move.to !== zero) {
          receiver(move.to, move.token)
          warn('warn', 'otherReceiver', { who: move.to })
        }
        break
      case 'unpriced':
        warn('neg', 'unpriced')
        break
      case 'control':
        address('row.control', move.who)
        warn('neg', 'control', { who: move.who })
        if (lookAlikeOf(move.who, known)) warn('neg', 'lookAlike')
        break
      case 'party':
        address(move.label, move.who)
        if (lookAlikeOf(move.who, known)) warn('neg', 'lookAlike')
        if (move.label === 'row.receiver' && !same(move.who, account)) warn('warn', 'otherReceiver', { who: move.who })
        if (move.label === 'row.delegate' && !same(move.who, account)) warn('warn', 'votes', { who: move.who })
        break
      case 'amount':
        text(move.label, money(move.amount, move.token))
        break
      case 'ends':
        ends(move)
    }
  return { rows, warnings }
}

/** Addresses of which a node is asked: as tokens, and as those who could spend. */
export const tokensOf = (moves: readonly Move[]): string[] => moves.flatMap((move) => ('token' in move && move.token ? [move.token] : []))
export const spendersOf = (moves: readonly Move[]): string[] => moves.flatMap((move) => ('spender' in move ? [move.spender] : []))

/** Everybody in a list of moves who gets or may take something. */
export function partiesOf(moves: readonly Move[]): string[] {
  return moves.flatMap((move) => {
    if ('spender' in move) return [move.spender]
    if ('who' in move) return [move.who]
    return 'to' in move && move.to !== undefined ? [move.to] : []
  })
}

/** Each row once, and each warning once. */
export const distinct = <T>(list: readonly T[]): T[] => [...new Map(list.map((item) => [JSON.stringify(item), item])).values()]
