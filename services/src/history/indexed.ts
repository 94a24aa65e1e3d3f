import type { Hex } from 'viem'
import { shownText } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import type { Indexer } from '../indexer/openIndexer.js'
import { type HistoryEntry, type HistoryTransfer, BadCursor as IndexBadCursor } from '../indexer/query/history.js'
import { BadCursor, type HistoryProvider, type Moved } from './historyProvider.js'

/** Approvals move nothing: what the transaction is says that there was one. */
const moves = ({ kind }: HistoryTransfer) => kind !== 'approval' && kind !== 'approvalForAll'

function movedBy({ kind, direction, token, from, to, amount, tokenId, about, nft }: HistoryTransfer): Moved {
  const known = about && {
    name: shownText(about.name ?? ''),
    symbol: shownText(about.symbol ?? ''),
    decimals: about.decimals,
    isSpam: about.marks.length > 0,
  }
  const isNft = kind === 'erc721' || kind === 'erc1155'
  return {
    direction,
    token,
    amount,
    other: direction === 'in' ? from : to,
    about: known,
    ...(isNft ? { nft: { id: tokenId ?? 0n, name: nft?.name ? shownText(nft.name) : null, image: nft?.image ?? null } } : {}),
  }
}

/** What our own index of EVM chains tells; chains that follow only shown addresses follow this one from now on. */
export const indexedHistory = (
  indexer: Pick<Indexer, 'historyOf' | 'reachOf' | 'watch' | 'searchingOf' | 'chains' | 'watched'>,
): HistoryProvider => ({
  name: 'index',
  isTogether: true,
  serves: (chain) => chain.caipNetworkId.startsWith('eip155:') && indexer.chains.includes(Number(chain.id)),
  pageOf: async ({ chains, address, cursor }) => {
    const byNumber = new Map(chains.map((chain) => [Number(chain.id), chain]))
    const numbers = [...byNumber.keys()]
    await Promise.all(numbers.map((number) => indexer.watch(number, address as Hex)))
    // Asked before: what was missing then may be missing in the page.
    const [reach, searched] = await Promise.all([
      indexer.reachOf(numbers),
      indexer.searchingOf({ address: address as Hex, chains: numbers }),
    ])
    const page = await indexer.historyOf({ address: address as Hex, chains: numbers, cursor }).catch((error: Error) => {
      throw error instanceof IndexBadCursor ? new BadCursor(error.message) : error
    })
    const transactions = page.entries.flatMap((entry: HistoryEntry) => {
      const chain = byNumber.get(entry.chain)
      if (!chain) return []
      const { hash, operation, status, at, from, to, nonce, transfers } = entry
      return [{ chain, hash, operation, status, at, from, to: to ?? '', nonce, moved: transfers.filter(moves).map(movedBy) }]
    })
    // Nothing is known of a chain that nobody has read. Neither is that nothing happened, where what is newer is missing.
    const isSilent = (chain: Chain) => {
      const known = reach.get(Number(chain.id))
      return known !== 'current' && (known !== 'behind' || (cursor === undefined && transactions.every((one) => one.chain !== chain)))
    }
    const silent = chains.filter(isSilent)
    const old = chains.filter((chain) => reach.get(Number(chain.id)) === 'behind' && !silent.includes(chain))
    const searching = chains.filter((chain) => searched.includes(Number(chain.id)) && !silent.includes(chain))
    const partial = chains.filter((chain) => indexer.watched.includes(Number(chain.id)) && !silent.includes(chain))
    return { transactions: transactions.filter(({ chain }) => !silent.includes(chain)), next: page.next, silent, old, searching, partial }
  },
})
