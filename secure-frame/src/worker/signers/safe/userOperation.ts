import { z } from '@latchkey/protocol/schemas/secure'
import type { Hex } from 'viem'
import type { Prepared } from '../../approve/content.js'
import { invalid, notAllowed } from '../../policy/refusals.js'
import type { SignerContext } from '../context.js'
import { type Call, decodeCalls } from './calls.js'
import { contracts } from './contracts.js'
import { prepareOperation } from './prepareOperation.js'

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const callData = z.pipe(
  z.string().check(z.maxLength(262_144), z.regex(/^0x(?:[0-9a-fA-F]{2})*$/)),
  z.transform((text: string): Hex => `0x${text.slice(2)}`),
)
const request = z.tuple([z.object({ sender: address, callData }), address], z.unknown())

/**
 * `eth_sendUserOperation`: `[operation, entryPoint]`. Of the operation the calls are taken, and nothing else: nonce, gas, fees, paymaster and the
 * account's deployment come from our own node and bundler.
 *
 * @throws RpcError -32602; 4200 for another account or entry point, and for anything but plain calls of the account
 */
export function userOperationParams(params: unknown, account: string): readonly Call[] {
  const parsed = request.safeParse(params)
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.path.join('.') ?? '')
  const [{ sender, callData: bytes }, entryPoint] = parsed.data
  if (sender.toLowerCase() !== account.toLowerCase()) throw notAllowed('sender')
  if (entryPoint.toLowerCase() !== contracts.entryPoint.toLowerCase()) throw notAllowed('entryPoint')
  const calls = decodeCalls(bytes)
  if (!calls || calls.length === 0) throw notAllowed('callData')
  return calls
}

/** Prepares `eth_sendUserOperation`, whose answer is the operation's hash. */
export async function prepareUserOperation(params: unknown, context: SignerContext): Promise<Prepared> {
  const calls = userOperationParams(params, context.account)
  if (!context.smart) throw notAllowed('eoa')
  return prepareOperation(calls, context, context.smart, async (hash) => hash)
}
