import { retryableCodes } from '@latchkey/protocol'
import { createMethodRules, effectOf } from '../methodRules.js'
import { isShareable, keepFor } from '../readCache.js'
import type { Family } from './family.js'
import { faultOf, plainStatuses } from './nodeFaults.js'

/** EVM chains. The methods are those of the policy table. */
export const eip155: Family = {
  effectOf,
  rulesOf: createMethodRules,
  isShareable,
  keepFor,
  heightMethod: 'eth_blockNumber',
  lag: 5,
  isNodeFault: faultOf(retryableCodes),
  isAnswer: plainStatuses,
}
