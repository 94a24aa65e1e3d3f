import { parseCaipNetworkId } from '../caip.js'
import { namespaceIds } from '../families/ids.js'
import { errors } from '../messages.js'
import { name, text, webUrl, z } from './schema.js'

const passes = (parse: (value: string) => unknown) => (value: unknown) => {
  try {
    return typeof value === 'string' && Boolean(parse(value))
  } catch {
    return false
  }
}

export const namespaceId = z.enum(namespaceIds)

/** CAIP-2. */
export const caipNetworkId = text(128).check(z.refine(passes(parseCaipNetworkId), errors.invalidCaipNetworkId))

/** One optional value per chain family; other keys are left out. */
export const perNamespace = <T>(type: z.ZodMiniType<T>) =>
  z.object(
    Object.fromEntries(namespaceIds.map((id) => [id, z.optional(type)])) as Record<
      (typeof namespaceIds)[number],
      z.ZodMiniOptional<z.ZodMiniType<T>>
    >,
  )

const socketUrl = text(2_048).check(z.regex(/^wss?:\/\/[^\s]+$/i))

export const network = z.object({
  id: z.union([z.number(), text(128)]),
  caipNetworkId,
  deprecatedCaipNetworkId: z.optional(caipNetworkId),
  chainNamespace: namespaceId,
  name: name(64),
  network: z.optional(text(64)),
  nativeCurrency: z.object({ name: text(64), symbol: name(32), decimals: z.int().check(z.gte(0), z.lte(36)) }),
  rpcUrls: z.record(text(64), z.object({ http: z.array(webUrl), webSocket: z.optional(z.array(socketUrl)) })),
  blockExplorers: z.optional(z.record(text(64), z.object({ name: text(64), url: webUrl, apiUrl: z.optional(webUrl) }))),
  testnet: z.optional(z.boolean()),
  assets: z.optional(z.object({ imageId: z.optional(text(128)), imageUrl: z.optional(webUrl) })),
})

export const accountType = z.enum(['eoa', 'smartAccount', 'payment', 'ordinal'])

export const account = z.object({
  namespace: namespaceId,
  address: name(256),
  type: accountType,
  publicKey: z.optional(text(512)),
  path: z.optional(text(128)),
})

export const wireError = z.object({ code: z.int(), message: text(4_096), data: z.optional(z.unknown()) })
