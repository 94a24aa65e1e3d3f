import type { Options } from '@latchkey/protocol'
import { networkEntries, networkId } from './networkId.js'
import type { ModalOptions } from './types.js'

const isPlain = (value: unknown): value is Record<string, unknown> => {
  const prototype = typeof value === 'object' && value ? Object.getPrototypeOf(value) : undefined
  // By shape and not by identity: options may come from another realm.
  return prototype === null || (prototype !== undefined && Object.getPrototypeOf(prototype) === null)
}

/**
 * What crosses the Bridge of a value: plain data. Functions, class instances and `undefined` stay here.
 */
export function cloneable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneable)
  if (isPlain(value))
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, item]) => [key, cloneable(item)] as const)
        .filter(([, item]) => item !== undefined),
    )
  return typeof value === 'function' || typeof value === 'symbol' || typeof value === 'object' ? (value === null ? null : undefined) : value
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
  const callbacks = Object.keys(siwx ?? {}).filter((name) => callbackOf({ siwx }, `siwx.${name}`))
  return cloneable({
    ...options,
    ...(siwx && { siwx: { ...siwx, ...(callbacks.length && { callbacks }) } }),
    networks: list,
    defaultNetwork: networkId(defaultNetwork),
    inline,
  }) as Options
}

/**
 * Finds a function that the page gave in its options, by its path (`siwx.getNonce`). Own properties only.
 */
export function callbackOf(options: object, name: string): ((...args: readonly unknown[]) => unknown) | undefined {
  let value: unknown = options
  let holder: unknown
  for (const key of name.split('.')) {
    holder = value
    value = isPlain(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined
  }
  return typeof value === 'function' ? value.bind(holder) : undefined
}
