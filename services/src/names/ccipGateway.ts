import { defaultEvmCoinType } from '@latchkey/protocol'
import {
  type Address,
  concat,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  hexToBytes,
  keccak256,
  namehash,
  numberToHex,
  parseAbi,
  size,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { chainIdOf, coinTypeOf, etherCoin } from './coinTypes.js'
import type { Names } from './openNames.js'

/** Seconds for which a signed answer holds. */
export const answerLife = 300

const outer = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
const inner = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
  'function multicall(bytes[] data) view returns (bytes[])',
])
/** Functions that have their name in common are told apart by what they return. */
const [addrOfEther, addrOfCoin] = [inner[0], inner[1]] as const
const nobody = '0x0000000000000000000000000000000000000000'

/** The question cannot be answered here: 404 for a name of another zone, 400 for what is no question. */
export class CcipError extends Error {
  constructor(
    readonly status: 400 | 404,
    message: string,
  ) {
    super(message)
  }
}

/** A short request can repeat one question thousands of times. */
const mostQuestions = 100
/** Bytes of a name in DNS, at most (RFC 1035). */
const longestName = 255

/** A name in the wire format of DNS: each label after its length, a zero at the end. */
function readDnsName(encoded: Hex): string {
  if (size(encoded) > longestName) throw new CcipError(400, 'No name in the format of DNS')
  const bytes = hexToBytes(encoded)
  const labels: string[] = []
  for (let at = 0; ; ) {
    const length = bytes[at]
    if (length === undefined || at + 1 + length > bytes.length) throw new CcipError(400, 'No name in the format of DNS')
    if (length === 0) return labels.join('.')
    labels.push(Buffer.from(bytes.subarray(at + 1, at + 1 + length)).toString('utf8'))
    at += 1 + length
  }
}

type Found = Awaited<ReturnType<Names['get']>>

/**
 * What one question of a resolver is answered with.
 *
 * @param node of the name: working it out takes longer than an answer, and one request may have a thousand questions
 */
function answerOf(node: Hex, found: Found, data: Hex, depth = 0): Hex {
  let call: ReturnType<typeof decodeFunctionData<typeof inner>>
  try {
    call = decodeFunctionData({ abi: inner, data })
  } catch {
    throw new CcipError(404, 'This gateway does not answer this question')
  }
  const { functionName, args } = call
  if (functionName === 'multicall') {
    if (depth > 0) throw new CcipError(400, 'A question of many questions cannot be part of another one')
    if (args[0].length > mostQuestions) throw new CcipError(400, `At most ${mostQuestions} questions at a time`)
    const answers = args[0].map((one) => answerOf(node, found, one, depth + 1))
    return encodeFunctionResult({ abi: inner, functionName: 'multicall', result: answers })
  }
  if (args[0] !== node) throw new CcipError(400, 'The question is about another name')
  if (functionName === 'contenthash') return encodeFunctionResult({ abi: inner, functionName: 'contenthash', result: '0x' })
  if (functionName === 'text') {
    const attributes = new Map(Object.entries(found?.attributes ?? {}))
    return encodeFunctionResult({ abi: inner, functionName: 'text', result: attributes.get(args[1]) ?? '' })
  }
  // ENSIP-19: an EVM chain without an address of its own has the default.
  const addressOf = (coinType: number) => {
    const own = found?.addresses[coinType] ?? (chainIdOf(coinType) === undefined ? undefined : found?.addresses[defaultEvmCoinType])
    return own?.address as Address | undefined
  }
  const coin = args[1]
  if (coin === undefined) return encodeFunctionResult({ abi: [addrOfEther], result: addressOf(etherCoin) ?? nobody })
  return encodeFunctionResult({ abi: [addrOfCoin], result: (coin <= 0xffffffffn && addressOf(coinTypeOf(Number(coin)))) || '0x' })
}

/** Answers for the zone's resolver on a chain (ENSIP-10) by what the registry has, and signs it (EIP-3668). */
export type CcipGateway = {
  readonly signer: Address
  /**
   * @param callData what the resolver asked with
   * @param now milliseconds
   * @throws CcipError
   */
  readonly answer: (callData: Hex, now?: number) => Promise<Hex>
}

/**
 * @param resolver the contract that the answers are for: another one refuses them
 * @param key of the signer that the contract knows
 */
export function createCcipGateway(
  names: Pick<Names, 'zones' | 'get'>,
  { resolver, key }: { readonly resolver: string; readonly key: string },
): CcipGateway {
  const account: PrivateKeyAccount = privateKeyToAccount(key as Hex)
  const resolve = async (callData: Hex): Promise<Hex> => {
    let question: readonly [Hex, Hex]
    try {
      question = decodeFunctionData({ abi: outer, data: callData }).args
    } catch {
      throw new CcipError(400, 'The data is no call of resolve(bytes,bytes)')
    }
    const name = readDnsName(question[0])
    if (!names.zones.some((zone) => name === zone || name.endsWith(`.${zone}`)))
      throw new CcipError(404, 'The name is of a zone that this gateway does not answer for')
    return answerOf(namehash(name), await names.get(name), question[1])
  }
  return {
    signer: account.address,
    answer: async (callData, now = Date.now()) => {
      const result = await resolve(callData)
      const expires = BigInt(Math.floor(now / 1_000) + answerLife)
      const hash = keccak256(concat(['0x1900', resolver as Hex, numberToHex(expires, { size: 8 }), keccak256(callData), keccak256(result)]))
      const signature = await account.sign({ hash })
      return encodeAbiParameters([{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }], [result, expires, signature])
    },
  }
}
