import { notAllowed } from '../../policy/refusals.js'
import type { Listed } from '../listed.js'
import { type DecodedCall, decodeCall, mostLevels } from './decodeCall.js'
import type { Knowledge } from './knowledge.js'
import { isEndless, type Move } from './money.js'
import { type RawCall, unwrap } from './wrappers.js'

/** One call that is no wrapper around others. */
export type Leaf = RawCall & { readonly call: DecodedCall }

export type Leaves = {
  readonly leaves: readonly Leaf[]
  /** The wrappers themselves, and the coins that go with each. */
  readonly wrappers: readonly { readonly to: string; readonly value: bigint }[]
  /** Code that would run in the place of a contract. */
  readonly code: readonly string[]
}

/** More calls than these in one, and wrappers deeper than that, nobody reads. */
const mostCalls = 256

/**
 * Every call that a call makes others do, in their order; itself when it is no wrapper that is known by name.
 *
 * @throws RpcError 4200 for more than a card can show
 */
export function leavesOf(raw: RawCall, level = 0): Leaves {
  const wrapped = unwrap(raw)
  if (!wrapped || wrapped.calls.length === 0)
    return { leaves: [{ ...raw, call: decodeCall(raw, level) }], wrappers: [], code: wrapped?.code ?? [] }
  if (level >= mostLevels) throw notAllowed('depth')
  const inner = wrapped.calls.slice(0, mostCalls + 1).map((call) => leavesOf(call, level + 1))
  const leaves = inner.flatMap((one) => one.leaves)
  if (leaves.length > mostCalls) throw notAllowed('size')
  return {
    leaves,
    wrappers: [{ to: raw.to ?? '', value: raw.value }, ...inner.flatMap(({ wrappers }) => wrappers)],
    code: [...wrapped.code, ...inner.flatMap(({ code }) => code)],
  }
}

/** `deposit()` and `withdraw(uint256)` are names that any contract may use: what they do is known of the listed wrapped coin only. */
export function asListed(leaf: Leaf, list: Listed): Leaf {
  const { call } = leaf
  if (call.kind !== 'wrap' || list.isWrapped(call.token)) return leaf
  if (!call.unwrap) return { ...leaf, call: { kind: 'known', name: 'deposit', moves: [], isOpen: true } }
  const moves = [{ kind: 'amount', label: 'row.amount', token: call.token, amount: call.amount }] as const
  return { ...leaf, call: { kind: 'known', name: 'withdraw', moves, isOpen: true } }
}

/** What nobody could read: neither what it does nor to whom. */
export const isDark = ({ call }: Pick<Leaf, 'call'>): boolean =>
  call.kind === 'unknown' || call.kind === 'deploy' || call.kind === 'multicall'

/** What a call does with money, as far as its bytes say. */
export function movesOf({ call, to, value }: Leaf): readonly Move[] {
  switch (call.kind) {
    case 'native':
      return to === undefined ? [] : [{ kind: 'send', to, amount: value }]
    case 'transfer':
      return [
        { kind: 'send', token: call.token, to: call.to, amount: call.amount, ...(call.from === undefined ? {} : { from: call.from }) },
      ]
    case 'nft':
      return [{ kind: 'sendItems', token: call.token, to: call.to, ids: call.ids, amounts: call.amounts }]
    case 'approve':
      return [{ kind: 'spend', token: call.token, spender: call.spender, amount: call.amount }]
    case 'permit2':
      return [{ kind: 'spend', token: call.token, spender: call.spender, amount: call.amount, until: call.until }]
    case 'approveAll':
      return [{ kind: 'spend', token: call.token, spender: call.spender, amount: call.approved ? null : 0n }]
    case 'wrap':
      return call.unwrap ? [{ kind: 'give', token: call.token, amount: call.amount }] : [{ kind: 'give', amount: call.amount }]
    case 'known':
      return call.moves.map((move) => (move.kind === 'get' ? { ...move, least: true } : move))
    case 'multicall':
    case 'deploy':
    case 'unknown':
      return []
  }
}

/** The same bytes mean an amount to a token and an item's number to a collection, which has no decimals. */
export function asItems(moves: readonly Move[], { call }: Leaf, { tokenOf }: Knowledge): readonly Move[] {
  return moves.map((move): Move => {
    if (!('token' in move) || move.token === undefined || tokenOf(move.token)) return move
    const { token } = move
    if (call.kind === 'approve' && move.kind === 'spend' && move.amount !== null && move.amount > 0n && !isEndless(move.amount, null))
      return { kind: 'item', token, spender: move.spender, id: move.amount }
    if (call.kind === 'transfer' && move.kind === 'send' && move.from !== undefined)
      return { kind: 'sendItems', token, from: move.from, to: move.to, ids: [move.amount], amounts: [1n] }
    return move
  })
}
