import { nameMessageLife } from '@latchkey/protocol'
import { z } from 'zod'

const plain = z.string().regex(/^[a-zA-Z0-9@:/._\-?&=+ ]*$/, { error: 'Only letters, digits and @:/._-?&=+ are allowed' })

/** What may be said of a name. */
const attributes = z.strictObject({
  bio: plain.max(255).exactOptional(),
  avatar: plain
    .max(512)
    .regex(/^(?:https|ipfs):\/\/\S+$/, { error: 'A picture has an https or ipfs address' })
    .exactOptional(),
  url: plain
    .max(255)
    .regex(/^https:\/\/\S+$/, { error: 'A page has an https address' })
    .exactOptional(),
  'com.twitter': plain.max(64).exactOptional(),
  'com.github': plain.max(64).exactOptional(),
})

const name = z.string().max(255)
const timestamp = z.int().min(0)

/** What owners sign, by what they ask for. Changes name the name too, so that nobody uses them for another one. */
export const messageSchemas = {
  registration: z.strictObject({ name, attributes, timestamp }),
  attributes: z.strictObject({ name, attributes, timestamp }),
  address: z.strictObject({ name, coin_type: z.int(), address: z.string(), timestamp }),
} as const

/** Why a message is not taken. */
export type MessageMistake = { readonly field: string; readonly mistake: string }

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads what was signed.
 *
 * @param now milliseconds
 */
export function readMessage<T extends { readonly timestamp: number }>(
  schema: z.ZodType<T>,
  text: string,
  now: number,
): { readonly message: T } | MessageMistake {
  const given = parse(text)
  // Spaces, and keys that are written twice, could show a user something else than what is read here.
  if (given === undefined || JSON.stringify(given) !== text) return { field: 'message', mistake: 'Invalid message' }
  const read = schema.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    const place = issue?.path.map(String).join('.')
    return { field: place ? `message.${place}` : 'message', mistake: issue?.message ?? 'Invalid message' }
  }
  if (Math.abs(now / 1_000 - read.data.timestamp) > nameMessageLife) return { field: 'timestamp', mistake: 'Expired timestamp' }
  return { message: read.data }
}
