import { parseUnits, zeroAddress } from 'viem'
import { link, published } from './artifacts.js'

/** @import { Address } from 'viem' */
/** @import { Coin, Deployer } from './coins.js' */

/** A pool of two coins and how much of each, which makes the price: 1 ETH is 2,500 USD, 1 BTC 20 ETH, 1 MKR 0.6 ETH, 1 FEE 1 USD. */
/** @typedef {readonly [first: string, amount: string, second: string, amount: string]} Pair */

/** @type {readonly Pair[]} */
const v2Pairs = [
  ['WETH', '400', 'USDC', '1000000'],
  ['WETH', '400', 'DAI', '1000000'],
  ['WETH', '400', 'USDT', '1000000'],
  ['WETH', '40', 'FEE', '100000'],
  // So little that its price means nothing.
  ['WETH', '0.04', 'COPY', '100'],
]

/** `fee` in millionths; the ticks are whole multiples of the spacing that belongs to it. */
/** @type {readonly { fee: number, spacing: number, pair: Pair }[]} */
const v3Pools = [
  { fee: 500, spacing: 10, pair: ['WETH', '2000', 'USDC', '5000000'] },
  { fee: 3_000, spacing: 60, pair: ['WETH', '400', 'USDC', '1000000'] },
  { fee: 3_000, spacing: 60, pair: ['WETH', '1000', 'USDT', '2500000'] },
  { fee: 3_000, spacing: 60, pair: ['WBTC', '100', 'WETH', '2000'] },
  { fee: 3_000, spacing: 60, pair: ['MKR', '1000', 'WETH', '600'] },
  { fee: 100, spacing: 1, pair: ['USDC', '5000000', 'USDT', '5000000'] },
  { fee: 100, spacing: 1, pair: ['USDC', '5000000', 'DAI', '5000000'] },
]

const lastTick = 887_272
/** Prices that a v3 pool remembers: enough for an average over half an hour of many trades. */
const observations = 60
/** For ever, as far as a local chain is concerned. */
const deadline = 2n ** 63n
const unlimited = 2n ** 256n - 1n
const wholeNumberRoot = (/** @type {bigint} */ square) => {
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (let next = (root + square / root) / 2n; next < root; next = (root + square / root) / 2n) root = next
  return root
}

/** The two sides of a pair in the order of their addresses, as pools have them. */
function sidesOf(/** @type {Record<string, Coin>} */ coins, /** @type {Pair} */ [first, firstAmount, second, secondAmount]) {
  const side = (/** @type {string} */ key, /** @type {string} */ text) => {
    const coin = coins[key]
    return coin && { coin, amount: parseUnits(text, coin.decimals) }
  }
  const one = side(first, firstAmount)
  const other = side(second, secondAmount)
  if (!one || !other) return undefined
  return one.coin.address.toLowerCase() < other.coin.address.toLowerCase() ? [one, other] : [other, one]
}

/**
 * Deploys Uniswap's contracts and pools with liquidity; pools of coins that the chain does not have are left out.
 *
 * @param {Deployer} deployer
 * @param {Record<string, Coin>} coins
 */
export async function deployPools(deployer, coins) {
  const { deploy, send, read } = deployer
  const weth = /** @type {Coin} */ (coins.WETH).address
  const v2Factory = await deploy(published.v2Factory, zeroAddress)
  const v2Router = await deploy(published.v2Router, v2Factory.address, weth)
  const v3Factory = await deploy(published.v3Factory)
  // Ethereum's factory got this fee by a vote.
  await send(v3Factory, 'enableFeeAmount', [100, 1])
  const drawer = await deploy(published.pictureDrawer)
  const label = `0x${Buffer.from('ETH').toString('hex').padEnd(64, '0')}`
  const pictures = await deploy(link(published.positionPictures, drawer.address), weth, label)
  const positions = await deploy(published.positions, v3Factory.address, weth, pictures.address)
  const swapRouter = await deploy(published.swapRouter, v3Factory.address, weth)
  const swapRouter02 = await deploy(published.swapRouter02, v2Factory.address, v3Factory.address, positions.address, weth)
  const quoter = await deploy(published.quoter, v3Factory.address, weth)

  for (const { address, abi } of Object.values(coins))
    for (const spender of [v2Router, positions]) await send({ address, abi }, 'approve', [spender.address, unlimited])

  const me = deployer.account
  /** @type {Record<string, Address>} */
  const v2 = {}
  for (const pair of v2Pairs) {
    const sides = sidesOf(coins, pair)
    if (!sides) continue
    const [tokens, amounts] = [sides.map(({ coin }) => coin.address), sides.map(({ amount }) => amount)]
    await send(v2Router, 'addLiquidity', [...tokens, ...amounts, 0n, 0n, me, deadline])
    v2[`${pair[0]}/${pair[2]}`] = /** @type {Address} */ (await read(v2Factory, 'getPair', tokens))
  }
  /** @type {Record<string, Address>} */
  const v3 = {}
  for (const { fee, spacing, pair } of v3Pools) {
    const sides = sidesOf(coins, pair)
    if (!sides) continue
    const [tokens, amounts] = [sides.map(({ coin }) => coin.address), sides.map(({ amount }) => amount)]
    const [amount0 = 0n, amount1 = 0n] = amounts
    const rootPrice = wholeNumberRoot((amount1 << 192n) / amount0)
    await send(positions, 'createAndInitializePoolIfNecessary', [...tokens, fee, rootPrice])
    const address = /** @type {Address} */ (await read(v3Factory, 'getPool', [...tokens, fee]))
    await send({ address, abi: published.v3Pool.abi }, 'increaseObservationCardinalityNext', [observations])
    const tick = Math.floor(lastTick / spacing) * spacing
    const [token0, token1] = tokens
    const range = { token0, token1, fee, tickLower: -tick, tickUpper: tick }
    const amounts01 = { amount0Desired: amount0, amount1Desired: amount1, amount0Min: 0n, amount1Min: 0n }
    await send(positions, 'mint', [{ ...range, ...amounts01, recipient: me, deadline }])
    v3[`${pair[0]}/${pair[2]} ${fee}`] = address
  }
  return {
    weth,
    v2Factory: v2Factory.address,
    v2Router: v2Router.address,
    v3Factory: v3Factory.address,
    swapRouter: swapRouter.address,
    swapRouter02: swapRouter02.address,
    quoter: quoter.address,
    positions: positions.address,
    v2,
    v3,
  }
}
