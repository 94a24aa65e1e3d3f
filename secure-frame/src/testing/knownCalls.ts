import { type AbiFunction, type AbiParameter, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { callTable } from '../worker/signers/evm/decodeCall.js'
import { functionTable } from '../worker/signers/evm/functions.js'
import { wrapperTable } from '../worker/signers/evm/wrappers.js'

/** Every function that the wallet knows by name. */
export const knownSignatures: readonly string[] = [...Object.keys(callTable), ...Object.keys(functionTable), ...Object.keys(wrapperTable)]

/** Addresses for arguments: the account, another one, and tokens of a route. */
export type Cast = { readonly account: Hex; readonly other: Hex; readonly tokens: readonly Hex[] }

const own = /^(?:to|recipient|receiver|onBehalfOf|owner|from|holder|account)$/

function argument({ name = '', type, ...rest }: AbiParameter, cast: Cast): unknown {
  if (type.endsWith('[]')) {
    const inner = { ...rest, name: '', type: type.slice(0, -2) } as AbiParameter
    if (name === 'path') return cast.tokens
    return [argument(inner, cast)]
  }
  if (type === 'tuple') {
    const { components } = rest as unknown as { readonly components: readonly AbiParameter[] }
    return Object.fromEntries(components.map((component) => [component.name, argument(component, cast)]))
  }
  if (type === 'address')
    return name.startsWith('token') ? cast.tokens.at(name === 'tokenOut' ? -1 : 0) : own.test(name) ? cast.account : cast.other
  if (type === 'bool') return true
  // A call of an unknown function inside: 0x4e71d92d is claim().
  if (type === 'bytes') return '0x4e71d92d'
  if (type.startsWith('bytes')) return `0x${'00'.repeat(Number(type.slice(5)))}`
  if (type === 'uint8') return 0
  return name === 'deadline' || name === 'expiry' ? 4_000_000_000n : 1_000n
}

/** A call of a known function, with plausible arguments. */
export function dataOf(signature: string, cast: Cast): Hex {
  const abi = parseAbi([`function ${signature}`] as readonly string[]) as readonly AbiFunction[]
  const [item] = abi
  if (!item) throw new Error(signature)
  return encodeFunctionData({ abi, functionName: item.name, args: item.inputs.map((input) => argument(input, cast)) })
}
