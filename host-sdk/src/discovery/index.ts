import { createFamilyRequests, type FamilyRequests, type PageContext } from '../provider/familyRequests.js'
import { createStandardSide, type StandardSide } from '../provider/standardWallet.js'
import type { StandardChange, StandardWallet } from '../types.js'
import { createFamilies, type Families, type FamiliesContext } from './createFamilies.js'

export type FamiliesSide = Families & {
  readonly page: FamilyRequests
  readonly standard: StandardSide
}

type Context = FamiliesContext &
  PageContext & {
    /** The wallet to register once its family is needed; left out for an instance that does not announce itself. */
    readonly wallet?: StandardWallet | undefined
  }

/**
 * Everything that a page with chain families beside EVM needs, as one lazy chunk; each family's discovery is fetched behind it.
 *
 * @param emit tells the listeners of the page's Wallet Standard wallet of a change
 */
export function startFamilies(context: Context, emit: (change: StandardChange) => void): FamiliesSide {
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
  const unregister = new Set<() => void>()
  let offReady: (() => void) | undefined

  /** Makes the page's wallet known to every app of this page, now and later (Wallet Standard, both directions). */
  function register(wallet: StandardWallet) {
    const callback = (api: unknown) => {
      const off = (api as { register?: (wallet: object) => unknown } | null)?.register?.(wallet)
      if (typeof off === 'function') unregister.add(() => off())
    }
    const onReady = (event: Event) => callback((event as CustomEvent<unknown>).detail)
    addEventListener('wallet-standard:app-ready', onReady)
    offReady = () => removeEventListener('wallet-standard:app-ready', onReady)
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  }

  return {
    ...families,
    need(namespace) {
      if (namespace === 'solana' && context.wallet && !offReady) register(context.wallet)
      return families.need(namespace)
    },
    page,
    standard: standard.side,
    destroy() {
      offReady?.()
      for (const off of unregister) off()
      families.destroy()
    },
  }
}
