import { type Discover, discoverGlobals } from '../discovery.js'
import { discoverStandard } from '../standard.js'
import { findSatsConnect } from './satsConnect.js'
import { createStandardBitcoin } from './standardBitcoin.js'
import { findUnisat } from './unisat.js'

const sources: readonly Discover[] = [
  discoverStandard(createStandardBitcoin),
  discoverGlobals(function* (context) {
    yield* findSatsConnect(context)
    yield* findUnisat()
  }),
]

/** Bitcoin wallets: the Wallet Standard's, those of `btc_providers`, and the globals of Leather, UniSat and OKX. */
export const discover: Discover = (context, changed) => {
  const found = sources.map((source) => source(context, changed))
  return {
    list: () => found.flatMap((discovery) => discovery.list()),
    refresh() {
      for (const discovery of found) discovery.refresh()
    },
    destroy() {
      for (const discovery of found) discovery.destroy()
    },
  }
}
