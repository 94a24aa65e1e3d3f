import { namespaceIds, socialProviderIds } from '@latchkey/protocol'
import { z } from './schema.js'

const namespace = z.enum(namespaceIds)
const caip = z.custom<`${string}:${string}`>((value) => typeof value === 'string' && /^[a-z0-9-]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(value))
const text = z.string().check(z.maxLength(512))
const time = z.number().check(z.gte(0))
const perNamespace = <T extends z.ZodMiniType>(value: T) => z.partialRecord(namespace, value)
const cache = <T extends z.ZodMiniType>(value: T) => z.record(z.string(), z.object({ at: time, value }))

const connection = z.object({
  walletId: text,
  kind: z.enum(['host', 'walletConnect', 'embedded']),
  networkId: caip,
})

/**
 * Everything the dialog keeps in the browser, with its shape.
 * What does not fit its shape is dropped when read: it was written by another version, or by somebody else.
 */
export const items = {
  walletId: text,
  walletName: text,
  /** The wallet at the other end of a WalletConnect session: its picture in the directory, and the link that opened it. */
  phoneWallet: z.object({ name: text, icon: z.optional(text), link: z.optional(text) }),
  activeNetworkId: caip,
  activeNamespace: namespace,
  /** The two newest, newest first. */
  recentWallets: z.array(text).check(z.maxLength(2)),
  connectionStatus: z.enum(['connected', 'disconnected']),
  connections: perNamespace(connection),
  /** Wallets that are connected besides the one that answers for their family. */
  otherConnections: perNamespace(z.array(connection) as z.ZodMiniType<readonly z.infer<typeof connection>[]>),
  /** Wallets whose connection the user ended, per family: never resumed without being asked. */
  disconnectedWallets: perNamespace(z.array(text)),
  /** The account that the user chose in a wallet that has several, per family and wallet. */
  chosenAccounts: perNamespace(z.record(text, text)),
  /** The user's own names of accounts, by family and address (`eip155:0x…`). */
  accountLabels: z.record(text, z.string().check(z.maxLength(64))),
  /** The family that was last connected of a wallet that has several. */
  lastFamilies: z.record(text, namespace),
  balanceCache: cache(z.object({ value: z.string().check(z.regex(/^\d{1,78}$/)), decimals: z.number(), symbol: text })),
  nameCache: cache(z.object({ address: text, ens: z.array(text), timestamp: time })),
  identityCache: cache(z.object({ avatar: z.nullable(z.string()), name: z.nullable(z.string()) })),
  portfolioCache: cache(z.unknown()),
  hideSmallBalances: z.boolean(),
  /** Transactions of this dialog whose end the user has not seen; who reads them checks each one. */
  transactions: z.array(z.unknown()),
  /** Whom this browser has sent to, by family, the newest first; who reads them checks each one. */
  recipients: perNamespace(z.array(z.unknown()) as z.ZodMiniType<readonly unknown[]>),
  preferredAccountTypes: perNamespace(z.enum(['eoa', 'smartAccount', 'payment', 'ordinal'])),
  email: text,
  socialUsername: text,
  /** By which provider the last login was; none when it was by e-mail. */
  socialProvider: z.enum(socialProviderIds),
  emailLoginUsed: z.boolean(),
  /** The user has ended a login, and the secure frame has not answered that it has. */
  signOutDue: z.boolean(),
  lastUsedChain: caip,
  lastEmailLoginTime: time,
  /** Chain ids, joined by commas. */
  smartAccountEnabledNetworks: z.string().check(z.regex(/^(\d+(,\d+)*)?$/)),
} as const

export type StoredItem = keyof typeof items
export type StoredItems = { [K in StoredItem]: z.infer<(typeof items)[K]> }
