import type { Options } from '@latchkey/protocol'
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

/** The options as the dialog gets them: without what only the page needs, and without functions. */
export function wireOptions({ projectId, dialogUrl, preload, announce, ...options }: ModalOptions, inline: boolean): Options {
  return { ...(cloneable(options) as Options), inline }
}

/**
 * Finds a function that the page gave in its options, by its path (`siwx.getNonce`). Own properties only.
 */
export function callbackOf(options: object, name: string): ((...args: readonly unknown[]) => unknown) | undefined {
  let value: unknown = options
  for (const key of name.split('.')) value = isPlain(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return typeof value === 'function' ? (value as (...args: readonly unknown[]) => unknown) : undefined
}
