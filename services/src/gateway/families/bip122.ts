import { keepNewest } from '../readCache.js'
import { matchesGenesis } from './chainReference.js'
import type { Family } from './family.js'
import { allowOnly } from './methodLists.js'
import { faultOf, plainStatuses } from './nodeFaults.js'

/** Reads of a Bitcoin Core node. Nothing of its wallet, its peers or its mining; `scantxoutset` reads for minutes, an operator may allow it. */
const reads = [
  'decoderawtransaction',
  'decodescript',
  'estimatesmartfee',
  'getbestblockhash',
  'getblock',
  'getblockchaininfo',
  'getblockcount',
  'getblockhash',
  'getblockheader',
  'getblockstats',
  'getdifficulty',
  'getmempoolancestors',
  'getmempooldescendants',
  'getmempoolentry',
  'getmempoolinfo',
  'getrawtransaction',
  'gettxout',
  'gettxoutproof',
  'testmempoolaccept',
  'validateaddress',
  'verifytxoutproof',
]
const known = new Set(reads)

/** Starting up; still downloading blocks; without peers; internal error. -1 is not: Bitcoin Core says it of wrong parameters. */
const faults = [-28, -10, -9, -32_603]
/** What Bitcoin Core before 28 answers an error with; the error is in the body. */
const errorStatuses = [404, 500]

/** Bitcoin Core and what speaks like it. */
export const bip122: Family = {
  effectOf: (method) => (known.has(method) ? 'read' : 'change'),
  rulesOf: allowOnly([...reads, 'sendrawtransaction']),
  isShareable: () => true,
  keepFor: (chain, _method, raw) => keepNewest(chain, raw),
  heightMethod: 'getblockcount',
  identity: { method: 'getblockhash', params: [0], matches: matchesGenesis },
  lag: 1,
  isNodeFault: faultOf(faults),
  mayLag: () => false,
  isAnswer: (status) => plainStatuses(status) || errorStatuses.includes(status),
}
