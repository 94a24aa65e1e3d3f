import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { type RpcRequest, startFakeNode } from '../../testing/fakeNode.js'
import { readBlocks } from './reader.js'
import { openRpc } from './rpc.js'

const word = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
const [from, to]: readonly Hex[] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const hash = word(1)
const place = { blockNumber: '0x1', blockHash: hash }
const sent = { from, to, value: '0x5', nonce: '0x0', input: '0x', gasPrice: '0x1', ...place }
const done = { status: '0x1', gasUsed: '0x5208', contractAddress: null, logs: [], ...place }
const results: Readonly<Record<string, unknown>> = {
  eth_chainId: '0x7a69',
  eth_getBlockByNumber: {
    ...{ number: '0x1', hash, parentHash: word(0), timestamp: '0x64' },
    transactions: [2, 3].map((number, index) => ({ ...sent, hash: word(number), transactionIndex: `0x${index}` })),
  },
  eth_getBlockReceipts: [2, 3].map((number) => ({ ...done, transactionHash: word(number) })),
  debug_traceBlockByNumber: [
    // A transaction may take a node longer than it traces for.
    { txHash: word(2), error: 'execution timeout' },
    { txHash: word(3), result: { type: 'CALL', from, to, value: '0x5', calls: [{ type: 'CALL', from: to, to: from, value: '0x1' }] } },
  ],
}

test('security: a transaction that the node cannot trace is read without its calls, and holds up nothing', async () => {
  const node = await startFakeNode()
  node.identity = {}
  const reply = ({ id, method }: RpcRequest) => ({ jsonrpc: '2.0', id, result: results[method] })
  node.answer = (body) => ({ json: Array.isArray(body) ? body.map(reply) : reply(body) })
  const rpc = openRpc([node.url], 31_337)
  try {
    const [block] = await readBlocks(rpc, 1, 1, 'debug_traceBlockByNumber')
    expect(block?.transactions.map(({ transfers }) => transfers.map(({ amount }) => amount))).toEqual([[5n], [5n, 1n]])
  } finally {
    await rpc.close()
    await node.close()
  }
})
