import { codes, errors, RpcError } from '@latchkey/protocol'
import type { RpcClient } from '../../api/rpc.js'
import type { Balance } from '../namespace.js'

/** Selectors of ERC-20. */
const balanceOf = '0x70a08231'
const decimals = '0x313ce567'
const symbol = '0x95d89b41'
/** Hexadecimal digits of a word of the ABI. */
const word = 64

const noToken = () => new RpcError(codes.internal, errors.fallback)

/** A `string` as the ABI writes it: where it begins, its length, its bytes. Tokens from before ERC-20 was finished answer 32 bytes, padded with zeros. */
function readText(digits: string): string {
  const length = digits.length > word ? Number(BigInt(`0x${digits.slice(word, 2 * word)}`)) * 2 : word
  const bytes = (digits.length > word ? digits.slice(2 * word, 2 * word + length) : digits).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16))).replace(/\0+$/, '')
}

/**
 * How much of an ERC-20 token an address has: `balanceOf`, `decimals` and `symbol` at the latest block.
 *
 * @throws RpcError as the JSON-RPC client; -32603 where there is no such token
 */
export async function tokenBalance(
  token: string,
  address: string,
  rpc: Pick<RpcClient, 'request'>,
  signal?: AbortSignal,
): Promise<Balance> {
  const read = async (data: string) => {
    const answer = await rpc.request('eth_call', [{ to: token, data }, 'latest'], { signal })
    // An address without code answers nothing.
    if (typeof answer !== 'string' || !/^0x([0-9a-f]{64})+$/i.test(answer)) throw noToken()
    return answer.slice(2)
  }
  const [amount, places, name] = await Promise.all([
    read(`${balanceOf}${address.slice(2).toLowerCase().padStart(word, '0')}`),
    read(decimals),
    read(symbol),
  ])
  const scale = BigInt(`0x${places}`)
  if (scale > 36n) throw noToken()
  return { value: BigInt(`0x${amount.slice(0, word)}`), decimals: Number(scale), symbol: readText(name) }
}
