import type { KnownContracts, Network } from '@latchkey/protocol'
import type { Row } from '../approve/content.js'
import type { Bytes } from '../vault/bytes.js'
import type { AccountKeys } from '../vault/derive.js'
import type { Batches } from './calls/batches.js'
import type { Rpc } from './rpc.js'

/** The newest operation of an account on a network, until it happened or cannot any more. */
export type Underway = {
  get(): Sent | null
  set(sent: Sent | null): void
}
/** `validUntil` in seconds since 1970. */
export type Sent = { readonly hash: `0x${string}`; readonly validUntil: number }

/** What is behind an account that is a contract. */
export type SmartAccount = {
  readonly address: `0x${string}`
  /** Address of the key that signs for it. */
  readonly owner: `0x${string}`
  /** The network's bundler, through our services. */
  readonly bundler: Rpc
  /** Fees may be paid by the operator's paymaster. */
  readonly sponsored: boolean
  readonly underway: Underway
}

/** What the server recorded of a permission: for people, and never proof of anything. */
export type SessionRecord = { readonly pci: string; readonly context: string; readonly site: string; readonly revoked: boolean }

/** The server's record of permissions. Without it everything works, but nobody can tell which site one is for. */
export type SessionRecords = {
  /** Tells whose site a permission is for. */
  granted(context: SignerContext, smart: SmartAccount, contract: `0x${string}`): Promise<void>
  /** Tells that a permission was removed. */
  removed(context: SignerContext, smart: SmartAccount, contract: `0x${string}`): Promise<void>
  /** What was told of an account; nothing when the server cannot say. */
  of(context: Pick<SignerContext, 'network' | 'account'>): Promise<readonly SessionRecord[]>
}

/** What a signer knows of the request besides its parameters. Nothing of it comes from the page. */
export type SignerContext = {
  /** The page's origin, proven by the browser. */
  readonly origin: string
  readonly network: Network
  /** The account's address on that network. */
  readonly account: string
  /** When the account is a smart account. */
  readonly smart?: SmartAccount
  readonly rpc: Rpc
  /** Lends one account's key for one signature. */
  readonly withKey: <T>(name: keyof AccountKeys, use: (key: Bytes) => T) => Promise<T>
  /** Addresses that this user sent to before. */
  readonly known: readonly string[]
  /** What the operator knows of the network's contracts. */
  readonly contracts: KnownContracts
  readonly batches: Batches
  /** The server's record of permissions; left out: nothing is recorded. */
  readonly records?: SessionRecords
}

/** Characters at each end that users compare: of more, makers of such addresses need not make more look alike. */
const compared = 3

/** Another address that begins and ends like this one: users compare both ends and nothing between. */
export function lookAlikeOf(address: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.replace(/^0x/i, '').toLowerCase()
  const ends = (text: string) => plain(text).slice(0, compared) + plain(text).slice(-compared)
  return known.find((other) => plain(other) !== plain(address) && ends(other) === ends(address))
}

/** An address as a row, with what is known of it. */
export function addressRow(label: string, value: string, { account, known }: Pick<SignerContext, 'account' | 'known'>): Row {
  const isOwn = value === account || (/^0x/i.test(value) && value.toLowerCase() === account.toLowerCase())
  if (isOwn) return { label, value, kind: 'address', mark: 'own' }
  const marks = lookAlikeOf(value, known) ? ({ mark: 'alike' } as const) : {}
  return { label, value, kind: 'address', firstTime: isFirstTime(value, known), ...marks }
}

/** Whether nothing was ever sent there. */
const isFirstTime = (address: string, known: readonly string[]): boolean =>
  !known.some((other) => other.toLowerCase() === address.toLowerCase())
