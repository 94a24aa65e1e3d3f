import type { Network } from '@latchkey/protocol'
import type { Token } from '../../state/portfolio.js'

/** What can be withdrawn from an exchange to an account. */
export type FundAsset = { readonly symbol: string; readonly name: string; readonly contract?: string }

/** Choices that fit beside each other. */
const most = 3

/** The network's own coin, which pays for everything else, then the dearest tokens on it that the account has and somebody vouches for. Pure. */
export function fundAssets({ caipNetworkId, nativeCurrency }: Network, tokens: readonly Token[]): readonly FundAsset[] {
  const { symbol, name } = nativeCurrency
  const held = tokens.filter(({ networkId, contract, listed, amount }) => networkId === caipNetworkId && contract && listed && amount > 0n)
  return [{ symbol, name }, ...held].slice(0, most)
}
