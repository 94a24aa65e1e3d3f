import { type Network, nativeTokenAddress, type SecureBoot } from '@latchkey/protocol'
import { z } from '@latchkey/protocol/schemas/secure'
import type { Grant, Prepared, Warning } from '../approve/content.js'

/** What the operator lets an approval give to others for longer than the request; what is left out has no cap. */
export type Caps = SecureBoot['caps']

/** The worth of raw amounts in USD, as the operator's server prices them; null when any of it has no price. */
export type WorthOf = (network: Network, grants: readonly Grant[]) => Promise<number | null>

const answer = z.object({
  fungibles: z.array(z.object({ address: z.string(), price: z.number().check(z.gte(0)), decimals: z.number().check(z.int(), z.gte(0)) })),
})

/** @param send asks our own services */
export function createWorth(
  { api, projectId }: Pick<SecureBoot, 'api' | 'projectId'>,
  send: typeof fetch = (...of) => fetch(...of),
): WorthOf {
  return async ({ caipNetworkId }, grants) => {
    const idOf = ({ token }: Grant) => `${caipNetworkId}:${token ?? nativeTokenAddress}`
    const response = await send(`${api}/v1/fungible/price`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ projectId, currency: 'usd', addresses: [...new Set(grants.map(idOf))] }),
      credentials: 'omit',
      signal: AbortSignal.timeout(10_000),
    })
    const { fungibles } = answer.parse(await response.json())
    let sum = 0
    for (const grant of grants) {
      const found = fungibles.find(({ address }) => address.toLowerCase() === idOf(grant).toLowerCase())
      if (grant.amount === null || !found || found.price === 0) return null
      sum += (Number(grant.amount) / 10 ** found.decimals) * found.price
    }
    return sum
  }
}

const warning = (id: string, values: Readonly<Record<string, number>>): Warning => ({
  tone: 'neg',
  title: { id: 'warn.capped' },
  text: { id: `warn.${id}Text`, values },
})

/** Which cap it is above. What nobody can price is above a cap in money. */
async function overOf(grants: readonly Grant[], { grantUsd, grantDays }: Caps, network: Network, worthOf: WorthOf, now: number) {
  const over: Warning[] = []
  // A page counts from its own clock, a minute ahead or behind.
  const last = grantDays === undefined ? Number.POSITIVE_INFINITY : now / 1_000 + grantDays * 86_400 + 60
  if (grantDays !== undefined && grants.some(({ until }) => until === null || until > last))
    over.push(warning('cappedDays', { days: grantDays }))
  if (grantUsd === undefined) return over
  const worth = await worthOf(network, grants).catch(() => null)
  return worth === null || worth > grantUsd ? [...over, warning('cappedUsd', { usd: grantUsd })] : over
}

/** Blocks what gives others more, or for longer, than the operator lets anybody give; a lower limit that the user sets may do. */
export async function withinCaps(
  prepared: Prepared,
  caps: Caps,
  network: Network,
  worthOf: WorthOf,
  now: number = Date.now(),
): Promise<Prepared> {
  const { content, withLimit } = prepared
  const over = content.grants.length === 0 ? [] : await overOf(content.grants, caps, network, worthOf, now)
  return {
    ...prepared,
    ...(withLimit ? { withLimit: async (amount) => withinCaps(await withLimit(amount), caps, network, worthOf) } : {}),
    ...(over.length > 0 ? { content: { ...content, warnings: [...over, ...content.warnings], blocked: true } } : {}),
  }
}
