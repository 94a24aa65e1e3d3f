import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codes } from '@latchkey/protocol'
import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { localContracts, writeGenesis } from '@latchkey/testkit/src/chains/localContracts.js'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { pino } from 'pino'
import { type Address, createTestClient, erc20Abi, http, parseAbi, parseUnits, publicActions, walletActions } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { v2FactoryAbi } from '../chainReads/uniswap.js'
import { type AskChain, NodeError } from '../gateway/askChain.js'
import type { NodeAnswer } from '../testing/fakeNode.js'
import { openGateway } from '../testing/gateway.js'
import { faults, openEvm, startFaultyNode } from '../testing/upstreams.js'
import { openPrices } from './openPrices.js'
import { poolPrices } from './poolPrices.js'
import { nativeCoin, priceScale } from './priceProvider.js'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
async function over(answer: NodeAnswer) {
  const node = await startFaultyNode(answer)
  const { gateway, chain } = await openEvm(node.url)
  closing.push(node.close, gateway.close)
  return { provider: poolPrices(gateway.ask), chain }
}

describe('poolPrices over a broken node', () => {
  test.each(faults)('behavior: $what is no answer', async ({ answer }) => {
    const { provider, chain } = await over(answer)
    await expect(provider.pricesOf({ chain, tokens: [nativeCoin], signal: AbortSignal.timeout(20_000) })).rejects.toThrow()
  })

  test('behavior: a node that is silent is given up in time, and nothing has a price', async () => {
    const { provider, chain } = await over('hang')
    const started = Date.now()
    expect(await openPrices([provider], pino({ level: 'silent' }), { timeout: 100 }).of(chain, [nativeCoin])).toEqual(new Map())
    expect(Date.now() - started).toBeLessThan(2_000)
  })
})

describe('poolPrices over a real chain', () => {
  const { faucet, tokens, pools } = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
  const addressOf = (key: string) => (tokens[key] ?? expect.fail(`There is no ${key}.`)).address
  /** A token of six decimals that nobody trades yet. */
  const token = addressOf('COPY')
  const units = (amount: number) => parseUnits(String(amount), 6)

  /** A chain on which the operator lists the token, too, and on which it is traded in one pair that holds so many dollars. */
  async function traded() {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-pools-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const node = await startAnvil({ chainId: 31_337, args: ['--init', await writeGenesis({ chainId: 31_337, folder })] })
    closing.push(node.stop)
    const { tokens: listed, ...config } = contractsConfig(31_337)
    const also = [...listed, { address: token, symbol: 'COPY', decimals: 6 }]
    const { gateway, chain } = await openGateway([{ url: node.url }], { chain: { testnet: true, ...config, tokens: also } })
    closing.push(gateway.close)
    const client = createTestClient({
      chain: { ...localChain(), rpcUrls: { default: { http: [node.url] } } },
      ...{ transport: http(), mode: 'anvil', pollingInterval: 20 },
    })
      .extend(publicActions)
      .extend(walletActions)
    await client.impersonateAccount({ address: faucet })
    const send = async (address: Address, abi: readonly unknown[], functionName: string, args: readonly unknown[]) => {
      const hash = await client.writeContract({ account: faucet, address, abi, functionName, args } as never)
      expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
    }
    const both = [token, addressOf('USDC')] as const
    await send(pools.v2Factory, parseAbi(['function createPair(address, address) returns (address)']), 'createPair', both)
    const pair = await client.readContract({ address: pools.v2Factory, abi: v2FactoryAbi, functionName: 'getPair', args: both })
    return {
      ask: gateway.ask,
      chain,
      /** Puts so much of both into the pair, for longer than prices look back. */
      add: async (amount: bigint) => {
        for (const one of both) await send(one, erc20Abi, 'transfer', [pair, amount])
        await send(pair, parseAbi(['function mint(address) returns (uint256)']), 'mint', [faucet])
        await client.mine({ blocks: 101 })
      },
      prices: () =>
        poolPrices(gateway.ask).pricesOf({
          chain,
          tokens: [token.toLowerCase(), addressOf('WBTC').toLowerCase()],
          signal: AbortSignal.timeout(20_000),
        }),
    }
  }

  test('security: a listed token that is traded in a thin pool alone has no price, and has one from 10,000 dollars on', async () => {
    const { add, prices } = await traded()
    // Both sides count, so half of it is in dollars.
    await add(units(4_999.999999))
    const thin = await prices()
    expect(thin.has(token.toLowerCase())).toBe(false)
    expect(thin.has(addressOf('WBTC').toLowerCase())).toBe(true)
    await add(units(0.000001))
    expect((await prices()).get(token.toLowerCase())).toBe(priceScale)
  })

  test('behavior: while the node is too busy to say what pools held, the price that was known stays', async () => {
    const { ask, chain } = await traded()
    let busy = false
    const sometimes: AskChain = async (id, method, params) => {
      if (busy && method === 'eth_call' && params[1] !== 'latest') throw new NodeError(codes.internal, 'No node answers', undefined, 1)
      return ask(id, method, params)
    }
    let now = Date.now()
    const prices = openPrices([poolPrices(sometimes)], pino({ level: 'silent' }), { now: () => now, timeout: 20_000 })
    const wbtc = addressOf('WBTC').toLowerCase()
    const known = await prices.of(chain, [wbtc])
    expect(known.has(wbtc)).toBe(true)
    busy = true
    now += 120_000
    expect(await prices.of(chain, [wbtc])).toEqual(known)
  })
})
