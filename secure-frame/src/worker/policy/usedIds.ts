import { codes, RpcError, wireErrors } from '@latchkey/protocol'

/** As many as are remembered: more requests than a user decides on in one visit. */
const most = 10_000

/**
 * Refuses a request that came before: what was answered once is never done again.
 *
 * @returns takes an id. It throws RpcError -32600 for one that was used
 */
export function createUsedIds(): (id: string) => void {
  const used = new Set<string>()
  return (id) => {
    if (used.has(id)) throw new RpcError(codes.invalidRequest, wireErrors.invalidRequest)
    used.add(id)
    const [oldest] = used
    if (used.size > most && oldest !== undefined) used.delete(oldest)
  }
}
