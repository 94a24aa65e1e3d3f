import type { Network } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { networksStore } from '../../state/networks.js'
import { settingsStore } from '../../state/settings.js'

/** The page's own picture of a network comes before any other. The same object when it has none. Pure. */
export function withImage(network: Network, images: Readonly<Record<string, string>>): Network {
  const imageUrl = images[network.caipNetworkId] ?? images[network.id]
  return imageUrl && imageUrl !== network.assets?.imageUrl ? { ...network, assets: { ...network.assets, imageUrl } } : network
}

/** Gives networks the pictures that the page has for them. Follows the page's options. */
export function startChainImages(dialog: Dialog): void {
  const store = networksStore(dialog)
  const apply = () => {
    const { networks } = store.getState()
    const images = settingsStore(dialog).getState().options.chainImages
    const changed = images ? networks.map((network) => withImage(network, images)) : networks
    if (changed.some((network, index) => network !== networks[index])) store.setState({ networks: changed })
  }
  store.subscribe(({ networks }, before) => networks !== before.networks && apply())
  settingsStore(dialog).subscribe(({ options }, before) => options.chainImages !== before.options.chainImages && apply())
  apply()
}
