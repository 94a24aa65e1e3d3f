import type { Balances, CaipNetworkId, TokenBalance } from '@latchkey/protocol'
import { shortAddress } from '../../../lib/format.js'
import type { Token } from '../../../state/portfolio.js'
import { parseAmount, toChange, toMillionths, toValue } from '../amounts.js'
import { cleanName } from '../cleanName.js'
import { money } from '../constants.js'

function readToken(balance: TokenBalance): Token | undefined {
  const decimals = Number(balance.quantity.decimals)
  const amount = parseAmount(balance.quantity.numeric, decimals)
  // Tokens without decimals are of low quality, or collectibles.
  if (amount === undefined || decimals === 0) return undefined
  const networkId = balance.chainId as CaipNetworkId
  const contract = balance.address?.slice(networkId.length + 1)
  const symbol = cleanName(balance.symbol) || cleanName(balance.name) || (contract ? shortAddress(contract) : '?')
  return {
    id: balance.address ?? networkId,
    networkId,
    ...(contract && { contract }),
    name: cleanName(balance.name) || symbol,
    symbol,
    amount,
    decimals,
    ...(balance.value !== undefined && { value: toValue(balance.value) }),
    ...(balance.price > 0 && { price: toMillionths(balance.price) }),
    ...(balance.price > 0 && balance.change24h !== undefined && { change: toChange(balance.change24h) }),
    icon: balance.iconUrl,
    listed: balance.listed !== false,
  }
}

/** The order of the list: by value, then what has none; of equals the coin before the tokens. */
function compare(a: Token, b: Token): number {
  const [first, second] = [a.value ?? -1n, b.value ?? -1n]
  if (first !== second) return first > second ? -1 : 1
  if (!a.contract !== !b.contract) return a.contract ? 1 : -1
  return a.id < b.id ? -1 : 1
}

/**
 * What the server says that an account holds, as the dialog counts it. Pure.
 *
 * @param isUsed whether the page uses a network; what is on another one is not shown
 */
export function readTokens({ balances }: Balances, isUsed: (networkId: CaipNetworkId) => boolean): readonly Token[] {
  const tokens = balances.flatMap((balance) => readToken(balance) ?? []).filter(({ networkId }) => isUsed(networkId))
  return [...new Map(tokens.map((token) => [token.id, token])).values()].sort(compare)
}

/**
 * What the tokens are worth together, in millionths of the currency. What nobody vouches for does not count. Pure.
 *
 * @returns undefined when no price is known
 */
export function totalOf(tokens: readonly Token[]): bigint | undefined {
  const values = tokens.flatMap(({ value, listed }) => (listed && value !== undefined ? [value] : []))
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0n) : undefined
}

const whole = 10n ** 6n

/**
 * How the prices of the last 24 hours changed what the tokens are worth together, in millionths of what it was: of what counts in {@link totalOf}.
 * Pure.
 *
 * @returns undefined when the change of anything that counts is not known: a part would pass for the whole
 */
export function changeOf(tokens: readonly Token[]): bigint | undefined {
  let now = 0n
  let before = 0n
  for (const { value = 0n, listed, change } of tokens) {
    if (!listed || value === 0n) continue
    if (change === undefined || change <= -whole) return undefined
    now += value * whole
    before += (value * whole * whole) / (whole + change)
  }
  return before > 0n ? ((now - before) * whole) / before : undefined
}

/** A token of a known price, worth less than one unit of the currency. Pure. */
export const isSmall = ({ value }: Token) => value !== undefined && value < money.smallValue

/** The tokens of a list, and those that are folded away: what nobody vouches for, and small ones if that is wished. Nothing of zero. Pure. */
export function foldTokens(
  tokens: readonly Token[],
  hideSmall: boolean,
): { readonly shown: readonly Token[]; readonly hidden: readonly Token[] } {
  const held = tokens.filter(({ amount }) => amount > 0n)
  const isShown = (token: Token) => token.listed && !(hideSmall && isSmall(token))
  return { shown: held.filter(isShown), hidden: held.filter((token) => !isShown(token)) }
}
