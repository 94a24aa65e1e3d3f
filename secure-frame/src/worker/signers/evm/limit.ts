import { encodeFunctionData, type Hex, parseAbi, parseUnits } from 'viem'
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
    return encodeFunctionData({ abi, functionName: 'approve', args: [call.spender, parseUnits(amount, token?.decimals ?? 0)] })
  }
}
