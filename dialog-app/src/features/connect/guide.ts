import type { NamespaceId } from '@latchkey/protocol'
import wallets from './guide.json'

/** A wallet that we know without any directory. Where to get it and why stands in `views/guide/links.json`, which loads with its view. */
export type GuideWallet = {
  /** Its `rdns` (EIP-6963), so that an installed one is recognised. */
  readonly id: string
  readonly name: string
  /** URL of a picture on our own origin. */
  readonly icon: string
  readonly rdns: string
  readonly namespaces: readonly NamespaceId[]
}

const icons: Readonly<Record<string, string>> = {
  'io.metamask': new URL('../../views/guide/icons/metamask.svg', import.meta.url).href,
  'io.rabby': new URL('../../views/guide/icons/rabby.svg', import.meta.url).href,
  'me.rainbow': new URL('../../views/guide/icons/rainbow.svg', import.meta.url).href,
  'com.coinbase.wallet': new URL('../../views/guide/icons/coinbase.svg', import.meta.url).href,
  'com.trustwallet.app': new URL('../../views/guide/icons/trust.svg', import.meta.url).href,
  'com.okex.wallet': new URL('../../views/guide/icons/okx.svg', import.meta.url).href,
  'app.phantom': new URL('../../views/guide/icons/phantom.svg', import.meta.url).href,
  'io.zerion.wallet': new URL('../../views/guide/icons/zerion.svg', import.meta.url).href,
}

/** The bundled list, in the order in which a newcomer sees it. It answers until a directory of wallets is there. */
export const guideWallets: readonly GuideWallet[] = wallets.map(({ id, name, namespaces }) => ({
  id,
  name,
  icon: icons[id] ?? '',
  rdns: id,
  namespaces: namespaces as readonly NamespaceId[],
}))

/** Ids of the first wallets by the address of their picture: a newcomer sees these, so the style sheet has them (`ui/walletPictures.css`). */
export const drawnPictures: ReadonlyMap<string, string> = new Map(guideWallets.slice(0, 4).map(({ id, icon }) => [icon, id]))

/** The guide's entry for a wallet id (its `rdns`); undefined for a wallet that it does not know. */
export function findGuideWallet(id: string | undefined): GuideWallet | undefined {
  return guideWallets.find((wallet) => wallet.id === id)
}
