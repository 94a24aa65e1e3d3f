import { type Family, families, methodPolicies, type NamespaceId, type Network } from '@latchkey/protocol'
import { deprecatedId } from '../../namespaces/deprecatedIds.js'

export type ProposedNamespace = { chains: string[]; methods: string[]; events: string[] }

/** Reads of what the wallet can do and did (EIP-5792); every other read is answered by a node. */
const walletRead = /^wallet_/
export const proposedEvents: readonly string[] = ['accountsChanged', 'chainChanged']

/** The methods of a family that a wallet is asked to permit. */
export function proposedMethods(namespace: NamespaceId): string[] {
  const { unproposed = [] } = families[namespace].session as Family['session']
  return Object.entries(methodPolicies[namespace])
    .filter(([method, policy]) => (policy !== 'read' || walletRead.test(method)) && !unproposed.includes(method))
    .map(([method]) => method)
}

/**
 * What a session is asked for: every family of the page's networks, all optional, so that a wallet with one of them can still connect.
 *
 * @param networks the page's networks; a network with an older id is proposed under both
 */
export function buildProposal(networks: readonly Network[]): Record<string, ProposedNamespace> {
  const proposal: Record<string, ProposedNamespace> = {}
  for (const { chainNamespace, caipNetworkId, deprecatedCaipNetworkId } of networks) {
    proposal[chainNamespace] ??= { chains: [], methods: proposedMethods(chainNamespace), events: [...proposedEvents] }
    const { chains } = proposal[chainNamespace]
    for (const id of [caipNetworkId, deprecatedCaipNetworkId ?? deprecatedId(caipNetworkId)])
      if (id !== undefined && !chains.includes(id)) chains.push(id)
  }
  return proposal
}
