import { type Network, nativeTokenAddress, type SecureBoot } from '@latchkey/protocol'
import { z } from '@latchkey/protocol/schemas/secure'
import { parseUnits } from 'viem'
import { type Grant, lastingOf, type Prepared, type Warning } from '../approve/content.js'

type Caps = Pick<SecureBoot['caps'], 'grantUsd' | 'grantDays'>

/** An amount in raw units, or as decimal text; null: all there is, or an item. `token` is left out for the network's own coin. */
type Valued = { readonly token?: string; readonly amount: bigint | string | null }
/** The worth in USD, as the operator's server prices it; null when any of it has no price. */
export type WorthOf = (network: Network, amounts: readonly Valued[]) => Promise<number | null>

/** Parts of a dollar that are counted. */
const precision = 1e12

const answer = z.object({
  fungibles: z.array(z.object({ address: z.string(), price: z.number().check(z.gte(0)), decimals: z.number().check(z.int(), z.gte(0)) })),
})

/** @param send asks our own services */
export function createWorth(
  { api, projectId }: Pick<SecureBoot, 'api' | 'projectId'>,
  send: typeof fetch = (...of) => fetch(...of),
): WorthOf {
  return async ({ caipNetworkId }, amounts) => {
    const idOf = ({ token }: Valued) => `${caipNetworkId}:${token ?? nativeTokenAddress}`
    const response = await send(`${api}/v1/fungible/price`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ projectId, currency: 'usd', addresses: [...new Set(amounts.map(idOf))] }),
      credentials: 'omit',
      signal: AbortSignal.timeout(10_000),
    })
    const { fungibles } = answer.parse(await response.json())
    let sum = 0n
    for (const valued of amounts) {
      const { amount } = valued
      const found = fungibles.find(({ address }) => address.toLowerCase() === idOf(valued).toLowerCase())
      if (amount === null || !found || found.price === 0) return null
      const units = typeof amount === 'string' ? parseUnits(amount, found.decimals) : amount
      const one = 10n ** BigInt(found.decimals)
      // Rounded up: what is worth anything is never worth nothing.
      sum += (units * BigInt(Math.ceil(found.price * precision)) + one - 1n) / one
    }
    return Number(sum) / precision
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
  const lasting = lastingOf(content)
  const over = lasting.length === 0 ? [] : await overOf(lasting, caps, network, worthOf, now)
  return {
    ...prepared,
    ...(withLimit ? { withLimit: async (amount) => withinCaps(await withLimit(amount), caps, network, worthOf) } : {}),
    ...(over.length > 0 ? { content: { ...content, warnings: [...over, ...content.warnings], blocked: true } } : {}),
  }
}
