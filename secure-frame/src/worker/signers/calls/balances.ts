import { type Balances, codes, errors, RpcError, type SecureBoot } from '@latchkey/protocol'
import { balancesAnswer } from '@latchkey/protocol/schemas/money'

/** Whom to ask, and for whom. */
export type BalancesPlace = Pick<SecureBoot, 'api' | 'projectId' | 'build'>

/** Milliseconds until the server counts as not answering. */
const timeout = 10_000

/**
 * What an address holds, as the dialog's list of tokens has it (`GET /v1/account/{address}/balance`).
 *
 * @param chainId CAIP-2; left out: every network of the project
 * @param tokens CAIP-10 ids that are answered even at zero; at most 100
 * @throws RpcError -32002 when no network answers
 */
export async function readBalances(
  { api, projectId, build }: BalancesPlace,
  { address, chainId, tokens }: { readonly address: string; readonly chainId?: string | undefined; readonly tokens: readonly string[] },
  send: typeof fetch = (...parameters) => fetch(...parameters),
): Promise<Balances> {
  const query = new URLSearchParams({ projectId, currency: 'usd', st: 'secure', sv: build })
  if (chainId) query.set('chainId', chainId)
  if (tokens.length > 0) query.set('forceUpdate', tokens.join())
  try {
    const response = await send(`${api}/v1/account/${address}/balance?${query}`, {
      credentials: 'omit',
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return balancesAnswer(await response.json())
  } catch {
    throw new RpcError(codes.resourceUnavailable, errors.somethingWentWrong, { data: { reason: 'offline' } })
  }
}
