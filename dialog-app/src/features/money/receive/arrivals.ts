import type { Dialog } from '../../../lib/dialog.js'
import { type Arrival, arrivalsStore } from '../../../state/arrivals.js'
import { type PortfolioState, portfolioStore } from '../../../state/portfolio.js'
import { currentConnection } from '../../../state/session.js'
import { money } from '../constants.js'

/** What the next list is compared with. */
export type Arrivals = {
  readonly address: string
  /** What the account held at last, by token; of a network only once it has answered. */
  readonly held: ReadonlyMap<string, bigint>
  readonly networks: ReadonlySet<string>
  /** The newest first. */
  readonly arrived: readonly Arrival[]
}

const nothing = (address: string): Arrivals => ({ address, held: new Map(), networks: new Set(), arrived: [] })

/** Older lists are of an earlier visit: what came since then did not come while somebody waited. */
const newFor = 2 * money.poll

/**
 * What came since the last list: where an amount grew. Of a network that is heard of for the first time nothing has come, and a token that is not in the
 * list may only be left out of it. What nobody vouches for never counts: it would be the cheapest way to say "you were paid". Pure.
 *
 * @param now in milliseconds since 1970
 */
export function noteArrivals(before: Arrivals | undefined, address: string, state: PortfolioState, now: number): Arrivals {
  const known = before?.address === address ? before : nothing(address)
  const { status, at = 0, tokens, behind, missing } = state
  if (status !== 'ready' || now - at > newFor) return known
  const silent = new Set<string>([...behind, ...missing])
  const held = new Map(known.held)
  const arrived = new Map(known.arrived.map((arrival) => [arrival.token.id, arrival]))
  for (const token of tokens) {
    const { id, networkId, amount, listed } = token
    if (silent.has(networkId) || !listed) continue
    const grown = amount - (held.get(id) ?? 0n)
    held.set(id, amount)
    if (grown <= 0n || !known.networks.has(networkId)) continue
    const sum = grown + (arrived.get(id)?.amount ?? 0n)
    arrived.delete(id)
    arrived.set(id, { token, amount: sum })
  }
  const fresh = [...arrived.values()].filter((arrival) => !known.arrived.includes(arrival))
  const older = known.arrived.filter((arrival) => arrived.get(arrival.token.id) === arrival)
  // Every network that answers has its native coin in the list.
  const answered = tokens.map(({ networkId }) => networkId).filter((id) => !silent.has(id))
  return {
    address,
    held,
    networks: new Set([...known.networks, ...answered]),
    arrived: fresh.length > 0 ? [...fresh.reverse(), ...older] : known.arrived,
  }
}

/**
 * From now on what comes to the active account is noted.
 *
 * @returns nobody waits any more
 */
export function watchArrivals(dialog: Dialog): () => void {
  const store = arrivalsStore(dialog)
  let known: Arrivals | undefined
  const look = () => {
    const address = currentConnection(dialog)?.accounts[0]?.address
    if (!address) return
    const before = known
    known = noteArrivals(before, address, portfolioStore(dialog).getState(), dialog.now())
    if (before && known.arrived !== before.arrived) store.setState({ arrived: known.arrived })
  }
  look()
  const unsubscribe = portfolioStore(dialog).subscribe(look)
  return () => {
    unsubscribe()
    store.setState({ arrived: [] })
  }
}
