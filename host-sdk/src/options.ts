import type { Options } from '@latchkey/protocol'
import { siwxCallbacks } from '@latchkey/protocol/siwx'
import { read } from './discovery/foreign.js'
import { networkEntries, networkId } from './networkId.js'
import type { ModalOptions } from './types.js'

const isPlain = (value: unknown): value is Record<string, unknown> => {
  const prototype = typeof value === 'object' && value ? Object.getPrototypeOf(value) : undefined
  // By shape and not by identity: options may come from another realm.
  return prototype === null || (prototype !== undefined && Object.getPrototypeOf(prototype) === null)
}

/** Names of a class instance's fields, getters and methods. Of plain data, and of a frozen or prototype-less object, its own keys. */
function keysOf(value: object): string[] {
  if (isPlain(value)) return Object.keys(value)
  const prototype = Object.getPrototypeOf(value)
  return [...Object.keys(value), ...Object.getOwnPropertyNames(prototype), ...(isPlain(prototype) ? [] : keysOf(prototype))]
}

/**
 * Reads what crosses the Bridge of a value: its data, of a class instance too. Functions and `undefined` stay here. An object of the platform is
 * told by its text: the address of a `URL`, and `[object Map]`, which the dialog names as a mistake.
 *
 * @param depth levels that are left: an object that leads back to itself has no end
 */
export function cloneable(value: unknown, depth = 9): unknown {
  if (Array.isArray(value)) return value.map((item) => cloneable(item, depth))
  if (typeof value === 'function' || typeof value === 'symbol' || !depth) return undefined
  if (Object(value) !== value) return value
  if (Object.prototype.toString.call(value) !== '[object Object]') return String(value)
  return Object.fromEntries(
    keysOf(value as object)
      .map((key) => [key, cloneable(read(value, key), depth - 1)] as const)
      .filter(([, item]) => item !== undefined),
  )
}

/** A network as the dialog knows them: chain objects of viem and wagmi lack what tells the families apart. */
function wireNetwork(entry: unknown): unknown {
  const caipNetworkId = networkId(entry)
  if (!isPlain(entry)) return caipNetworkId
  return { chainNamespace: String(caipNetworkId).split(':')[0], ...entry, caipNetworkId }
}

/** The options as the dialog gets them: as the page wrote them, without functions. What is wrong in them the dialog finds. */
export function wireOptions({ projectId, dialogUrl, networks, defaultNetwork, ...options }: ModalOptions, inline: boolean): Options {
  const list = networks === undefined ? undefined : networkEntries(networks).map(wireNetwork)
  const { siwx } = options
  const callbacks = [...new Set([...Object.keys(siwx ?? {}), ...siwxCallbacks])].filter((name) => callbackOf({ siwx }, `siwx.${name}`))
  return cloneable({
    ...options,
    ...(siwx && { siwx: { ...(cloneable(siwx) as object), ...(callbacks.length && { callbacks }) } }),
    networks: list,
    defaultNetwork: networkId(defaultNetwork),
    inline,
  }) as Options
}

/**
 * Finds a function that the page gave in its options, by its path (`siwx.getNonce`): an own property, or a method of the instance that an option is.
 */
export function callbackOf(options: object, name: string): ((...args: readonly unknown[]) => unknown) | undefined {
  let value: unknown = options
  let holder: unknown
  for (const key of name.split('.')) {
    holder = value
    value = typeof holder === 'object' && holder && !(key in Object.prototype) ? read(holder, key) : undefined
  }
  return typeof value === 'function' ? value.bind(holder) : undefined
}
