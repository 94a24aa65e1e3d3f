import { everything, type Grant } from '../../approve/content.js'
import type { Knowledge } from './knowledge.js'
import type { LeafContent } from './leafContent.js'
import { isEndless, type Move } from './money.js'
import type { Simulation } from './simulate.js'

/* What is left to others by a request of an EVM account: once its calls have happened, and by a signature that somebody holds. */

/** Seconds. What ends sooner belongs to the visit in which it was given. */
const visit = 3_600

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const isOver = (until: bigint | undefined, now: number) => until !== undefined && until <= BigInt(Math.floor(now / 1_000) + visit)
const endOf = (until: bigint | undefined) => (until === undefined ? null : Number(until))

/** Power over something that is no amount. */
function powerOf(move: Move, account: string): Grant[] {
  if (move.kind === 'control') return [everything]
  return move.kind === 'party' && move.label === 'row.delegate' && !same(move.who, account) ? [everything] : []
}

/**
 * What a signature lets others take.
 *
 * @param now milliseconds since 1970
 */
export function grantsSigned(moves: readonly Move[], account: string, now: number = Date.now()): Grant[] {
  const ends = moves.flatMap((move) => (move.kind === 'ends' ? [move.until] : []))
  // Of several orders in one signature, the last end counts; what has none does not end.
  const common = ends.includes(undefined) ? undefined : ends.sort((left, right) => ((left ?? 0n) < (right ?? 0n) ? 1 : -1))[0]
  return moves.flatMap((move): Grant[] => {
    switch (move.kind) {
      case 'spend':
        if (move.amount === 0n) return []
        return [{ token: move.token, amount: move.amount, until: endOf(move.until), lasts: !isOver(move.until, now) }]
      case 'item':
        return [{ token: move.token, amount: null, until: endOf(move.until), lasts: !isOver(move.until, now) }]
      case 'send':
      case 'give': {
        if (move.amount === 0n) return []
        const isItem = 'id' in move || 'any' in move
        const token = move.token === undefined ? {} : { token: move.token }
        return [{ ...token, amount: isItem ? null : move.amount, until: endOf(common), lasts: !isOver(common, now) }]
      }
      default:
        return powerOf(move, account)
    }
  })
}

/** A limit that a call sets, as far as it is left afterwards. */
function limitLeft(
  move: Move & { readonly kind: 'spend' | 'item' },
  { call }: LeafContent,
  allowances: Simulation['allowances'] | undefined,
  { tokenOf }: Knowledge,
  now: number,
): Grant[] {
  const all: Grant = { token: move.token, amount: null, until: endOf(move.until), lasts: !isOver(move.until, now) }
  // Only limits of tokens themselves were read before and after the trial.
  if (call.kind !== 'approve') return [move.kind === 'spend' ? { ...all, amount: move.amount } : all]
  const left = allowances?.find(({ token, spender }) => same(token, move.token) && same(spender, move.spender))
  // Used up by the calls behind it.
  if (allowances && !left) return []
  if (move.kind === 'item') return [all]
  const amount = left && 'amount' in left ? left.amount : call.increase ? null : move.amount
  const token = tokenOf(move.token)
  // No more than a transfer could take at once.
  const isBounded = amount !== null && token?.balance != null && amount <= token.balance && !isEndless(amount, token)
  return [{ ...all, amount, lasts: !isBounded }]
}

/**
 * What calls leave to others once they have happened.
 *
 * @param hidden what only trying the calls has found
 * @param unread what they do, nobody could read or try
 * @param now milliseconds since 1970
 */
export function grantsLeft(
  {
    parts,
    hidden,
    unread,
    simulation,
  }: {
    readonly parts: readonly LeafContent[]
    readonly hidden: readonly Move[]
    readonly unread: boolean
    readonly simulation: Simulation | null
  },
  knowledge: Knowledge,
  account: string,
  now: number = Date.now(),
): Grant[] {
  const allowances = simulation?.ok ? simulation.allowances : undefined
  const said = parts.flatMap((part) =>
    part.moves.flatMap((move): Grant[] => {
      if (move.kind !== 'spend' && move.kind !== 'item') return powerOf(move, account)
      if (move.kind === 'spend' && move.amount === 0n) return []
      return limitLeft(move, part, allowances, knowledge, now)
    }),
  )
  const found = hidden.flatMap((move): Grant[] =>
    move.kind === 'spend' ? [{ token: move.token, amount: move.amount, until: null, lasts: true }] : [everything],
  )
  return [...said, ...found, ...(unread ? [everything] : [])]
}
