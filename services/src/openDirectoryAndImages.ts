import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Chain } from './config/chains.js'
import type { Config } from './config/schema.js'
import { createImageProxy } from './images/imageProxy.js'
import { createReencoder } from './images/reencode.js'
import { imageKey } from './images/signImageUrl.js'
import { readCatalog } from './wallets/catalog.js'
import { openDirectory } from './wallets/directory.js'

/**
 * Opens the wallet directory and the image proxy; both share one picture decoder.
 *
 * @throws ConfigError with every mistake in the operator's overlay files
 */
export async function openDirectoryAndImages(config: Config, chains: readonly Chain[], log: Logger) {
  const reencoder = createReencoder()
  try {
    const directory = await openDirectory({
      catalog: await readCatalog(),
      overlayFolder: config.directory.overlays,
      configuredChains: chains.map((chain) => chain.caipNetworkId),
      warn: (sentence) => log.warn(sentence),
      reencoder,
    })
    const imageProxy = { images: createImageProxy({ reencoder }), key: imageKey(config.secret ?? randomBytes(32)) }
    const close = async () => {
      await directory.close()
      await reencoder.close()
    }
    return { directory, imageProxy, close }
  } catch (error) {
    await reencoder.close()
    throw error
  }
}
