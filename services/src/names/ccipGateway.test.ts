import {
  concat,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  namehash,
  parseAbi,
  stringToBytes,
  toHex,
} from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createCcipGateway } from './ccipGateway.js'

/* What strangers may ask the gateway of a zone. */

const zone = 'wallet.test'
const mira = `mira.${zone}`
const abi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function multicall(bytes[] data) view returns (bytes[])',
])
const gateway = createCcipGateway(
  {
    zones: [zone],
    get: async (name) =>
      name === mira ? { name, registered_at: null, updated_at: null, attributes: { bio: 'Hello' }, addresses: {} } : undefined,
  },
  { resolver: '0x0000000000000000000000000000000000000001', key: generatePrivateKey() },
)

const dnsName = (name: string): Hex =>
  concat([...name.split('.').map((label) => concat([toHex(label.length, { size: 1 }), toHex(stringToBytes(label))])), '0x00'])
const textOf = (name: string, key: string) => encodeFunctionData({ abi, functionName: 'text', args: [namehash(name), key] })
const ask = async (name: string, data: Hex): Promise<Hex> => {
  const answer = await gateway.answer(encodeFunctionData({ abi, functionName: 'resolve', args: [dnsName(name), data] }))
  const [result] = decodeAbiParameters([{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }], answer)
  return result
}
const said = async (name: string, key: string) =>
  decodeFunctionResult({ abi, functionName: 'text', data: await ask(name, textOf(name, key)) })

describe('answers for names of the zone', () => {
  test('behavior: what a name says, and nothing that it does not say', async () => {
    expect(await said(mira, 'bio')).toBe('Hello')
    for (const key of ['url', 'constructor', '__proto__', 'toString', '']) expect([key, await said(mira, key)]).toEqual([key, ''])
    expect(await said(`nobody.${zone}`, 'bio')).toBe('')
  })

  test('error: a name that is longer than any that there is', async () => {
    const longest = `${'a.'.repeat(121)}${zone}`
    expect([dnsName(longest), dnsName(`b${longest}`)].map((one) => one.length / 2 - 1)).toEqual([255, 256])
    expect(await said(longest, 'bio')).toBe('')
    await expect(said(`b${longest}`, 'bio')).rejects.toThrow('No name in the format of DNS')
  })

  test('error: more questions at once than a client has', async () => {
    const name = `${'a.'.repeat(120)}${zone}`
    const question = textOf(name, '')
    // Each offset leads to the same question.
    const one = `${toHex(question.length / 2 - 1, { size: 32 }).slice(2)}${question.slice(2).padEnd(2 * 128, '0')}`
    const selector = encodeFunctionData({ abi, functionName: 'multicall', args: [[]] }).slice(0, 10)
    const askAll = (count: number) => {
      const words = [32, count, ...Array.from({ length: count }, () => 32 * count)].map((word) => toHex(word, { size: 32 }).slice(2))
      return ask(name, `${selector}${words.join('')}${one}` as Hex)
    }
    expect(decodeFunctionResult({ abi, functionName: 'multicall', data: await askAll(100) })).toHaveLength(100)
    await expect(askAll(101)).rejects.toThrow('At most 100 questions at a time')
  })
})
