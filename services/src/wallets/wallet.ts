// The router's zod: its schemas can describe themselves from the moment they are made.
import { z } from '@hono/zod-openapi'

const text = (maximum: number) => z.string().min(1).max(maximum)
const caip2 = z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, { error: 'must be a CAIP-2 id such as eip155:1.' })
const https = z.string().refine((link) => URL.canParse(link) && new URL(link).protocol === 'https:', { error: 'must be an https URL.' })
/** Schemes that would run or open something other than a wallet. */
const forbidden = /^(?:javascript|data|vbscript|file|blob|about|http):/i
const link = z.string().refine((value) => /^[a-z][a-z0-9+.-]*:\/\//i.test(value) && !forbidden.test(value), {
  error: 'must be an app link such as acme:// or an https URL.',
})
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().exactOptional()

/** The fields of a wallet, as the client's `getWallets` knows them. Links are bases to which `wc?uri=…` is appended. */
export const walletFields = {
  name: text(100),
  description: optional(text(500)),
  homepage: optional(https),
  image_id: optional(z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be the SHA-256 of a picture in lower-case hex.' })),
  /** Place in the list; smaller comes first, none comes last. */
  order: z.number().finite().exactOptional(),
  badge_type: z.enum(['none', 'certified']).exactOptional(),
  mobile_link: optional(link),
  desktop_link: optional(link),
  webapp_link: optional(https),
  /** Universal link of the phone app. */
  link_mode: optional(https),
  app_store: optional(https),
  play_store: optional(https),
  chrome_store: optional(https),
  firefox_store: optional(https),
  rdns: optional(
    z.string().regex(/^[A-Za-z0-9][\w-]*(?:\.[\w-]+)+$/, { error: 'must be a reverse domain name such as com.example.wallet.' }),
  ),
  injected: z.array(z.strictObject({ namespace: text(32), injected_id: text(64) })).exactOptional(),
  chains: z.array(caip2).min(1),
  supports_wc: z.boolean().exactOptional(),
  supports_wcpay: z.boolean().exactOptional(),
  /** Only for payments: listed when the caller asks for such wallets. */
  pay_only: z.boolean().exactOptional(),
} as const

/** 64 hex digits: the shape of every id in the directory. */
export const walletId = z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hex digits in lower case.' })

/** What a caller gets. Never without `chains`: clients hide a wallet whose chains they cannot match. */
export const walletSchema = z.object({
  id: walletId,
  ...walletFields,
  /** Said by us: another wallet has the scheme of `mobile_link`, and there is no universal link. */
  ambiguous: z.boolean().exactOptional(),
})
export type Wallet = z.infer<typeof walletSchema>
