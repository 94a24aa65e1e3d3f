import type { Family } from './family.ts'

type Proposed = { readonly chains?: readonly string[] | undefined; readonly methods: readonly string[]; readonly events: readonly string[] }
export type Granted = { chains: string[]; accounts: string[]; methods: string[]; events: string[] }

/**
 * What the wallet grants of a proposal: every chain that it has an address on, and the methods that both sides know.
 *
 * @param families what the wallet offers; a family left out is not granted
 */
export function grant(proposal: readonly Readonly<Record<string, Proposed>>[], families: readonly Family[]): Record<string, Granted> {
  const granted: Record<string, Granted> = {}
  for (const { namespace, address, addresses = (chain: string) => [address(chain) ?? ''], methods, events } of families) {
    const parts = proposal.flatMap((namespaces) => Object.entries(namespaces).filter(([key]) => key.split(':')[0] === namespace))
    const proposedChains = parts.flatMap(([key, part]) => part.chains ?? (key.includes(':') ? [key] : []))
    const chains = [...new Set(proposedChains)].filter((chain) => address(chain) !== undefined)
    if (chains.length === 0) continue
    const proposed = new Set(parts.flatMap(([, part]) => part.methods))
    const proposedEvents = new Set(parts.flatMap(([, part]) => part.events))
    granted[namespace] = {
      chains,
      accounts: chains.flatMap((chain) => addresses(chain).map((each) => `${chain}:${each}`)),
      methods: methods.filter((method) => proposed.has(method)),
      events: events.filter((event) => proposedEvents.has(event)),
    }
  }
  return granted
}
