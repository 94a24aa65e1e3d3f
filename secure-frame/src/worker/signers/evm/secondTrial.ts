import { Changed } from '../../approve/changed.js'
import type { Simulation } from './simulate.js'

/** Milliseconds for which a second trial counts: about as long as blocks take on quick networks. */
const lifetime = 1_500
/** Prices move between two blocks: by so many thousandths more may leave, or less may come. */
const slack = 10n

/** Nothing more leaves, and no less comes, but for what a price moved. */
const isAlike = (shown: bigint, now: bigint) => now >= shown - ((shown < 0n ? -shown : shown) * slack) / 1_000n

const idOf = (one: object) => JSON.stringify(one, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Whether a second trial did what the first one did, as far as the user would mind. */
export function isSameOutcome(first: Simulation, second: Simulation | null): boolean {
  if (second === null || first.ok !== second.ok) return false
  const amounts = ({ native, tokens, collectibles }: Simulation) =>
    new Map([
      ['', native] as const,
      ...tokens.map(({ token, amount }) => [token, amount] as const),
      ...collectibles.map(({ token, id, amount }) => [`${token} #${id}`, amount] as const),
    ])
  const [shown, now] = [amounts(first), amounts(second)]
  const given = new Set(first.allowances.map(idOf))
  return (
    [...new Set([...shown.keys(), ...now.keys()])].every((key) => isAlike(shown.get(key) ?? 0n, now.get(key) ?? 0n)) &&
    second.allowances.every((one) => given.has(idOf(one)))
  )
}

/** A transaction that was shown is tried once more before it is signed. */
export type SecondTrial = {
  /** Starts it ahead, while the button is not armed yet. */
  begin(): void
  /** @throws Changed */
  confirm(): Promise<void>
}

/**
 * @param first what the card says; null: it says that nothing could be tried, and so there is nothing that could differ
 * @param attempt tries it again, as it stands then
 */
export function createSecondTrial(
  first: Simulation | null,
  attempt: () => Promise<Simulation | null>,
  now: () => number = Date.now,
): SecondTrial {
  let newest: { readonly at: number; readonly same: Promise<boolean> } | undefined
  const start = (shown: Simulation) => {
    newest = { at: now(), same: attempt().then((second) => isSameOutcome(shown, second)) }
    return newest
  }
  return {
    begin() {
      if (first) start(first)
    },
    async confirm() {
      if (!first) return
      const age = now() - (newest?.at ?? Number.NEGATIVE_INFINITY)
      const { same } = newest && age >= 0 && age < lifetime ? newest : start(first)
      if (!(await same)) throw new Changed()
    },
  }
}
