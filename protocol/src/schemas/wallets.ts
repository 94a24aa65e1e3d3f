import { limits } from '../constants.js'
import { caipNetworkId, namespaceId, perNamespace } from './entities.js'
import { decoration, listOf, name, text, z } from './schema.js'

/** A picture that a wallet brings along: shown with `<img>`, where a script inside an SVG does not run. */
const icon = text(limits.iconBytes).check(z.regex(/^data:image\/(png|svg\+xml|webp|jpeg|gif)[;,]/i))

const descriptor = z.object({ chains: z.optional(z.array(text(128))), features: z.optional(z.array(text(128))) })

/** Any script of the page may announce anything: sizes are capped, and a bad icon is left out. */
export const walletInfo = z.object({
  id: name(128),
  // Nothing that turns the direction of reading or that nobody sees: it would look like another wallet's name.
  name: name(64).check(z.regex(/^\P{C}*$/u)),
  icon: decoration(icon),
  rdns: decoration(name(128)),
  source: z.enum(['announced', 'injected', 'standard', 'global']),
  namespaces: perNamespace(descriptor),
})

export const walletInfos = listOf(walletInfo, 100)

/** Families whose wallets are still being looked for. */
export const looking = decoration(z.array(namespaceId).check(z.maxLength(16)))

export const walletEvent = z.object({
  walletId: name(128),
  namespace: namespaceId,
  event: z.enum(['accountsChanged', 'chainChanged', 'connect', 'disconnect']),
  data: z.optional(z.unknown()),
})

const walletKind = z.enum(['host', 'walletConnect', 'embedded'])

export const connectedWallet = z.object({
  id: name(128),
  name: name(64),
  kind: walletKind,
  icon: decoration(icon),
  rdns: decoration(name(128)),
})

const resumedConnection = z.object({ walletId: name(128), kind: walletKind, networkId: caipNetworkId })

export const resume = z.object({
  v: z.custom<1>((value) => value === 1),
  active: z.nullable(namespaceId),
  connections: perNamespace(resumedConnection),
  others: decoration(perNamespace(z.array(resumedConnection).check(z.maxLength(16)))),
  recent: decoration(z.array(name(128)).check(z.maxLength(limits.recentWallets))),
})
