import type { Logger } from 'pino'
import type { Hex } from 'viem'
import { blockscoutBalances } from './balances/blockscout.js'
import { evmNodeBalances } from './balances/evmNode.js'
import { type Balances, openBalances } from './balances/openBalances.js'
import { solanaNodeBalances } from './balances/solanaNode.js'
import { evmReader } from './chainReads/evmReader.js'
import { mintFacts } from './chainReads/mintFacts.js'
import { solanaNames } from './chainReads/solanaNames.js'
import { createTokenMemory, evmTokenFacts } from './chainReads/tokenFacts.js'
import type { Chain } from './config/chains.js'
import type { Config } from './config/schema.js'
import type { Database } from './db/database.js'
import type { AskChain } from './gateway/askChain.js'
import { blockscoutHistory } from './history/blockscout.js'
import { contractNames } from './history/contractNames.js'
import { indexedHistory } from './history/indexed.js'
import { type History, openHistory } from './history/openHistory.js'
import { solanaNodeHistory } from './history/solanaNode.js'
import type { Indexer } from './indexer/openIndexer.js'
import { type CcipGateway, createCcipGateway } from './names/ccipGateway.js'
import { type Identities, openIdentities } from './names/identities.js'
import { type Names, openNames } from './names/openNames.js'
import { type NftsOf, openNfts } from './nfts/openNfts.js'
import { type Onramp, openOnramp } from './onramp/openOnramp.js'
import { coingeckoPrices } from './prices/coingecko.js'
import { defillamaPrices } from './prices/defillama.js'
import { fixedPrices } from './prices/fixedPrices.js'
import { openPrices, type Prices } from './prices/openPrices.js'
import { poolPrices } from './prices/poolPrices.js'
import { openPriceChanges } from './prices/priceChanges.js'
import type { PriceDependencies } from './prices/priceRoutes.js'
import { ratesOf } from './prices/rates.js'
import { createSessionStore, type SessionStore } from './sessions/sessionStore.js'
import { gasPricesOf } from './swap/gasPrices.js'
import { lifiSwaps } from './swap/lifi.js'
import { lifiBridge } from './swap/lifiBridge.js'
import { oneInchSwaps } from './swap/oneInch.js'
import { openSwaps, type Swaps } from './swap/openSwaps.js'
import { poolSwaps } from './swap/pools/poolSwaps.js'
import { swapNamesOf } from './swap/swapContracts.js'

/** What the endpoints about money stand on. */
export type Money = Omit<PriceDependencies, 'showPicture'> & {
  readonly balances: Balances
  readonly identities: Identities
  readonly names: Names
  /** Undefined where the operator configured none. */
  readonly ccip: CcipGateway | undefined
  readonly history: History
  readonly nfts: NftsOf
  readonly swaps: Swaps
  /** Prices whose providers may be asked all day long: not those that count, or sell, each question. */
  readonly followedPrices: Prices
  readonly onramp: Onramp
  /** What accounts told of their permissions to spend. */
  readonly sessions: SessionStore
}

type Dependencies = {
  readonly config: Pick<Config, 'rates' | 'prices' | 'names' | 'onramp' | 'swaps' | 'urls'>
  readonly db: Database
  readonly chains: readonly Chain[]
  readonly ask: AskChain
  readonly indexer: Pick<Indexer, 'historyOf' | 'reachOf' | 'searchingOf' | 'erc20sOf' | 'nftsOf' | 'watch' | 'chains' | 'watched'>
  readonly log: Logger
}

/**
 * Balances, prices, names and history. Without further configuration of providers that need no key: the chains' own nodes, the operator's word, and exchanges
 * on the chains.
 */
export function openMoney({ config, chains, ask, indexer, db, log }: Dependencies): Money {
  /** Contracts of tokens that an address ever moved, as far as the chain is indexed. */
  const seenTokens = async ({ id }: Chain, address: string): Promise<readonly string[]> => {
    const chain = Number(id)
    if (!indexer.chains.includes(chain)) return []
    await indexer.watch(chain, address as Hex)
    return indexer.erc20sOf({ chain, address: address as Hex })
  }

  const memory = createTokenMemory()
  const namesOfMints = solanaNames(ask)
  const factsOfMints = mintFacts(ask, namesOfMints)
  const { defillama, coingecko } = config.prices
  const free = [fixedPrices, poolPrices(ask), ...(defillama ? [defillamaPrices(defillama.url)] : [])]
  const prices = openPrices([...free, ...(coingecko ? [coingeckoPrices(coingecko)] : [])], log)
  const changes = openPriceChanges(db, log)
  const rateOf = ratesOf(config.rates, chains, prices)
  const balances = openBalances({
    providers: [blockscoutBalances, evmNodeBalances({ ask, memory, seenTokens }), solanaNodeBalances(ask, namesOfMints)],
    prices,
    changes,
    rateOf,
    log,
  })
  const factsOf: Money['factsOf'] = async (chain, tokens) =>
    chain.caipNetworkId.startsWith('eip155:') ? evmTokenFacts(chain, evmReader(ask, chain), memory, tokens) : factsOfMints(chain, tokens)
  const names = openNames({ config, chains, ask, db })
  return {
    balances,
    identities: openIdentities({ ask, chains, names }),
    names,
    ccip: config.names.gateway && createCcipGateway(names, config.names.gateway),
    history: openHistory({
      providers: [indexedHistory(indexer), blockscoutHistory, solanaNodeHistory(ask, namesOfMints)],
      prices,
      rateOf,
      namesOf: (chain) => new Map([...contractNames(chain), ...swapNamesOf(config, chain)]),
      log,
    }),
    nfts: openNfts({ indexer, ask }),
    sessions: createSessionStore(db),
    onramp: openOnramp({ config, chains, ask, db, prices, rateOf, log }),
    prices,
    followedPrices: coingecko ? openPrices(free, log) : prices,
    changes,
    rateOf,
    factsOf,
    swaps: openSwaps({
      ask,
      providers: [
        ...(config.swaps.oneInch ? [oneInchSwaps(config.swaps.oneInch)] : []),
        ...(config.swaps.lifi ? [lifiSwaps(config.swaps.lifi)] : []),
        poolSwaps({ ask, prices, gasPrices: gasPricesOf(ask), factsOf }),
      ],
      crossing: config.swaps.lifi && lifiBridge(config.swaps.lifi),
      factsOf,
    }),
  }
}
