import type { CaipNetworkId } from '@latchkey/protocol'
import type { ChainConfig } from './schema.js'

type Contracts = {
  readonly tokens: NonNullable<ChainConfig['tokens']>
  readonly pools: NonNullable<ChainConfig['pools']>
  readonly contracts: NonNullable<ChainConfig['contracts']>
}
type Token = Contracts['tokens'][number]

const token = (address: string, symbol: string, name: string, decimals = 18): Token => ({ address, symbol, name, decimals })
/** The one token of a chain that counts as a dollar: the others, stable ones too, have the price that pools say. */
const dollar = (address: string): Token => ({ ...token(address, 'USDC', 'USD Coin', 6), peg: '1' })

/** Uniswap v3 where it was deployed first, at the same addresses on each of these chains. */
const firstV3 = {
  v3Factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  swapRouter02: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
} as const

/** Contracts that many pages call, at the same addresses on each of these chains. */
const everywhere: Contracts['contracts'] = [
  { address: '0x0000000000000068F116a894984e2DB1123eB395', name: 'Seaport 1.6' },
  { address: '0x111111125421cA6dc452d289314280a0f8842A65', name: '1inch 6' },
]

/** Wrapped Ether of the chains of the OP Stack: it comes with the chain. */
const opWeth = '0x4200000000000000000000000000000000000006'
const wrappedEther = (address: string) => token(address, 'WETH', 'Wrapped Ether')

/**
 * What a configuration need not name: of a few chains the tokens that most people hold, as their issuers publish them, and the exchange that prices
 * them, and contracts that many pages call. A short list, on purpose: who is on it is not "not verified".
 */
export const wellKnownContracts: Readonly<Record<CaipNetworkId, Contracts>> = {
  'eip155:1': {
    tokens: [
      dollar('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
      token('0xdAC17F958D2ee523a2206206994597C13D831ec7', 'USDT', 'Tether USD', 6),
      token('0x6B175474E89094C44Da98b954EedeAC495271d0F', 'DAI', 'Dai Stablecoin'),
      wrappedEther('0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'),
      token('0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 'WBTC', 'Wrapped BTC', 8),
      token('0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0', 'wstETH', 'Wrapped liquid staked Ether 2.0'),
      token('0x514910771AF9Ca656af840dff83E8264EcF986CA', 'LINK', 'ChainLink Token'),
      token('0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', 'UNI', 'Uniswap'),
    ],
    pools: {
      weth: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      v2Factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      v2Router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
      ...firstV3,
    },
    contracts: [
      ...everywhere,
      { address: '0xE592427A0AEce92De3Edee1F18E0157C05861564', name: 'Uniswap 3 router' },
      { address: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88', name: 'Uniswap 3 positions' },
      { address: '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af', name: 'Uniswap 4 router' },
      { address: '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2', name: 'Aave 3' },
      { address: '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', name: 'Lido' },
      { address: '0x889edC2eDab5f40e902b864aD4d7AdE8E412F9B1', name: 'Lido withdrawals' },
      { address: '0x253553366Da8546fC250F225fe3d25d0C782303b', name: 'ENS' },
      { address: '0xBd3fa81B58Ba92a82136038B25aDec7066af3155', name: 'CCTP' },
    ],
  },
  'eip155:10': {
    tokens: [
      dollar('0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
      token('0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', 'USDT', 'Tether USD', 6),
      token('0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 'DAI', 'Dai Stablecoin'),
      wrappedEther(opWeth),
      token('0x68f180fcCe6836688e9084f035309E29Bf0A2095', 'WBTC', 'Wrapped BTC', 8),
      token('0x4200000000000000000000000000000000000042', 'OP', 'Optimism'),
    ],
    pools: { weth: opWeth, ...firstV3 },
    contracts: everywhere,
  },
  'eip155:137': {
    tokens: [
      dollar('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
      token('0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 'USDT', 'Tether USD', 6),
      token('0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', 'DAI', 'Dai Stablecoin'),
      token('0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', 'WPOL', 'Wrapped POL'),
      wrappedEther('0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619'),
      token('0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6', 'WBTC', 'Wrapped BTC', 8),
    ],
    pools: { weth: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', ...firstV3 },
    contracts: everywhere,
  },
  'eip155:8453': {
    tokens: [
      dollar('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
      token('0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', 'DAI', 'Dai Stablecoin'),
      wrappedEther(opWeth),
      token('0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 'cbBTC', 'Coinbase Wrapped BTC', 8),
      token('0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22', 'cbETH', 'Coinbase Wrapped Staked ETH'),
    ],
    pools: {
      weth: opWeth,
      v3Factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
      quoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
      swapRouter02: '0x2626664c2603336E57B271c5C0b26F421741e481',
    },
    contracts: everywhere,
  },
  'eip155:42161': {
    tokens: [
      dollar('0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
      token('0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 'USDT', 'Tether USD', 6),
      token('0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 'DAI', 'Dai Stablecoin'),
      wrappedEther('0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'),
      token('0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', 'WBTC', 'Wrapped BTC', 8),
      token('0x912CE59144191C1204E64559FE8253a0e49E6548', 'ARB', 'Arbitrum'),
    ],
    pools: { weth: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', ...firstV3 },
    contracts: everywhere,
  },
}
