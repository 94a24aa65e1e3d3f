import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { pino } from 'pino'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  publicActions,
  walletActions,
} from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { evmReader } from '../chainReads/evmReader.js'
import { createTokenMemory, evmTokenFacts } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import { fixedPrices } from '../prices/fixedPrices.js'
import { openPrices } from '../prices/openPrices.js'
import { poolPrices } from '../prices/poolPrices.js'
import { nativeCoin } from '../prices/priceProvider.js'
import { openEvm, startEvm } from '../testing/upstreams.js'
import { gasPricesOf } from './gasPrices.js'
import { openSwaps, type Swaps } from './openSwaps.js'
import { poolSwaps } from './pools/poolSwaps.js'

/* Swaps on the real pools of a local chain: what is quoted is what arrives. `LATCHKEY_LONG=1` swaps more than ten thousand times. */

const long = Boolean(process.env.LATCHKEY_LONG)
const rounds = long ? 10_000 : 60
const timeout = long ? 3_600_000 : 120_000

const contracts = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
const { faucet, tokens, pools } = contracts
const tokenAt = (key: string) => tokens[key] ?? expect.fail(`There is no ${key}.`)
const at = (key: string) => (key === 'ETH' ? nativeCoin : tokenAt(key).address.toLowerCase())
const decimalsOf = (key: string) => (key === 'ETH' ? 18 : tokenAt(key).decimals)
const user = '0x00000000000000000000000000000000005a11e5' as Address
const attacker = '0x000000000000000000000000000000000bad5a11' as Address
const lp = parseAbi([
  'function addLiquidity(address, address, uint256, uint256, uint256, uint256, address, uint256)',
  'function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline)) payable',
  'function slot0() view returns (uint160, int24 tick, uint16, uint16, uint16, uint8, bool)',
])
const forEver = 2n ** 63n

/** Numbers that look random and are the same in every run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

let folder: string
let node: Awaited<ReturnType<typeof startEvm>>
let evm: Awaited<ReturnType<typeof openEvm>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-swap-'))
  node = await startEvm(folder)
  evm = await openEvm(node.url)
  for (const who of [user, attacker, faucet]) {
    await client().impersonateAccount({ address: who })
    await client().setBalance({ address: who, value: parseEther('1000000') })
  }
  for (const who of [user, attacker])
    for (const key of ['WETH', 'USDC', 'DAI', 'USDT', 'WBTC', 'MKR', 'COPY', 'FEE']) {
      const token = tokenAt(key)
      const held = await balanceOf(key, faucet)
      await send(faucet, {
        to: token.address,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [who, held / 4n] }),
      })
      for (const spender of [pools.swapRouter02, pools.v2Router]) await approve(who, key, spender)
    }
  await addPools()
}, 120_000)
afterAll(async () => {
  await evm?.gateway.close()
  await node?.close()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

let opened: ReturnType<typeof openClient>
const client = () => {
  opened ??= openClient()
  return opened
}
function openClient() {
  return createTestClient({ chain: foundry, transport: http(node.url), mode: 'anvil', pollingInterval: 5 })
    .extend(publicActions)
    .extend(walletActions)
}

type Call = { readonly to: Address; readonly data?: Hex; readonly value?: bigint }
/** A transaction whose fields nobody has to be asked for: the node mines it at once. */
async function send(from: Address, { to, data, value = 0n }: Call) {
  const hash = await client().sendUnsignedTransaction({ from, to, value, gas: 3_000_000n, ...(data ? { data } : {}) })
  return receiptOf(hash)
}
/** viem looks again with each new block: with a block for each transaction there may be none. */
const receiptOf = (hash: Hex) => vi.waitFor(() => client().getTransactionReceipt({ hash }), { timeout: 30_000, interval: 2 })
const approve = (who: Address, key: string, spender: Address) =>
  send(who, { to: tokenAt(key).address, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] }) })

