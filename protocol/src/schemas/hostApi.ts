import { limits } from '../constants.js'
import type { HostApi } from '../contracts.js'
import { viewNames } from '../views.js'
import { id, method, type Schemas } from './callSchemas.js'
import { account, caipNetworkId, namespaceId, perNamespace, wireError } from './entities.js'
import { name, schema, text, z } from './schema.js'
import { connectedWallet } from './wallets.js'

const signIn = z.object({
  address: name(128),
  networkId: caipNetworkId,
  token: z.optional(text(4_096)),
  message: z.optional(text(8_192)),
  signature: z.optional(text(40_000)),
  expiresAt: z.optional(text(64)),
})

const snapshot = z.object({
  seq: z.int(),
  open: z.boolean(),
  loading: perNamespace(z.boolean()),
  view: z.enum(viewNames),
  status: z.enum(['disconnected', 'connecting', 'reconnecting', 'connected']),
  activeNamespace: z.nullable(namespaceId),
  selectedNetworkId: z.nullable(caipNetworkId),
  accounts: perNamespace(z.array(account)),
  networkIds: perNamespace(caipNetworkId),
  wallets: perNamespace(connectedWallet),
  signIns: z.optional(perNamespace(signIn)),
})

const mistake = z.object({
  kind: z.enum(['value', 'unknown', 'network', 'token', 'wallet', 'ancestor']),
  path: text(256),
  value: text(256),
  expected: z.optional(text(512)),
  closest: z.optional(text(256)),
})

/** Parameters of what the dialog may ask of the page. The page trusts the dialog and loads no validator; tools and tests use these. */
export const hostApiSchemas: Schemas<HostApi> = {
  hello: schema(
    z.object({
      protocol: z.int(),
      build: text(64),
      epoch: id,
      error: z.optional(wireError),
      networks: z.optional(z.array(caipNetworkId)),
    }),
  ),
  walletRequest: schema(
    z.object({
      id,
      walletId: name(128),
      namespace: namespaceId,
      networkId: z.optional(z.nullable(caipNetworkId)),
      method,
      params: z.optional(z.unknown()),
    }),
  ),
  stateChanged: schema(snapshot),
  saveResume: schema(z.object({ value: z.nullable(text(limits.resumeBytes)) })),
  setVisible: schema(z.object({ visible: z.boolean() })),
  setHeight: schema(z.object({ px: z.number().check(z.gte(0), z.lte(100_000)) })),
  emit: schema(z.object({ event: z.enum(['uri', 'view', 'error', 'event']), data: z.optional(z.unknown()) })),
  reportMistakes: schema(z.object({ mistakes: z.array(mistake).check(z.maxLength(64)) })),
  leave: schema(z.object({ flow: name(256) })),
  callback: schema(z.object({ id, name: name(64), args: z.array(z.unknown()).check(z.maxLength(16)) })),
  abort: schema(z.object({ id })),
}
