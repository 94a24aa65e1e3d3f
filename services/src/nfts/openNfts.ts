import type { NftTrait } from '@latchkey/protocol'
import { LRUCache } from 'lru-cache'
import { type Address, type Hex, parseAbi } from 'viem'
import { evmReader, type ReadAnswer, readStrangers } from '../chainReads/evmReader.js'
import { listedTokens, shownText } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import type { AskChain } from '../gateway/askChain.js'
import type { Indexer } from '../indexer/openIndexer.js'
import type { SeenNft } from '../indexer/query/nfts.js'

/** An NFT that an address has now. */
export type HeldNft = {
  readonly chain: Chain
  /** Lower case. */
  readonly contract: string
  readonly tokenId: bigint
  readonly kind: 'erc721' | 'erc1155'
  readonly name: string | null
  readonly collection: string
  /** An address of a picture, as its metadata has it; null when there is none. */
  readonly image: string | null
  readonly traits: readonly NftTrait[]
  readonly amount: bigint
  readonly isSpam: boolean
  readonly isPending: boolean
}

export type HeldNfts = {
  readonly nfts: readonly HeldNft[]
  /** What the address did before it was first shown is still being looked for: NFTs may be missing, and come. */
  readonly isSearching: boolean
  /** The chain was not read to its end: newer NFTs may be missing. */
  readonly isOld: boolean
}

export type NftsOf = {
  readonly serves: (chain: Chain) => boolean
  /** What an address has on a chain that it serves. Rejects when the chain does not answer, or nobody has read it. */
  readonly of: (chain: Chain, address: string) => Promise<HeldNfts>
}

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
])

const question = ({ kind, token, tokenId }: SeenNft, address: Address) =>
  kind === 'erc721'
    ? ({ address: token, abi, functionName: 'ownerOf', args: [tokenId] } as const)
    : ({ address: token, abi, functionName: 'balanceOf', args: [address, tokenId] } as const)

/** How many there are by the contract's own word. What does not answer as it should has none. */
function amountOf({ kind }: SeenNft, answer: ReadAnswer | undefined, address: string): bigint {
  if (answer?.status !== 'success') return 0n
  if (kind === 'erc721') return String(answer.result).toLowerCase() === address ? 1n : 0n
  return typeof answer.result === 'bigint' ? answer.result : 0n
}

/** Milliseconds for which a contract that takes all the gas of a call is not asked again. */
const unreadableFor = 3_600_000

/** NFTs of EVM chains: the index knows which an address ever had, the contracts say which it still has. */
export function openNfts({
  indexer,
  ask,
}: {
  readonly indexer: Pick<Indexer, 'nftsOf' | 'reachOf' | 'searchingOf' | 'watch' | 'chains'>
  readonly ask: AskChain
}): NftsOf {
  const unreadable = new LRUCache<string, true>({ max: 10_000, ttl: unreadableFor })

  /** What the contracts say of these NFTs; nothing of one that takes all the gas. */
  const answersOf = async (chain: Chain, seen: readonly SeenNft[], address: string): Promise<ReadonlyMap<SeenNft, ReadAnswer>> => {
    // For this address alone: of another one's few it may answer where it does not of hundreds.
    const keyOf = (token: string) => `${chain.caipNetworkId} ${token} ${address}`
    const tokens = [...new Set(seen.map(({ token }) => token))].filter((token) => !unreadable.has(keyOf(token)))
    const groups = tokens.map((token) => seen.filter((nft) => nft.token === token))
    const reads = groups.map((nfts) => nfts.map((nft) => question(nft, address as Address)))
    const found = await readStrangers(chain, evmReader(ask, chain), reads)
    for (const [index, token] of tokens.entries()) if (!found[index]) unreadable.set(keyOf(token), true)
    return new Map(
      groups.flatMap((nfts, index) => nfts.flatMap((nft, place) => (found[index]?.[place] ? [[nft, found[index][place]] as const] : []))),
    )
  }

  return {
    serves: ({ caipNetworkId, id }) => caipNetworkId.startsWith('eip155:') && indexer.chains.includes(Number(id)),
    of: async (chain, address) => {
      const number = Number(chain.id)
      await indexer.watch(number, address as Hex)
      const reach = (await indexer.reachOf([number])).get(number)
      // Asked before: what was missing then may be missing in the list.
      const searching = await indexer.searchingOf({ address: address as Hex, chains: [number] })
      const seen = await indexer.nftsOf({ chain: number, address: address as Hex })
      // Where the chain was not read, or not to its end, that there are none is not known.
      if (reach === 'unread' || (reach === 'behind' && seen.length === 0)) throw new Error('The chain was not read.')
      const answers = await answersOf(chain, seen, address)
      const listed = listedTokens(chain)
      const nfts = seen.flatMap((nft): HeldNft[] => {
        const amount = amountOf(nft, answers.get(nft), address)
        if (amount === 0n) return []
        const { token, tokenId, kind, name, collection, image, traits, marks, isQueued } = nft
        return [
          {
            chain,
            contract: token,
            tokenId,
            kind,
            name: name && shownText(name),
            collection: shownText(collection ?? ''),
            image,
            traits: traits.map((trait) => ({ name: shownText(trait.name), value: shownText(trait.value) })),
            amount,
            isSpam: marks.length > 0 && !listed.has(token),
            isPending: isQueued,
          },
        ]
      })
      return { nfts, isSearching: searching.length > 0, isOld: reach === 'behind' }
    },
  }
}
