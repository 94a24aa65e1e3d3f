import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeNode, type RpcRequest, startFakeNode } from '../../testing/fakeNode.js'
import { openRpc, type Rpc, RpcError } from './rpc.js'

const busy = { code: 429, message: 'Too many requests' }
const reverted = { code: -32_000, message: 'execution reverted: rate limit exceeded' }

let nodes: [FakeNode, FakeNode]
let rpc: Rpc
beforeEach(async () => {
  nodes = [await startFakeNode(), await startFakeNode()]
  rpc = openRpc(
    nodes.map(({ url }) => url),
    31_337,
  )
})
afterEach(() => Promise.all([rpc.close(), ...nodes.map((node) => node.close())]))

/** A node answers each method with its name and its own number, or refuses it. */
function answers(node: FakeNode, refused: Readonly<Record<string, object>> = {}) {
  const number = nodes.indexOf(node) + 1
  const reply = ({ id, method }: RpcRequest) => {
    if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: '0x7a69' }
    const error = refused[method]
    return error ? { jsonrpc: '2.0', id, error } : { jsonrpc: '2.0', id, result: `${method} ${number}` }
  }
  node.answer = (body) => ({ json: Array.isArray(body) ? body.map(reply) : reply(body) })
}
const batch = (...methods: string[]) => rpc.batch(methods.map((method) => ({ method, params: [] })))

describe('a node of several that refuses', () => {
  test('behavior: a call is answered by the next one', async () => {
    answers(nodes[0], { a: busy })
    answers(nodes[1])
    expect(await rpc.call('a', [])).toBe('a 2')
  })

  test('behavior: of a batch, what it refuses is asked of the next one, and nothing else', async () => {
    answers(nodes[0], { b: busy, d: reverted })
    answers(nodes[1])
    expect(await batch('a', 'b', 'c', 'd')).toEqual(['a 1', 'b 2', 'c 1', new RpcError(reverted)])
    expect(nodes[1].methods.filter((method) => method !== 'eth_chainId')).toEqual(['b'])
  })

  test('error: what the chain says is asked of no other one', async () => {
    answers(nodes[0], { a: reverted })
    answers(nodes[1])
    await expect(rpc.call('a', [])).rejects.toEqual(new RpcError(reverted))
    expect(nodes[1].methods).toEqual([])
  })

  test('error: when all refuse, or the others are away, the refusal is the answer', async () => {
    for (const node of nodes) answers(node, { a: busy })
    await expect(rpc.call('a', [])).rejects.toEqual(new RpcError(busy))
    expect(await batch('a', 'b')).toEqual([new RpcError(busy), expect.stringMatching(/^b /)])
    nodes[1].answer = () => 'cut'
    await expect(rpc.call('a', [])).rejects.toEqual(new RpcError(busy))
    expect(await batch('a', 'b')).toEqual([new RpcError(busy), 'b 1'])
  })

  test('behavior: a refusal of the whole batch is one of the node', async () => {
    answers(nodes[1])
    nodes[0].answer = (body) => ({
      json: Array.isArray(body) ? { jsonrpc: '2.0', id: null, error: busy } : { jsonrpc: '2.0', id: 0, result: '0x7a69' },
    })
    expect(await batch('a', 'b')).toEqual(['a 2', 'b 2'])
  })
})
