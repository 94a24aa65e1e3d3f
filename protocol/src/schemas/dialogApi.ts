import { limits } from '../constants.js'
import type { DialogApi } from '../contracts.js'
import { viewNames } from '../views.js'
import { id, method, type Schemas } from './callSchemas.js'
import { caipNetworkId, namespaceId } from './entities.js'
import { environment, options } from './options.js'
import { name, schema, text, z } from './schema.js'
import { looking, walletEvent, walletInfos } from './wallets.js'

/** A string of JSON that the page keeps for us; one that is too long is as good as none. */
const resumeText = z.catch(z.nullable(text(limits.resumeBytes)), null)
const nothing = () => undefined

/** Parameters of what the page may ask of the dialog, by method. The dialog checks them: the page is not trusted. */
export const dialogApiSchemas: Schemas<DialogApi> = {
  open: schema(
    z.object({
      id,
      view: z.optional(z.enum(viewNames)),
      wallet: z.optional(name(128)),
      namespace: z.optional(namespaceId),
      required: z.optional(z.boolean()),
      token: z.optional(text(200)),
      // Of a swap, what is wrong is left out.
      amount: z.optional(z.unknown()),
      from: z.optional(z.unknown()),
      to: z.optional(z.unknown()),
      recipient: z.optional(text(255)),
      keyboard: z.optional(z.boolean()),
    }),
  ),
  close: nothing,
  back: nothing,
  request: schema(z.object({ id, namespace: namespaceId, networkId: z.nullable(caipNetworkId), method, params: z.optional(z.unknown()) })),
  abort: schema(z.object({ id })),
  disconnect: schema(z.object({ namespace: z.optional(namespaceId) })),
  signOut: schema(z.object({ namespace: z.optional(namespaceId) })),
  switchNetwork: schema(z.object({ id, networkId: caipNetworkId, confirm: z.optional(z.boolean()) })),
  walletsChanged: schema(z.object({ wallets: walletInfos, looking })),
  walletEvent: schema(walletEvent),
  setOptions: schema(options),
  setEnvironment: schema(environment),
  resumeChanged: schema(z.object({ value: resumeText })),
}
