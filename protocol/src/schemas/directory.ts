import { text, z } from './schema.js'

/** What is malformed counts as not said: one bad field must not hide a wallet. */
const maybe = <T>(type: z.ZodMiniType<T>) => z.catch(z.nullish(type), undefined)
const link = maybe(text(2_048))
const flag = maybe(z.boolean())

/**
 * What the directory tells about a wallet: an entry of `GET /getWallets`. Links are
 * bases that a pairing is appended to.
 */
export const walletListing = z.object({
  id: text(128).check(z.minLength(1)),
  name: text(100).check(z.minLength(1)),
  description: link,
  homepage: link,
  /** SHA-256 of a picture at `/getWalletImage/{image_id}`. */
  image_id: link,
  /** Place in the list; smaller comes first. */
  order: maybe(z.number()),
  badge_type: maybe(z.enum(['none', 'certified'])),
  mobile_link: link,
  desktop_link: link,
  webapp_link: link,
  /** Universal link of the phone app. */
  link_mode: link,
  /** Another wallet's app may open `mobile_link`, too, and there is no universal link. */
  ambiguous: flag,
  app_store: link,
  play_store: link,
  chrome_store: link,
  firefox_store: link,
  rdns: link,
  injected: maybe(z.array(z.object({ namespace: text(32), injected_id: text(64) }))),
  /** CAIP-2 ids. */
  chains: z.catch(z.array(text(128)), []),
  supports_wc: flag,
  supports_wcpay: flag,
  pay_only: flag,
})
export type WalletListing = z.infer<typeof walletListing>
