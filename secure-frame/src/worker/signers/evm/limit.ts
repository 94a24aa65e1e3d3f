import { encodeFunctionData, type Hex, parseAbi, parseUnits } from 'viem'
import { limitOf } from '../../approve/numbers.js'
import { invalid } from '../../policy/refusals.js'
import type { SignerContext } from '../context.js'
import { listOf } from '../listed.js'
import type { DecodedCall } from './decodeCall.js'
import { readNamed } from './tokens.js'

const abi = parseAbi(['function approve(address spender, uint256 amount)'])

/** The call's data with another limit, in the token's decimal text; undefined for a call that sets none, or one that only adds to it. */
export function changeLimit(
  call: DecodedCall,
  context: Pick<SignerContext, 'rpc' | 'account' | 'contracts' | 'network'>,
): ((amount: string) => Promise<Hex>) | undefined {
  if (call.kind !== 'approve' || call.increase) return undefined
  return async (amount) => {
    const { token } = await readNamed(context, call.token, listOf(context))
    // An amount with more digits than the token has would be rounded, perhaps up.
    const limit = token ? limitOf(amount, token) : undefined
    if (!token || limit === undefined) throw invalid('this limit is no amount of the token')
    return encodeFunctionData({ abi, functionName: 'approve', args: [call.spender, parseUnits(limit, token.decimals)] })
  }
}
