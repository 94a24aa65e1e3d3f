import { z } from 'zod'
import { fetchJson, ProviderError } from '../../http/fetchJson.js'

/** Milliseconds. */
const timeout = 8_000

const channelSchema = z.object({ channelToken: z.string().min(1).max(256), url: z.string().min(1).max(2_048) })
const statusSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending') }),
  z.object({
    state: z.literal('completed'),
    message: z.string().max(4_096),
    signature: z
      .string()
      .regex(/^0x[0-9a-fA-F]+$/)
      .max(4_096),
  }),
])

/** The relay does not know the channel any more: the user declined, or it was spent. */
export class ChannelGone extends Error {
  override readonly name = 'ChannelGone'
}

async function ask(relay: string, path: string, sent: Pick<Parameters<typeof fetchJson>[2], 'body' | 'headers'>): Promise<unknown> {
  const url = new URL(`${relay.replace(/\/$/, '')}${path}`)
  return fetchJson('The Farcaster relay', url, { ...sent, signal: AbortSignal.timeout(timeout) }).catch((error: Error) => {
    if (error instanceof ProviderError && [401, 404, 410].includes(error.status ?? 0)) throw new ChannelGone(error.message)
    throw error
  })
}

/** Opens a channel by which a Farcaster app answers. Rejects when the relay does not. */
export async function openChannel(relay: string, wanted: { readonly siweUri: string; readonly domain: string; readonly nonce: string }) {
  return channelSchema.parse(await ask(relay, '/v1/channel', { body: { ...wanted, acceptAuthAddress: false } }))
}

/** What came of a channel. */
export async function channelStatus(relay: string, token: string) {
  return statusSchema.parse(await ask(relay, '/v1/channel/status', { headers: { authorization: `Bearer ${token}` } }))
}
