import { parseEther, parseUnits } from 'viem'

/** @import { Address } from 'viem' */
/** @import { Artifact } from './artifacts.js' */
/** @import { createDeployer } from './deployer.js' */
/** @typedef {Awaited<ReturnType<typeof createDeployer>>} Deployer */
/** @typedef {import('./deployer.js').Contract & { decimals: number, symbol: string }} Coin */

/** What the faucet and the deployer have of every coin. */
const supply = '100000000'

/**
 * The ERC-20 coins of the first chain by the names that `npm start -- --json` has for them; without a name given here, the contract has its own.
 *
 * @type {Record<string, { contract: string, name?: string, symbol: string, decimals: number }>}
 */
const everyCoin = {
  USDC: { contract: 'Coin', name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  DAI: { contract: 'Coin', name: 'Dai Stablecoin', symbol: 'DAI', decimals: 18 },
  USDT: { contract: 'NoReturnCoin', symbol: 'USDT', decimals: 6 },
  WBTC: { contract: 'Coin', name: 'Wrapped BTC', symbol: 'WBTC', decimals: 8 },
  MKR: { contract: 'Bytes32Coin', symbol: 'MKR', decimals: 18 },
  FEE: { contract: 'FeeCoin', symbol: 'FEE', decimals: 18 },
  REBASING: { contract: 'RebasingCoin', symbol: 'REB', decimals: 18 },
  WHOLE: { contract: 'Coin', name: 'Whole Things', symbol: 'WHOLE', decimals: 0 },
  NAMELESS: { contract: 'NamelessCoin', symbol: '', decimals: 18 },
  MARKUP: { contract: 'Coin', name: '<img src=x onerror=alert(1)>', symbol: '<b>USDC</b>', decimals: 6 },
  // Shown as "USDC" by whatever obeys the override; the o of its name is a Greek one.
  BIDI: { contract: 'Coin', name: 'USD \u202eniοC', symbol: '\u202eCDSU', decimals: 6 },
  COPY: { contract: 'Coin', name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  SPAM: { contract: 'Coin', name: 'Claim at https://reward.example', symbol: '$ reward.example', decimals: 18 },
}

/** Those of the second chain. */
const fewCoins = ['USDC', 'DAI']

/**
 * Deploys the coins, and gives the faucet of each.
 *
 * @param {Deployer} deployer
 * @param {Record<string, Artifact>} compiled
 * @param {{ weth: Artifact, all: boolean, faucet: Address }} options
 * @returns {Promise<Record<string, Coin>>}
 */
export async function deployCoins(deployer, compiled, { weth, all, faucet }) {
  const wrapped = await deployer.deploy(weth)
  await deployer.send(wrapped, 'deposit', [], parseEther('100000'))
  await deployer.send(wrapped, 'transfer', [faucet, parseEther('10000')])
  /** @type {Record<string, Coin>} */
  const coins = { WETH: { ...wrapped, decimals: 18, symbol: 'WETH' } }
  for (const [key, { contract, name, symbol, decimals }] of Object.entries(everyCoin)) {
    if (!all && !fewCoins.includes(key)) continue
    const artifact = compiled[contract]
    if (!artifact) throw new Error(`There is no contract ${contract}.`)
    const coin = await (name === undefined ? deployer.deploy(artifact) : deployer.deploy(artifact, name, symbol, decimals))
    const amount = parseUnits(supply, decimals)
    await deployer.send(coin, 'mint', [faucet, amount])
    await deployer.send(coin, 'mint', [deployer.account, amount])
    coins[key] = { ...coin, decimals, symbol }
  }
  return coins
}
