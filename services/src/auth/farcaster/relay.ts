import { z } from 'zod'

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

async function ask(relay: string, path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(`${relay.replace(/\/$/, '')}${path}`, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout) })
  if ([401, 404, 410].includes(response.status)) throw new ChannelGone(`The Farcaster relay answered ${response.status}.`)
  if (!response.ok) throw new Error(`The Farcaster relay answered ${response.status}.`)
  return response.json()
}

/** Opens a channel by which a Farcaster app answers. Rejects when the relay does not. */
export async function openChannel(relay: string, wanted: { readonly siweUri: string; readonly domain: string; readonly nonce: string }) {
  const body = JSON.stringify({ ...wanted, acceptAuthAddress: false })
  return channelSchema.parse(await ask(relay, '/v1/channel', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
}

/** What came of a channel. */
export async function channelStatus(relay: string, token: string) {
  return statusSchema.parse(await ask(relay, '/v1/channel/status', { headers: { authorization: `Bearer ${token}` } }))
}
