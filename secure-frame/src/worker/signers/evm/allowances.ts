import { getAddress } from 'viem'
import type { DecodedCall } from './decodeCall.js'
import type { Move } from './money.js'
import type { Question } from './questions.js'

/* Permissions to spend that a transaction leaves behind, as its logs say: those too that a function sets which nobody knows by name. */

/** What a contract reports while it runs. */
export type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }

/** Somebody may take an amount (null: everything) or one item afterwards. `before`: the amount that they could take already. */
export type Allowed = { readonly token: string; readonly spender: string } & (
  | { readonly amount: bigint | null; readonly before?: bigint }
  | { readonly id: bigint }
)

/** `Approval` of ERC-20 and ERC-721, and `ApprovalForAll`. */
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const approvalForAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
/** The questions `allowance` (ERC-20) and `isApprovedForAll` (ERC-721, ERC-1155) by their first four bytes. */
const questions = { allowance: '0xdd62ed3e', isApprovedForAll: '0xe985e9c5' } as const

/** Permissions of one transaction. With more of them, the node's answer is none. */
const most = 64

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const hexWord = (value: bigint) => value.toString(16).padStart(64, '0')
const addressOf = (value: bigint) => getAddress(`0x${hexWord(value).slice(24)}`)

/**
 * What others may take of one account after a transaction. The last log about a permission is the one that counts.
 *
 * @throws RangeError for more than can be shown
 */
export function allowancesIn(logs: readonly Log[], account: string): Allowed[] {
  const found = new Map<string, Allowed>()
  for (const { address, topics, data } of logs) {
    const [kind, ...indexed] = topics
    if (kind !== approval && kind !== approvalForAll) continue
    // Tokens of before there were indexes write all of it into the data.
    const written = data.slice(2, 2 + 3 * 64).match(/.{64}/g) ?? []
    const [owner = 0n, who = 0n, value = 0n] = [...indexed, ...written.map((text) => `0x${text}`)].map((text) => BigInt(text))
    if (!same(addressOf(owner), account)) continue
    const [token, spender] = [address.toLowerCase(), addressOf(who)]
    if (kind === approval && indexed.length === 3) found.set(`${token} #${value}`, { token, spender, id: value })
    else found.set(`${token} ${spender} ${kind}`, { token, spender, amount: kind === approval ? value : value === 0n ? 0n : null })
  }
  const given = [...found.values()].filter((one) => BigInt(one.spender) !== 0n && !('amount' in one && one.amount === 0n))
  // What is left out would be shown as less than what is given.
  if (given.length > most) throw new RangeError('More permissions than a card can show.')
  return given
}

/**
 * Keeps what lets somebody take more than before, as the tokens themselves say it: many do not report how much of a limit a transfer has used up.
 *
 * @param around tries the transactions once more, between these questions and the same questions again
 */
export async function newAllowances(
  account: string,
  found: readonly Allowed[],
  around: (questions: readonly Question[]) => Promise<readonly (bigint | null)[]>,
): Promise<Allowed[]> {
  const limits = found.flatMap((one) => ('amount' in one ? [one] : []))
  if (limits.length === 0) return [...found]
  const asked = limits.map(({ token, spender, amount }) => ({
    to: token,
    data: `${amount === null ? questions.isApprovedForAll : questions.allowance}${hexWord(BigInt(account))}${hexWord(BigInt(spender))}`,
  }))
  const answers = await around(asked).catch(() => [])
  const valueAt = (index: number) => answers[index] ?? undefined
  const kept = limits.flatMap((one, index): Allowed[] => {
    const before = valueAt(index) ?? 0n
    // What a token does not answer, its log has said.
    const after = valueAt(answers.length - limits.length + index) ?? one.amount ?? 1n
    if (after <= before) return []
    return [one.amount === null ? one : { ...one, amount: after, before }]
  })
  return [...kept, ...found.filter((one) => 'id' in one)]
}

/** A call as its bytes say. */
type Said = { readonly call: DecodedCall; readonly moves: readonly Move[] }

/** Whether the calls themselves say that somebody may take so much. */
function isSaid(one: Allowed, calls: readonly Said[]): boolean {
  const own = calls.flatMap(({ call, moves }) =>
    moves.flatMap((move) =>
      (move.kind === 'spend' || move.kind === 'item') && same(move.token, one.token) && same(move.spender, one.spender)
        ? [{ move, adds: call.kind === 'approve' && call.increase }]
        : [],
    ),
  )
  // The same bytes mean an amount to a token and an item's number to a collection.
  const value = 'id' in one ? one.id : one.amount
  if (own.some(({ move }) => move.kind === 'item' && move.id === value)) return true
  if ('id' in one) return false
  if (own.some(({ move }) => move.kind === 'spend' && move.amount === null)) return true
  if (one.amount === null) return false
  const amounts = (adds: boolean) =>
    own.flatMap(({ move, adds: isAdded }) => (isAdded === adds && move.kind === 'spend' && move.amount !== null ? [move.amount] : []))
  const start = [one.before ?? 0n, ...amounts(false)].reduce((left, right) => (left > right ? left : right))
  return amounts(true).reduce((sum, amount) => sum + amount, start) >= one.amount
}

/** What somebody may take by calls that do not say so. */
export const unsaidMoves = (found: readonly Allowed[], calls: readonly Said[]): Move[] =>
  found
    .filter((one) => !isSaid(one, calls))
    .map(
      (one): Move =>
        'id' in one
          ? { kind: 'item', token: one.token, spender: one.spender, id: one.id }
          : { kind: 'spend', token: one.token, spender: one.spender, amount: one.amount },
    )
