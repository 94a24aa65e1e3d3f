import { socialProviderIds } from '../socialProviders.js'
import { accountType, caipNetworkId, network, perNamespace } from './entities.js'
import { decoration, name, pair, text, webUrl, z } from './schema.js'

export const flag = z.optional(z.boolean())
const names = z.array(name(128)).check(z.maxLength(1_000))

const features = z.object({
  email: flag,
  socials: z.optional(z.union([z.custom<false>((value) => value === false), z.array(z.enum(socialProviderIds))])),
  swaps: z.optional(z.union([z.boolean(), names])),
  onramp: z.optional(z.union([z.boolean(), names])),
  send: flag,
  receive: flag,
  history: flag,
  activity: flag,
  analytics: flag,
  allWallets: flag,
  legalCheckbox: flag,
  collapseWallets: flag,
  multiWallet: flag,
  reownBranding: flag,
  pay: flag,
  smartSessions: flag,
  connectMethodsOrder: z.optional(z.array(z.enum(['wallet', 'email', 'social']))),
  connectorTypeOrder: z.optional(z.array(z.enum(['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended']))),
  walletFeaturesOrder: z.optional(z.array(z.enum(['onramp', 'swaps', 'receive', 'send']))),
})

/** A link into an app may have a scheme of its own, but never one that runs or holds a document. */
const appLink = text(2_048).check(z.regex(/^(?!javascript:|data:|vbscript:|blob:|file:)[a-z][a-z0-9+.-]*:/i))

/** A picture that our server fetches, or one that comes along. */
const picture = z.union([webUrl, text(65_536).check(z.regex(/^data:image\/(png|svg\+xml|webp|jpeg|gif)[;,]/i))])

const pictures = z.optional(z.record(name(128), picture))

const webFont = z.object({
  family: name(64),
  url: webUrl,
  weight: z.optional(name(64)),
  style: z.optional(z.enum(['normal', 'italic'])),
})

const disclaimer = z.object({ text: name(2_048), links: z.optional(z.array(z.object({ label: name(64), url: webUrl }))) })

const customWallet = z.object({
  id: name(128),
  name: name(64),
  homepage: z.optional(webUrl),
  image_url: z.optional(picture),
  mobile_link: z.optional(appLink),
  desktop_link: z.optional(appLink),
  webapp_link: z.optional(webUrl),
  app_store: z.optional(webUrl),
  play_store: z.optional(webUrl),
  chrome_store: z.optional(webUrl),
  rdns: z.optional(name(128)),
})

/** One CSS value and nothing that ends it or fetches. */
const cssValue = z.union([text(256).check(z.regex(/^(?!.*(url|image|image-set|expression)\()[^;{}<>\\@!]*$/i)), z.number()])

export const metadataParts = {
  name: text(128),
  description: text(512),
  url: webUrl,
  icons: z.array(webUrl).check(z.maxLength(8)),
}

export const metadata = z.object({
  name: decoration(metadataParts.name),
  description: decoration(metadataParts.description),
  url: decoration(metadataParts.url),
  icons: decoration(metadataParts.icons),
})

const siwx = z.object({
  required: flag,
  statement: z.optional(text(256)),
  signOutOnAccountChange: flag,
  signOutOnNetworkChange: flag,
  callbacks: z.optional(names),
})

/** What a page may set. Unknown keys are left out; a known one with a wrong value is refused. */
export const options = z.object({
  networks: z.optional(z.array(z.union([network, caipNetworkId])).check(z.maxLength(1_000))),
  defaultNetwork: z.optional(caipNetworkId),
  metadata: z.optional(metadata),
  features: z.optional(features),
  themeMode: z.optional(z.enum(['light', 'dark', 'auto'])),
  themeVariables: z.optional(z.record(z.string().check(z.regex(/^[\w-]{1,64}$/)), z.union([cssValue, pair(cssValue)]))),
  locale: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{2,35}$/))),
  messages: z.optional(z.record(text(35), z.record(text(128), text(2_048)))),
  featuredWalletIds: z.optional(names),
  includeWalletIds: z.optional(names),
  excludeWalletIds: z.optional(names),
  customWallets: z.optional(z.array(customWallet).check(z.maxLength(100))),
  allWallets: z.optional(z.enum(['SHOW', 'HIDE', 'ONLY_MOBILE'])),
  chainImages: pictures,
  connectorImages: pictures,
  webFonts: z.optional(z.array(webFont)),
  enableMobileFullScreen: flag,
  defaultAccountTypes: z.optional(perNamespace(accountType)),
  tokens: z.optional(z.record(caipNetworkId, z.object({ address: name(64) }))),
  disclaimer: z.optional(disclaimer),
  logLevel: z.optional(z.enum(['debug', 'info', 'warn', 'error', 'silent'])),
  customRpcUrls: z.optional(z.record(caipNetworkId, z.array(z.object({ url: webUrl })))),
  termsConditionsUrl: z.optional(webUrl),
  privacyPolicyUrl: z.optional(webUrl),
  allowUnsupportedChain: flag,
  enableNetworkSwitch: flag,
  enableReconnect: flag,
  enableAnalytics: flag,
  basicMode: flag,
  siwx: z.optional(z.union([siwx, z.literal(false)])),
  signOutOnDisconnect: flag,
  inline: flag,
})

/** What the page tells of the visitor's device: never a reason to refuse. */
export const environment = z.object({
  colorScheme: z.catch(z.enum(['light', 'dark']), 'light'),
  dir: z.catch(z.enum(['ltr', 'rtl']), 'ltr'),
  lang: z.catch(text(35), ''),
  telegram: z.catch(z.optional(text(35)), undefined),
})
