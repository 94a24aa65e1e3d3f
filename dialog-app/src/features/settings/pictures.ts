import { signPictures } from '../../api/pictures.js'
import type { Dialog } from '../../lib/dialog.js'
import { networksStore } from '../../state/networks.js'
import { picturesStore } from '../../state/pictures.js'
import { settingsStore } from '../../state/settings.js'

/** Pictures that the page itself names, and that nobody but it vouches for: those of its wallets, of others' wallets, then of networks. */
function named(dialog: Dialog): readonly string[] {
  const { boot, options } = settingsStore(dialog).getState()
  const own = boot && new URL(boot.api).origin
  const wallets = (options.customWallets ?? []).map(({ image_url }) => image_url)
  const networks = networksStore(dialog)
    .getState()
    .networks.map(({ assets }) => assets?.imageUrl)
  const foreign = (url: string | undefined): url is string => url !== undefined && URL.canParse(url) && new URL(url).origin !== own
  return [...new Set([...wallets, ...Object.values(options.connectorImages ?? {}), ...networks].filter(foreign))]
}

/** Asks where the page's pictures are shown, for those that were not asked for yet. A letter stands in for what does not come. */
async function refresh(dialog: Dialog, asked: Set<string>): Promise<void> {
  const { boot } = settingsStore(dialog).getState()
  const fresh = named(dialog).filter((url) => !asked.has(url))
  if (!boot || fresh.length === 0) return
  for (const url of fresh) asked.add(url)
  try {
    picturesStore(dialog).setState(await signPictures(dialog, boot.origin, fresh))
  } catch {
    // Asked for again with the page's next options.
    for (const url of fresh) asked.delete(url)
  }
}

/**
 * Shows the pictures of the page's own wallets and networks by way of our server: the dialog loads nothing from strangers, who would learn
 * who looks. Follows the page's options.
 */
export function startPictures(dialog: Dialog): void {
  const asked = new Set<string>()
  const look = () => void refresh(dialog, asked)
  settingsStore(dialog).subscribe((state, previous) => state.options !== previous.options && look())
  networksStore(dialog).subscribe((state, previous) => state.networks !== previous.networks && look())
  look()
}
