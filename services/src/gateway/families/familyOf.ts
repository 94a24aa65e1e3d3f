import { namespaceOf } from '@latchkey/protocol'
import type { Chain } from '../../config/chains.js'
import { bip122 } from './bip122.js'
import { eip155 } from './eip155.js'
import type { Family } from './family.js'
import { solana } from './solana.js'

/** Families whose nodes speak JSON-RPC for wallets; the others' wallets bring their nodes. */
const families: Readonly<Partial<Record<string, Family>>> = { eip155, solana, bip122 }

/**
 * The family of a chain.
 *
 * @throws Error when the gateway does not serve it; the configuration has refused such a chain's nodes
 */
export function familyOf(chain: Pick<Chain, 'caipNetworkId'>): Family {
  const family = families[namespaceOf(chain.caipNetworkId)]
  if (!family) throw new Error(`The gateway does not serve ${chain.caipNetworkId}.`)
  return family
}
