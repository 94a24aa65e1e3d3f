import { keepNewest } from '../readCache.js'
import { matchesGenesis } from './chainReference.js'
import type { Family } from './family.js'
import { allowOnly } from './methodLists.js'
import { plainStatuses, solanaFaults } from './nodeFaults.js'

/** Facts about the newest slot: kept for a fraction of a block. */
const newest = [
  'getAccountInfo',
  'getBalance',
  'getBlockHeight',
  'getEpochInfo',
  'getFeeForMessage',
  'getLatestBlockhash',
  'getMultipleAccounts',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getSlot',
  'getTokenAccountBalance',
  'getTokenAccountsByDelegate',
  'getTokenAccountsByOwner',
  'getTokenSupply',
  'getTransaction',
  'isBlockhashValid',
]
/** `getProgramAccounts` is not among them: one call may read a whole program. An operator may allow it. */
const reads = [
  ...newest,
  'getBlock',
  'getBlockCommitment',
  'getBlocks',
  'getBlocksWithLimit',
  'getBlockTime',
  'getEpochSchedule',
  'getFirstAvailableBlock',
  'getGenesisHash',
  'getHealth',
  'getIdentity',
  'getInflationGovernor',
  'getInflationRate',
  'getInflationReward',
  'getMinimumBalanceForRentExemption',
  'getRecentPerformanceSamples',
  'getSlotLeader',
  'getSupply',
  'getTokenLargestAccounts',
  'getTransactionCount',
  'getVersion',
  'minimumLedgerSlot',
  'simulateTransaction',
]
const kept = new Set(newest)
const known = new Set(reads)

/** Solana's nodes. A transaction is sent to one of them, once: it spreads it, and repeats it until its blockhash expires. */
export const solana: Family = {
  effectOf: (method) => (known.has(method) ? 'read' : 'change'),
  rulesOf: allowOnly([...reads, 'sendTransaction']),
  isShareable: () => true,
  keepFor: (chain, method, raw) => (kept.has(method) ? keepNewest(chain, raw) : 0),
  heightMethod: 'getSlot',
  identity: { method: 'getGenesisHash', params: [], matches: matchesGenesis },
  lag: 5,
  ...solanaFaults,
  mayLag: (method) => method === 'getTransaction' || method === 'getBlock',
  isAnswer: plainStatuses,
}
