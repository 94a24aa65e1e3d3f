import { socialProviderIds } from '../socialProviders.js'
import { id } from './callSchemas.js'
import { caipNetworkId, namespaceId } from './entities.js'
import { name, pair, text, webUrl, z } from './schema.js'

/** Parts of the secure frame's schemas. Objects are strict here: a key that nobody knows refuses the message. */
export const nothing = z.optional(z.strictObject({}))

export const socialProvider = z.enum(socialProviderIds)
export const accountType = z.enum(['eoa', 'smartAccount'])
/** What was typed: spaces around and between are the mail program's. */
export const otp = text(16).check(
  z.overwrite((typed) => typed.replace(/\s/g, '')),
  z.regex(/^\d{6}$/),
)

export const target = {
  chainId: z.optional(caipNetworkId),
  preferredAccountType: z.optional(accountType),
  siwxMessage: z.optional(text(16_384)),
  rpcUrl: z.optional(webUrl),
}

export const plainCall = z.strictObject({
  to: text(42).check(z.regex(/^0x[\da-f]{40}$/i)),
  value: text(66).check(z.regex(/^0x[\da-f]{1,64}$/i)),
  data: z.optional(text(131_072).check(z.regex(/^0x([\da-f]{2})*$/i))),
})

const pixels = z.number().check(z.gte(-100_000), z.lte(100_000))
const size = z.number().check(z.gte(0), z.lte(100_000))
export const height = size
export const rectangle = z.strictObject({ x: pixels, y: pixels, width: size, height: size })

export const theme = z.strictObject({
  themeMode: z.enum(['light', 'dark']),
  themeVariables: z.optional(z.record(name(64), z.union([text(256), z.number(), pair(z.union([text(256), z.number()]))]))),
  locale: name(35),
  dir: z.enum(['ltr', 'rtl']),
})

export const metadata = z.strictObject({
  name: z.optional(text(256)),
  description: z.optional(text(1_024)),
  url: z.optional(text(2_048)),
  icons: z.optional(z.array(text(65_536)).check(z.maxLength(16))),
})

export const seq = z.int().check(z.gte(0))
export const account = z.strictObject({ namespace: namespaceId, address: name(256), type: accountType })
export { caipNetworkId, id, namespaceId }
