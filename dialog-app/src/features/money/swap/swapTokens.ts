import { nativeTokenAddress, type SwapToken as WireToken } from '@latchkey/protocol'
import { fetchSwapTokens } from '../../../api/swap.js'
import type { Dialog } from '../../../lib/dialog.js'
import { shortAddress } from '../../../lib/format.js'
import { readAddress } from '../../../namespaces/readAddress.js'
import { findNetwork } from '../../../state/networks.js'
import type { Token } from '../../../state/portfolio.js'
import { type SwapToken, swapStore } from '../../../state/swap.js'
import { cleanName } from '../cleanName.js'
import { type OnNetwork, onNetwork } from '../onNetwork.js'
import { contractsByNetwork, crossingNetworks } from './swapContext.js'

function readToken({ address: id, symbol, name, decimals, logoUri, listed }: WireToken): SwapToken {
  const address = id.split(':')[2]?.toLowerCase() ?? ''
  const shown = cleanName(symbol) || cleanName(name) || shortAddress(address)
  return { address, symbol: shown, name: cleanName(name) || shown, decimals, icon: logoUri ?? '', listed: listed !== false }
}

/** Tokens of the network that was asked for: at the address of another one may be anything here. */
const readTokens = (tokens: readonly WireToken[], { networkId }: OnNetwork): readonly SwapToken[] =>
  tokens.filter(({ address }) => address.startsWith(`${networkId}:`)).map(readToken)

/** A token that the account has, as one that can be swapped. Pure. */
export const heldToken = ({ contract, symbol, name, decimals, icon, listed }: Token): SwapToken => ({
  address: contract?.toLowerCase() ?? nativeTokenAddress,
  ...{ symbol, name, decimals, icon, listed },
})

/** What the account has on the network, by address. */
export const heldOn = (tokens: readonly Token[], of: OnNetwork): ReadonlyMap<string, Token> =>
  new Map(tokens.filter(({ networkId }) => networkId === of.networkId).map((token) => [heldToken(token).address, token]))

/**
 * The tokens to choose from: what the account has, dearest first, then what the operator lists. Of an unlisted one only what the account has. Pure.
 *
 * @param query part of a symbol or a name, or an address
 * @param elsewhere tokens of other networks, behind those
 */
export function tokensToChoose(
  listed: readonly SwapToken[],
  held: ReadonlyMap<string, Token>,
  query: string,
  elsewhere: readonly SwapToken[] = [],
): readonly { readonly token: SwapToken; readonly held: Token | undefined }[] {
  const known = new Map(listed.map((token) => [token.address, token]))
  const mine = [...held.values()].filter(({ amount }) => amount > 0n).map(heldToken)
  const all = new Map([...mine, ...listed].map((token) => [token.address, known.get(token.address) ?? token]))
  const text = query.trim().toLowerCase()
  const isFound = ({ symbol, name, address }: SwapToken) =>
    text === '' || symbol.toLowerCase().includes(text) || name.toLowerCase().includes(text) || address === text
  // What nobody vouches for comes last, whatever it says that it is.
  return [...all.values(), ...elsewhere]
    .filter(isFound)
    .sort((a, b) => Number(b.listed) - Number(a.listed) || Number(Boolean(a.networkId)) - Number(Boolean(b.networkId)))
    .map((token) => ({ token, held: token.networkId ? undefined : held.get(token.address) }))
}

/** The token at an address that somebody pasted; undefined when there is none. @throws as `fetchSwapTokens` */
export async function findPasted(dialog: Dialog, address: string): Promise<SwapToken | undefined> {
  const of = onNetwork(dialog)
  if (!of) return undefined
  const read = await readAddress(dialog, address)
  if (read?.family !== of.namespace) return undefined
  const wanted = read.address.toLowerCase()
  const found = readTokens(await fetchSwapTokens(dialog, of.networkId, `${of.networkId}:${wanted}`), of)
  return found.find((token) => token.address === wanted)
}

/** The coin as the page's network has it: no list says what it is called. */
function coinOf(dialog: Dialog, of: OnNetwork): Partial<SwapToken> {
  const coin = findNetwork(dialog, of.networkId)?.nativeCurrency
  return coin ? { symbol: coin.symbol, name: coin.name, decimals: coin.decimals, listed: true } : {}
}

/** Brings the tokens of other networks that can be received. A network that does not answer is left out. */
export async function loadElsewhere(dialog: Dialog): Promise<void> {
  const store = swapStore(dialog)
  const { key } = store.getState()
  const lists = await Promise.allSettled(
    crossingNetworks(dialog).map(async (networkId) => {
      const { wrapped } = contractsByNetwork(dialog)[networkId] ?? {}
      const found = (await fetchSwapTokens(dialog, networkId)).filter(({ address }) => address.startsWith(`${networkId}:`)).map(readToken)
      // The coin would arrive wrapped for some accounts, and the wrapped one unwrapped.
      return found.filter(({ address }) => address !== nativeTokenAddress && address !== wrapped).map((token) => ({ ...token, networkId }))
    }),
  )
  if (store.getState().key !== key) return
  store.setState({ elsewhere: lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : [])) })
}

/** Brings the tokens of the network. A choice that the user has made already stays. */
export async function loadTokens(dialog: Dialog): Promise<void> {
  const store = swapStore(dialog)
  const of = onNetwork(dialog)
  if (!of) return
  if (!contractsByNetwork(dialog)[of.networkId]) {
    store.setState({ listing: 'unsupported' })
    return
  }
  store.setState({ listing: 'loading' })
  try {
    const coinFacts = coinOf(dialog, of)
    const read = readTokens(await fetchSwapTokens(dialog, of.networkId), of)
    const tokens = read.map((token) => (token.address === nativeTokenAddress ? { ...token, ...coinFacts } : token))
    if (store.getState().key !== of.key) return
    const { from, to } = store.getState()
    const { wrapped } = contractsByNetwork(dialog)[of.networkId] ?? {}
    const proposed = tokens.filter(({ address }) => address !== wrapped)
    const coin = proposed.find(({ address }) => address === nativeTokenAddress && address !== to?.address)
    const sold = from ?? coin ?? proposed.find(({ address }) => address !== to?.address)
    const bought = to ?? proposed.find(({ address }) => address !== nativeTokenAddress && address !== sold?.address)
    store.setState({ tokens, listing: 'ready', from: sold, to: bought })
  } catch {
    if (store.getState().key === of.key) store.setState({ listing: 'failed' })
  }
}
