import {
  type CaipNetworkId,
  codes,
  errorText,
  isUserRejection,
  type NamespaceId,
  type WalletEvent,
  type WalletInfo,
} from '@latchkey/protocol'
import { ModalError } from '../modalError.js'
import { read } from './foreign.js'

/** A wallet of the page, as one chain family sees it. Its own objects (accounts, signers, transactions) never leave this file's users. */
export type FamilyWallet = {
  /** Names this one family. The same extension may come under the same id for another. */
  readonly info: WalletInfo
  readonly namespace: NamespaceId
  /**
   * Speaks the methods of protocol's `families/`, and `wallet_disconnect`.
   *
   * @throws whatever the wallet throws; a refusal in its own words is 4001; 4200 for what it cannot do
   */
  request(method: string, params: unknown, networkId: CaipNetworkId | null): Promise<unknown>
  /** Listens to what it does by itself. @returns unsubscribe */
  subscribe(listener: (event: WalletEvent['event'], data?: unknown) => void): () => void
  /** What it can do for an address, in the words of its standard; undefined when it does not say. */
  features?(address: string): readonly string[] | undefined
}

export type DiscoveryContext = {
  /** Objects that we put into the page ourselves: never listed. */
  readonly own: { has(value: object): boolean }
  /** How wallets are to call this site. */
  appName(): string
  /** The user has connected this wallet here before and not disconnected it since. */
  remembers(walletId: string): boolean
}

export type Discovery = {
  list(): readonly FamilyWallet[]
  /** Looks again: some wallets arrive late. */
  refresh(): void
  destroy(): void
}

/** Finds the wallets of one chain family. Shows nothing to the user. */
export type Discover = (context: DiscoveryContext, changed: () => void) => Discovery

export const unsupported = (method: string) => new ModalError(codes.unsupportedMethod, `The wallet does not support ${method}`)
export const unauthorized = () => new ModalError(codes.unauthorized, 'Unauthorized')

/** How extensions of these families say that the user refused: "Cancelled", "Request rejected". */
const refusal = /^(?:the )?(?:request |transaction |signing )?(?:was )?(?:cancell?ed|rejected|denied|declined)(?: request)?\.?$/i

/** Runs a wallet's own function. A refusal in its own words becomes 4001; everything else it throws stays what it is. */
export async function asking<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const text = errorText(error)
    const refused = isUserRejection(error) || refusal.test(text)
    throw refused && read(error, 'code') !== codes.userRejected ? new ModalError(codes.userRejected, text) : error
  }
}

/**
 * Calls a member of an object that somebody else put into the page.
 *
 * @throws ModalError 4200 when it is no function
 */
export function invoke(target: unknown, member: string, ...args: readonly unknown[]): unknown {
  const method = read(target, member)
  if (typeof method !== 'function') throw unsupported(member)
  return Reflect.apply(method, target, args)
}

/** A parameter that must be a string. @throws ModalError -32602 */
export function stringOf(params: unknown, key: string): string {
  const value = read(params, key)
  if (typeof value !== 'string') throw new ModalError(codes.invalidParams, `Invalid params: ${key}`)
  return value
}

/** The list that a value is, or none. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The strings of a list, of a length that a name has. */
export const stringsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((item): item is string => typeof item === 'string' && item.length <= 128)

/** Parts of an answer that are strings; the others are left out. */
export function stringParts<Key extends string>(value: unknown, keys: readonly Key[]): Partial<Record<Key, string>> {
  const parts = keys.map((key) => [key, read(value, key)] as const).filter(([, part]) => typeof part === 'string')
  return Object.fromEntries(parts) as Partial<Record<Key, string>>
}

export type Methods = Readonly<Record<string, (params: unknown, networkId: CaipNetworkId | null) => unknown>>

/** A wallet's `request` from what it does by method. Own keys only: `constructor` is no method. */
export const answering =
  (methods: Methods): FamilyWallet['request'] =>
  (method, params, networkId) =>
    asking(() => {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw unsupported(method)
      return run(params, networkId)
    })

/**
 * Discovery of wallets that leave an object in `window`: there is no event for it, so it looks now, when the page has loaded and when the
 * dialog opens.
 *
 * @param find what there is, in order; of one id the first stays
 */
export function discoverGlobals(
  find: (context: DiscoveryContext) => Iterable<readonly [id: string, create: () => FamilyWallet]>,
): Discover {
  return (context, changed) => {
    const known = new Map<string, FamilyWallet>()
    function look() {
      const before = known.size
      for (const [id, create] of find(context)) if (!known.has(id)) known.set(id, create())
      if (known.size > before) changed()
    }
    addEventListener('load', look)
    look()
    return { list: () => [...known.values()], refresh: look, destroy: () => removeEventListener('load', look) }
  }
}

/** Keys of an object that somebody else put into the page. */
export function keysOf(value: unknown): readonly string[] {
  try {
    return stringsOf(Object.keys(value as object)).slice(0, 64)
  } catch {
    return []
  }
}
