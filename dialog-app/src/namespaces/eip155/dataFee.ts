import { codes, errors, RpcError } from '@latchkey/protocol'
import { concatHex, decodeAbiParameters, encodeFunctionData, type Hex, numberToHex, parseAbi, toHex, toRlp } from 'viem'
import type { RpcClient } from '../../api/rpc.js'
import type { AddressCall } from '../transactions.js'

type Rpc = Pick<RpcClient, 'request'>

/** The contract that every chain of the OP stack has there: it says what its transactions cost on the chain below. */
const oracle = '0x420000000000000000000000000000000000000F'
const oracleAbi = parseAbi(['function getL1Fee(bytes transaction) view returns (uint256)'])
/** Fields that are not known yet, as large as they are likely to be: each byte is paid for. */
const largest = { chainId: 0xffffffff, nonce: 0xffff, price: 10n ** 11n, gas: 300_000n }
/** Bytes of a user operation beside its call (ERC-4337): they hardly shrink, and so have no pattern here. */
const operationBytes = 900

/** A transaction as it is measured: without its signature, for which the contract adds the bytes itself (EIP-1559). */
function measured({ to, value, data = '0x' }: AddressCall, isContract: boolean): Hex {
  const { chainId, nonce, price, gas } = largest
  const numbers = [chainId, nonce, price, price, gas].map((number) => numberToHex(number))
  const more = isContract ? toHex(crypto.getRandomValues(new Uint8Array(operationBytes))) : '0x'
  return concatHex(['0x02', toRlp([...numbers, to as Hex, value === 0n ? '0x' : numberToHex(value), concatHex([data as Hex, more]), []])])
}

/**
 * What a chain of the OP stack takes beside the gas, for writing a transaction to the chain below (the L1 data fee).
 *
 * @param isContract the call is made by a user operation (ERC-4337)
 * @returns wei; 0 on every other chain
 * @throws RpcError the node's own
 * @example
 * const fee = await dataFee({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n }, { request: async () => '0x' }, false)
 * fee // 0n
 */
export async function dataFee(call: AddressCall, rpc: Rpc, isContract: boolean): Promise<bigint> {
  const data = encodeFunctionData({ abi: oracleAbi, functionName: 'getL1Fee', args: [measured(call, isContract)] })
  const answer = await rpc.request('eth_call', [{ to: oracle, data }, 'latest']).catch((error: unknown) => {
    // Something else lives there: no chain of the OP stack.
    if (error instanceof RpcError && error.code === 3) return '0x'
    throw error
  })
  if (answer === '0x' || answer === null) return 0n
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer)) throw new RpcError(codes.internal, errors.fallback)
  return decodeAbiParameters([{ type: 'uint256' }], answer as Hex)[0]
}
