import { limits } from '../constants.js'
import type { Hello, Options, Resume, WalletInfo } from '../contracts.js'
import type { WireError } from '../errors.js'
import { wireError } from './entities.js'
import { environment, options } from './options.js'
import { listOf, type Schema, schema, text, z } from './schema.js'
import { looking, resume, walletEvent, walletInfo, walletInfos } from './wallets.js'

const cut = (maximum: number) => z.catch(z.string().check(z.overwrite((value) => value.slice(0, maximum))), '')

/** What the page answers to `hello`. Wallets and events that are malformed are left out; options are refused as in {@link optionsSchema}. */
export const helloSchema: Schema<Hello> = schema(
  z.object({
    protocol: z.int(),
    sdk: z.object({ type: text(64), version: text(64) }),
    page: z.object({ url: cut(2_048), title: cut(256) }),
    options,
    environment,
    resume: z.catch(z.nullable(text(limits.resumeBytes)), null),
    wallets: walletInfos,
    looking,
    events: listOf(walletEvent, 256),
  }),
)

export const optionsSchema: Schema<Options> = schema(options)
export const walletInfoSchema: Schema<WalletInfo> = schema(walletInfo)
export const wireErrorSchema: Schema<WireError> = schema(wireError)

/**
 * Reads the record that a page kept for the dialog (JSON of {@link Resume}).
 *
 * @param value from outside: anything
 * @returns null when there is none, or it is too long, damaged or of another version; never throws
 * @example
 * parseResume('not JSON') // null
 */
export function parseResume(value: unknown): Resume | null {
  if (typeof value !== 'string' || value.length > limits.resumeBytes) return null
  try {
    return schema<Resume>(resume)(JSON.parse(value))
  } catch {
    return null
  }
}
