import { type Boot, bootElementId, namespaceIds } from '@latchkey/protocol'
import { atHome } from '../lib/restriction.js'
import { z } from '../lib/schema.js'

const caip = z.custom<`${string}:${string}`>((value) => typeof value === 'string' && /^[a-z0-9-]+:[-_a-zA-Z0-9]+$/.test(value))

// Ours, from our own server: checked for its shape, so that a wrong deployment fails here with a sentence and not somewhere later.
// What it does not name passes: the rest of the application reads it by its type.
const boot = z.looseObject({
  projectId: z.string(),
  origin: z.string(),
  verified: z.boolean(),
  mode: z.enum(['development', 'production']),
  api: z.string(),
  secure: z.string(),
  networks: z.array(z.looseObject({ caipNetworkId: caip, chainNamespace: z.enum(namespaceIds), name: z.string() })),
  defaultNetwork: z.nullable(caip),
  build: z.string(),
  logins: z.looseObject({ email: z.boolean(), socials: z.array(z.string()) }),
  rpcOrigins: z.optional(z.array(z.string())),
})

/**
 * What the server wrote into this document. In a time zone for which the operator set up another way in, that way.
 *
 * @throws Error when the document was not served by the edge (no boot data), zod's error when it is of another version
 */
export function readBoot(page: Document = document): Boot {
  const text = page.getElementById(bootElementId)?.textContent
  if (!text) throw new Error(`No #${bootElementId} in this document`)
  return atHome(boot.parse(JSON.parse(text)) as unknown as Boot)
}
