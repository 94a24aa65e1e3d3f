import { limits } from '@latchkey/protocol'

/* Reading what somebody else put into the page. */

/** Reads a property of anything: other users' objects are frozen, hostile or from another realm. */
export function read(value: unknown, key: string): unknown {
  try {
    return (value as Record<string, unknown> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}

/** A string that may be a name. */
export const text = (value: unknown) => (typeof value === 'string' && value && value.length <= 256 ? value : undefined)

/** A picture that a wallet brings along. */
export const drawable = (icon: unknown): icon is string =>
  typeof icon === 'string' && icon.startsWith('data:image/') && icon.length <= limits.iconBytes
