import { codes } from '@latchkey/protocol'
import { encodeErrorResult, type Hex, parseAbi } from 'viem'
import { afterEach, expect, test } from 'vitest'
import type { FakeNode, RpcRequest } from '../testing/fakeNode.js'
import { openEvm, startFaultyNode } from '../testing/upstreams.js'
import { ensNameOf } from './ens.js'

/* A name service whose contracts answer as the test says. */

const holder = '0x00000000000000000000000000000000000a11ce'
const abi = parseAbi(['error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extra)'])

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** What is told of an address where every call of a contract is refused so. */
async function nameOf(code: number, data: unknown) {
  const answer: FakeNode['answer'] = (body) => {
    const { id, method } = body as RpcRequest
    return method === 'eth_call'
      ? { json: { jsonrpc: '2.0', id, error: { code, message: 'execution reverted', data } } }
      : { json: { jsonrpc: '2.0', id, result: '0x1' } }
  }
  const node = await startFaultyNode(answer)
  const { gateway, chain } = await openEvm(node.url)
  closing.push(node.close, gateway.close)
  return ensNameOf(gateway.ask, chain, holder, 0)
}

const lookup: Hex = encodeErrorResult({
  abi,
  errorName: 'OffchainLookup',
  args: [holder, ['https://gateway.example.com/{sender}/{data}'], '0x', '0x00000000', '0x'],
})

test.each([
  ['a text', lookup],
  ['an object', { data: lookup }],
])('behavior: a name that only a gateway knows is none, and no failure of the chain (its data as %s)', async (_, data) => {
  expect(await nameOf(3, data)).toEqual({ name: null, avatar: null, addresses: {} })
})

test('error: what a node refuses for another reason is not known to be none', async () => {
  await expect(nameOf(codes.internal, undefined)).rejects.toThrow()
})
