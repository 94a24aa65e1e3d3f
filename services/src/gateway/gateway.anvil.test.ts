import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { createPublicClient, createWalletClient, custom, defineChain, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, openGateway } from '../testing/gateway.js'

/** The first account of the well-known test mnemonic; worth nothing anywhere but here. */
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const sent: string[][] = []
let anvil: Anvil
let opened: Awaited<ReturnType<typeof openGateway>>
beforeAll(async () => {
  anvil = await startAnvil()
  opened = await openGateway([anvil], { onSent: ({ caipNetworkId }, raw, hash) => sent.push([caipNetworkId, raw.slice(0, 4), hash]) })
})
afterAll(async () => {
  await opened.gateway.close()
  await anvil.stop()
})

const chain = defineChain({
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
/** viem, speaking through the gateway. */
const transport = custom({
  async request({ method, params }: { method: string; params?: unknown }) {
    const body = bodyOf(await opened.call(method, params ?? [])) as {
      result?: unknown
      error?: { code: number; message: string; data?: unknown }
    }
    if (body.error) throw Object.assign(new Error(body.error.message), body.error)
    return body.result
  },
})

describe('createGateway on a real chain', () => {
  test('behavior: viem sends a transaction through it and finds the receipt and the new balance', async () => {
    const client = createPublicClient({ chain, transport })
    const wallet = createWalletClient({ chain, transport, account })
    const before = await client.getBalance({ address: receiver })
    const hash = await wallet.sendTransaction({ to: receiver, value: parseEther('1.5') })
    const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
    expect(receipt.status).toBe('success')
    expect((await client.getBalance({ address: receiver })) - before).toBe(parseEther('1.5'))
    expect(await client.getTransactionCount({ address: account.address })).toBe(1)
    // Who keeps the history hears of it.
    expect(sent).toEqual([['eip155:31337', '0x02', hash]])
  })

  test("behavior: the chain's own refusal arrives with its code and words", async () => {
    const answer = await opened.call('eth_sendRawTransaction', ['0x00'])
    expect(answer.status).toBe(200)
    const direct = await fetch(anvil.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x00"]}',
    })
    expect(bodyOf(answer)).toEqual(await direct.json())
    expect(sent).toHaveLength(1)
  })

  test('behavior: a batch of a thousand different reads is answered in order', async () => {
    const calls = Array.from({ length: 1_000 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'eth_getBalance',
      params: [`0x${(id + 1).toString(16).padStart(40, '0')}`, 'latest'],
    }))
    const answer = await opened.post(JSON.stringify(calls))
    expect(answer.status).toBe(200)
    const replies = bodyOf(answer) as { id: number; result: string }[]
    expect(replies.map(({ id }) => id)).toEqual(calls.map(({ id }) => id))
    expect(replies.every(({ result }) => result === '0x0')).toBe(true)
  })

  test('behavior: dangerous methods do not reach the chain', async () => {
    for (const method of ['anvil_setBalance', 'evm_mine', 'debug_traceTransaction', 'eth_sendTransaction', 'eth_accounts'])
      expect(bodyOf(await opened.call(method))).toMatchObject({ error: { code: -32601 } })
  })

  test('behavior: after the chain went away, requests say so', async () => {
    const other = await startAnvil()
    const gone = await openGateway([other])
    try {
      expect((await gone.call('eth_blockNumber')).status).toBe(200)
      await other.stop()
      expect((await gone.call('eth_blockNumber')).status).toBe(503)
    } finally {
      await gone.gateway.close()
    }
  })
})
