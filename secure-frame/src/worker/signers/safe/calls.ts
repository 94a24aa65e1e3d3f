import { concat, decodeFunctionData, encodeFunctionData, encodePacked, type Hex, hexToBigInt, size, slice } from 'viem'
import { contracts, moduleAbi, multiSendAbi, safeAbi } from './contracts.js'

/** One thing that an account does. `inPlace`: the code of `to` runs as the account; only calls that the wallet made itself do. */
export type Call = { readonly to: Hex; readonly value: bigint; readonly data: Hex; readonly inPlace?: true }

/** How the module is told to call: as the account, or with a contract's code in the account's place. */
const plainCall = 0
const delegateCall = 1

const operationOf = ({ inPlace }: Call) => (inPlace ? delegateCall : plainCall)
const pack = (call: Call): Hex => {
  const { to, value, data } = call
  return encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [operationOf(call), to, value, BigInt(size(data)), data])
}

/** Several calls as the one that the account makes for all of them. */
function argumentsOf(calls: readonly Call[]) {
  const [only, ...more] = calls
  if (only && more.length === 0) return [only.to, only.value, only.data, operationOf(only)] as const
  const batch = encodeFunctionData({ abi: multiSendAbi, functionName: 'multiSend', args: [concat(calls.map(pack))] })
  return [contracts.multiSend, 0n, batch, delegateCall] as const
}

/** The call data of a user operation: all calls happen, or none. */
export const encodeCalls = (calls: readonly Call[]): Hex =>
  encodeFunctionData({ abi: moduleAbi, functionName: 'executeUserOpWithErrorString', args: argumentsOf(calls) })

/** The same as the account's module has it done. */
export const encodeModuleCalls = (calls: readonly Call[]): Hex =>
  encodeFunctionData({ abi: safeAbi, functionName: 'execTransactionFromModule', args: argumentsOf(calls) })

/** Reads the packed list of `multiSend`; null when an entry is not a plain call, or the list is cut. */
function unpack(packed: Hex): Call[] | null {
  const calls: Call[] = []
  const head = 1 + 20 + 32 + 32
  for (let at = 0; at < size(packed); ) {
    if (size(packed) < at + head) return null
    const length = hexToBigInt(slice(packed, at + 53, at + head))
    const end = at + head + Number(length)
    if (length > BigInt(size(packed)) || size(packed) < end || slice(packed, at, at + 1) !== '0x00') return null
    calls.push({
      to: slice(packed, at + 1, at + 21),
      value: hexToBigInt(slice(packed, at + 21, at + 53)),
      data: length === 0n ? '0x' : slice(packed, at + head, end),
    })
    at = end
  }
  return calls
}

/** The calls in a user operation's call data; null for anything but calls of the account, such as code that would run in its place. */
export function decodeCalls(callData: Hex): readonly Call[] | null {
  try {
    const [to, value, data, operation] = decodeFunctionData({ abi: moduleAbi, data: callData }).args
    if (operation === plainCall) return [{ to, value, data }]
    if (operation !== delegateCall || to.toLowerCase() !== contracts.multiSend.toLowerCase()) return null
    return unpack(decodeFunctionData({ abi: multiSendAbi, data }).args[0])
  } catch {
    return null
  }
}
