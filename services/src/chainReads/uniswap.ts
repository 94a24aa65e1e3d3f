import { parseAbi } from 'viem'

/* What the services read of Uniswap's contracts, and of forks with the same functions. */

/** Fee tiers of Uniswap v3, hundredths of a basis point. */
export const feeTiers = [100, 500, 3_000, 10_000] as const

export const v2FactoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])
export const v2PairAbi = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])
export const v3FactoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])
export const v3PoolAbi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
])
