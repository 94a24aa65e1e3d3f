import { limits } from '../constants.js'
import type { DialogApi, HostApi } from '../contracts.js'
import { viewNames } from '../views.js'
import { account, caipNetworkId, namespaceId, perNamespace, wireError } from './entities.js'
import { environment, options } from './options.js'
import { name, type Schema, schema, text, z } from './schema.js'
import { connectedWallet, walletEvent, walletInfos } from './wallets.js'

type Schemas<Api> = { readonly [K in keyof Api]: Schema<Api[K] extends (...args: infer Args) => unknown ? Args[0] : never> }

/** The id of a user-facing call. */
const id = name(64)
const method = name(128)
/** A string of JSON that the page keeps for us; one that is too long is as good as none. */
const resumeText = z.catch(z.nullable(text(limits.resumeBytes)), null)
const nothing = schema<undefined>(
  z.pipe(
    z.unknown(),
    z.transform(() => undefined),
  ),
)

/** Parameters of what the page may ask of the dialog, by method. The dialog checks them: the page is not trusted. */
export const dialogApiSchemas: Schemas<DialogApi> = {
  open: schema(
    z.object({
      id,
      view: z.optional(z.enum(viewNames)),
      wallet: z.optional(name(128)),
      namespace: z.optional(namespaceId),
      required: z.optional(z.boolean()),
      keyboard: z.optional(z.boolean()),
    }),
  ),
  close: nothing,
  back: nothing,
  request: schema(z.object({ id, namespace: namespaceId, networkId: z.nullable(caipNetworkId), method, params: z.optional(z.unknown()) })),
  abort: schema(z.object({ id })),
  disconnect: schema(z.object({ namespace: z.optional(namespaceId) })),
  switchNetwork: schema(z.object({ id, networkId: caipNetworkId })),
  walletsChanged: schema(z.object({ wallets: walletInfos })),
  walletEvent: schema(walletEvent),
  setOptions: schema(options),
  setEnvironment: schema(environment),
  resumeChanged: schema(z.object({ value: resumeText })),
}

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
})

/** Parameters of what the dialog may ask of the page. The page trusts the dialog and loads no validator; tools and tests use these. */
export const hostApiSchemas: Schemas<HostApi> = {
  hello: schema(z.object({ protocol: z.int(), build: text(64), epoch: id, error: z.optional(wireError) })),
  walletRequest: schema(z.object({ id, walletId: name(128), namespace: namespaceId, method, params: z.optional(z.unknown()) })),
  stateChanged: schema(snapshot),
  saveResume: schema(z.object({ value: z.nullable(text(limits.resumeBytes)) })),
  setVisible: schema(z.object({ visible: z.boolean() })),
  setHeight: schema(z.object({ px: z.number().check(z.gte(0), z.lte(100_000)) })),
  emit: schema(z.object({ event: z.enum(['uri', 'view', 'error']), data: z.optional(z.unknown()) })),
  callback: schema(z.object({ id, name: name(64), args: z.array(z.unknown()).check(z.maxLength(16)) })),
  abort: schema(z.object({ id })),
}
