import { createMethodRules, effectOf } from '../methodRules.js'
import { isShareable, keepFor } from '../readCache.js'
import { matchesNumber } from './chainReference.js'
import type { Family } from './family.js'
import { evmFaults, plainStatuses } from './nodeFaults.js'
import { sentBefore } from './sentBefore.js'

/** What a node does not have yet, or never will: it says `null` to both. */
const lagging = new Set([
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])

/** EVM chains. The methods are those of the policy table. */
export const eip155: Family = {
  effectOf,
  rulesOf: createMethodRules,
  isShareable,
  keepFor,
  heightMethod: 'eth_blockNumber',
  identity: { method: 'eth_chainId', params: [], matches: matchesNumber },
  lag: 5,
  ...evmFaults,
  mayLag: (method) => lagging.has(method),
  sentBefore,
  isAnswer: plainStatuses,
}