/** More pairs with reserves of any size, and liquidity in narrow ranges, so that trades cross ticks. */
async function addPools() {
  const random = randomOf(5)
  for (const key of ['WETH', 'USDC', 'DAI']) await approve(attacker, key, pools.positions)
  const pairs = [
    ['USDC', 'DAI'],
    ['WBTC', 'USDC'],
    ['DAI', 'USDT'],
    ['WBTC', 'WETH'],
  ] as const
  for (const [one, other] of pairs) {
    const amounts = [one, other].map((key) => parseUnits(String(Math.floor(1 + random() * 200)), decimalsOf(key)))
    const args = [tokenAt(one).address, tokenAt(other).address, ...amounts, 0n, 0n, attacker, forEver] as never
    const { status } = await send(attacker, {
      to: pools.v2Router,
      data: encodeFunctionData({ abi: lp, functionName: 'addLiquidity', args }),
    })
    expect(status).toBe('success')
  }
  const ranges = [
    ['WETH', 'USDC', 500, 10],
    ['WETH', 'USDC', 3_000, 60],
    ['USDC', 'DAI', 100, 1],
  ] as const
  for (const [one, other, fee, spacing] of ranges)
    for (let count = 0; count < 4; count++) {
      const pool = pools.v3[`${one}/${other} ${fee}`] ?? expect.fail('There is no such pool.')
      const [, tick] = await client().readContract({ address: pool, abi: lp, functionName: 'slot0' })
      const nearest = Math.floor(tick / spacing) * spacing
      const [token0, token1] = [tokenAt(one).address, tokenAt(other).address].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
      const range = {
        tickLower: nearest - spacing * (1 + Math.floor(random() * 20)),
        tickUpper: nearest + spacing * (1 + Math.floor(random() * 20)),
      }
      const amounts = { amount0Desired: 10n ** 22n, amount1Desired: 10n ** 12n, amount0Min: 0n, amount1Min: 0n }
      const params = { token0, token1, fee, ...range, ...amounts, recipient: attacker, deadline: forEver } as never
      await send(attacker, { to: pools.positions, data: encodeFunctionData({ abi: lp, functionName: 'mint', args: [params] }) })
    }
}

/** The chain as it is configured, with some of its contracts left out. */
const without = (...keys: readonly string[]): Chain => ({
  ...evm.chain,
  blockTime: 0,
  pools: Object.fromEntries(Object.entries(evm.chain.pools ?? {}).filter(([key]) => !keys.includes(key))) as NonNullable<Chain['pools']>,
})

function open(): Swaps {
  const { ask } = evm.gateway
  const memory = createTokenMemory()
  const factsOf = (chain: Chain, addresses: readonly string[]) => evmTokenFacts(chain, evmReader(ask, chain), memory, addresses)
  const prices = openPrices([fixedPrices, poolPrices(ask)], pino({ level: 'silent' }))
  return openSwaps({ ask, providers: [poolSwaps({ ask, prices, gasPrices: gasPricesOf(ask), factsOf })], factsOf })
}

const balanceOf = (key: string, who: Address) =>
  key === 'ETH'
    ? client().getBalance({ address: who })
    : client().readContract({ address: tokenAt(key).address, abi: erc20Abi, functionName: 'balanceOf', args: [who] })

/** Quotes, builds and sends; what has moved is what was said. */
async function swap(swaps: Swaps, chain: Chain, from: string, to: string, amount: bigint, slippage = 100) {
  const order = { chain, from: at(from), to: at(to), amount }
  const quote = await swaps.quote(order)
  const built = await swaps.build(order, { user, slippage })
  expect(built.amountOut).toBe(quote.amountOut)
  const [sold, bought] = [await balanceOf(from, user), await balanceOf(to, user)]
  const call = { to: built.to as Address, data: built.data as Hex, value: from === 'ETH' ? amount : 0n }
  const { status, gasUsed, effectiveGasPrice } = await send(user, call)
  expect({ status, from, to, amount }).toMatchObject({ status: 'success' })
  const fee = (key: string) => (key === 'ETH' ? gasUsed * effectiveGasPrice : 0n)
  expect({ from, to, amount, received: (await balanceOf(to, user)) - bought + fee(to) }).toMatchObject({ received: quote.amountOut })
  expect(sold - (await balanceOf(from, user)) - fee(from)).toBe(amount)
  expect(gasUsed <= built.gas).toBe(true)
  return quote
}

