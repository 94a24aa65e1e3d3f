import { keepNewest } from '../readCache.js'
import { matchesGenesis } from './chainReference.js'
import type { Family } from './family.js'
import { allowOnly } from './methodLists.js'
import { bitcoinFaults, plainStatuses } from './nodeFaults.js'

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
  ...bitcoinFaults,
  mayLag: () => false,
  isAnswer: (status) => plainStatuses(status) || errorStatuses.includes(status),
}
