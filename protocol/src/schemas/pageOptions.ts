import { flag, metadataParts, options } from './options.js'
import { z } from './schema.js'

/** The same as the page's author writes it: with what only the page itself uses, and with nothing that is passed over silently. */
export const pageOptions = z.extend(options, {
  metadata: z.optional(z.partial(z.object(metadataParts))),
  preload: z.optional(z.enum(['intent', 'idle', 'none'])),
  announce: flag,
})

/** Options that are read and have no effect yet: whoever sets one should hear of it. */
export const withoutEffect = [
  'siwx',
  'signOutOnDisconnect',
  'features.swaps',
  'features.onramp',
  'features.send',
  'features.walletFeaturesOrder',
] as const