const refusal = (error: unknown) => (error instanceof Error && error.name === 'SwapRefused' ? error.message : undefined)

/** Swaps that nobody chose: any two tokens, amounts from one unit to more than the pools hold. */
async function swapAtRandom(chain: Chain, keys: readonly string[], count: number, seed: number) {
  const random = randomOf(seed)
  const swaps = open()
  let made = 0
  for (let round = 0; made < count; round++) {
    expect(round).toBeLessThan(count * 4 + 20)
    const from = keys[Math.floor(random() * keys.length)] ?? ''
    const to = keys[Math.floor(random() * keys.length)] ?? ''
    const held = (await balanceOf(from, user)) / 50n
    if (from === to || held === 0n) continue
    const amount = BigInt(Math.max(1, Math.floor(Number(held) ** random())))
    try {
      await swap(swaps, chain, from, to, amount)
      made++
    } catch (error) {
      if (refusal(error) !== 'insufficient liquidity') throw error
    }
  }
}

describe('routes', () => {
  test('behavior: over a pair and a v3 pool in turn', async () => {
    const quote = await swap(open(), without(), 'COPY', 'MKR', 2_000_000n, 500)
    expect(quote.legs.map((leg) => leg.pools.map(({ version }) => version))).toEqual([['v2', 'v3']])
  })

  test('behavior: an amount that moves the price goes two ways where that gives more, and never where it does not', async () => {
    const swaps = open()
    const chain = without()
    const order = { from: nativeCoin, to: at('USDC'), amount: parseEther('300') }
    const pairs = await open().quote({ ...order, chain: without('v3Factory', 'quoter') })
    const large = await swap(swaps, chain, 'ETH', 'USDC', order.amount)
    expect(large.amountOut > pairs.amountOut).toBe(true)
    expect(large.legs).toHaveLength(2)
    expect(large.legs.reduce((sum, { amountIn }) => sum + amountIn, 0n)).toBe(order.amount)
    expect(large.priceImpact).toBeGreaterThan(500)
    await swap(swaps, chain, 'USDC', 'ETH', large.amountOut)
    expect((await swaps.quote({ chain, from: nativeCoin, to: at('USDC'), amount: parseEther('0.01') })).legs).toHaveLength(1)
  })

  test('behavior: at a price of gas that eats what a second way gives, one way is enough', async () => {
    const order = { chain: without(), from: nativeCoin, to: at('USDC'), amount: parseEther('300') }
    const legsAt = async (gasPrice: bigint) => (await open().quote({ ...order, gasPrice })).legs.length
    expect([await legsAt(1n), await legsAt(parseEther('1'))]).toEqual([2, 1])
  })

  test('behavior: the coin and its wrapped one need no pool', async () => {
    const swaps = open()
    expect(await swap(swaps, without(), 'ETH', 'WETH', 12_345n)).toMatchObject({ amountOut: 12_345n, priceImpact: 0 })
    expect(await swap(swaps, without(), 'WETH', 'ETH', 12_345n)).toMatchObject({ amountOut: 12_345n })
  })

  test('error: a token that keeps a part of each transfer, one that nobody trades, and more than the pools have', async () => {
    const swaps = open()
    const chain = without()
    const quote = (from: string, to: string, amount: bigint) => swaps.quote({ chain, from: at(from), to: at(to), amount })
    await expect(quote('ETH', 'FEE', parseEther('0.01'))).rejects.toThrow('keeps a part of each transfer')
    await expect(quote('FEE', 'ETH', parseEther('1'))).rejects.toThrow('keeps a part of each transfer')
    await expect(quote('USDC', 'SPAM', 1_000_000n)).rejects.toThrow('insufficient liquidity')
    await expect(quote('MKR', 'USDC', parseEther('100000000000000000000'))).rejects.toThrow('insufficient liquidity')
  })
})

