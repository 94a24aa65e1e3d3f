import { createFamilyRequests, type FamilyRequests, type PageContext } from '../provider/familyRequests.js'
import { createStandardSide, type StandardSide } from '../provider/standardWallet.js'
import type { StandardChange } from '../standardTypes.js'
import { createFamilies, type Families, type FamiliesContext } from './createFamilies.js'

export type FamiliesSide = Families & {
  readonly page: FamilyRequests
  readonly standard: StandardSide
}

/**
 * Everything that a page with chain families beside EVM needs, as one lazy chunk; each family's discovery is fetched behind it.
 *
 * @param emit tells the listeners of the page's Wallet Standard wallet of a change
 */
export function startFamilies(context: FamiliesContext & PageContext, emit: (change: StandardChange) => void): FamiliesSide {
  let update = () => {}
  const families = createFamilies({
    ...context,
    changed() {
      context.changed()
      // A wallet's features may have changed.
      update()
    },
  })
  const page = createFamilyRequests(context, families)
  const standard = createStandardSide(context, families, page, emit)
  update = standard.update
  let told = false

  return {
    ...families,
    async need(namespace) {
      await families.need(namespace)
      // The wallet was registered before it could know them.
      if (namespace === 'solana' && !told) emit({ chains: standard.side.chains })
      told ||= namespace === 'solana'
    },
    page,
    standard: standard.side,
  }
}