describe('the minimum', () => {
  /** The user's swap between two of the attacker's in one block. */
  async function sandwiched(size: bigint, slippage: number) {
    const swaps = open()
    const chain = without()
    const order = { chain, from: nativeCoin, to: at('USDC'), amount: parseEther('10') }
    const built = await swaps.build(order, { user, slippage })
    const front = await swaps.build({ ...order, amount: size }, { user: attacker, slippage: 5_000 })
    const before = await balanceOf('USDC', user)
    const anvil = client()
    await anvil.setAutomine(false)
    const fees = (tip: bigint) => ({ maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: tip * 10n ** 9n, gas: 2_000_000n, chain: null })
    const first = await anvil.sendTransaction({
      account: attacker,
      to: front.to as Address,
      data: front.data as Hex,
      value: size,
      ...fees(50n),
    })
    const call = { to: built.to as Address, data: built.data as Hex, value: order.amount }
    const mine = await anvil.sendTransaction({ account: user, ...call, ...fees(2n) })
    await anvil.mine({ blocks: 1 })
    await anvil.setAutomine(true)
    const [front1, victim] = await Promise.all([first, mine].map(receiptOf))
    expect([front1?.status, front1?.blockNumber]).toEqual(['success', victim?.blockNumber])
    expect(front1?.transactionIndex).toBe(0)
    const minimum = (built.amountOut * BigInt(10_000 - slippage)) / 10_000n
    // Back, with all that the attacker bought.
    await swaps
      .build({ ...order, from: at('USDC'), to: nativeCoin, amount: (size * 2n) / 10n ** 9n }, { user: attacker, slippage: 5_000 })
      .then((back) => send(attacker, { to: back.to as Address, data: back.data as Hex }))
    return { status: victim?.status, received: (await balanceOf('USDC', user)) - before, minimum, quoted: built.amountOut }
  }

  test('behavior: is kept when somebody trades before the user in the same block', async () => {
    const { status, received, minimum, quoted } = await sandwiched(parseEther('5'), 100)
    expect(status).toBe('success')
    expect(received >= minimum && received < quoted).toBe(true)
  })

  test('behavior: a price that moved further takes nothing from the user', async () => {
    const { status, received } = await sandwiched(parseEther('600'), 100)
    expect(status).toBe('reverted')
    expect(received).toBe(0n)
  })
})

describe('gas', () => {
  test('behavior: what is in a hurry pays more', async () => {
    const { standard, fast, instant } = await open().gasPrices(without())
    expect(standard > 0n && standard <= fast && fast <= instant).toBe(true)
  })
})

/* Last: so many swaps leave other prices than the tests above expect. */
describe('swaps on pools', () => {
  test(
    'behavior: on any pools and for any amount, what is quoted is what arrives, to the unit, and every transaction that is built executes',
    () => swapAtRandom(without(), ['ETH', 'WETH', 'USDC', 'DAI', 'USDT', 'WBTC', 'MKR'], rounds, 11),
    timeout,
  )

  test(
    'behavior: the same with pairs of version 2 alone, through their own router',
    () => swapAtRandom(without('v3Factory', 'quoter', 'swapRouter02'), ['ETH', 'WETH', 'USDC', 'DAI', 'USDT'], rounds / 4, 12),
    timeout,
  )

  test(
    'behavior: the same where no contract quotes pairs, by our own arithmetic',
    () => swapAtRandom(without('v3Factory', 'quoter', 'v2Router'), ['ETH', 'USDC', 'DAI', 'USDT', 'WBTC'], rounds / 4, 13),
    timeout,
  )
})
