type Call = { readonly id: number; readonly method: string; readonly params: readonly string[] }

/** A node of one EVM chain, as far as following transactions needs it, and the history that the server makes of it. */
export function evmNode(account: string) {
  const transactions = new Map<string, Record<string, unknown>>()
  const receipts = new Map<string, Record<string, unknown>>()
  const nonces = new Map<string, number>()
  const history: Record<string, unknown>[] = []
  const counts = { latest: 0, pending: 0 }
  const results: Record<string, (params: readonly string[]) => unknown> = {
    eth_getTransactionCount: ([, block]) => `0x${counts[block === 'pending' ? 'pending' : 'latest'].toString(16)}`,
    eth_getTransactionReceipt: ([hash = '']) => receipts.get(hash) ?? null,
    eth_getTransactionByHash: ([hash = '']) => transactions.get(hash) ?? null,
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_blockNumber: () => '0x1',
  }
  /** As the server tells it of a transaction that was mined in the place of another. */
  const stateOf = (hash: string) => {
    const nonce = nonces.get(hash)
    const [other] = [...receipts.keys()].filter((one) => one !== hash && nonces.get(one) === nonce)
    return other === undefined ? { status: 'unknown', replacedBy: null } : { status: 'replaced', replacedBy: other }
  }
  return {
    counts,
    results,
    /** @param of its fields, over those of a plain transfer */
    send(hash: string, of: Record<string, unknown> = {}) {
      const nonce = counts.pending
      counts.pending += 1
      nonces.set(hash, nonce)
      transactions.set(hash, {
        hash,
        from: account.toLowerCase(),
        nonce: `0x${nonce.toString(16)}`,
        to: '0x',
        value: '0x0',
        input: '0x',
        ...of,
      })
      return hash
    },
    mine(hash: string, of: Record<string, unknown> = {}) {
      const nonce = Number(transactions.get(hash)?.nonce ?? 0)
      counts.latest = nonce + 1
      receipts.set(hash, { transactionHash: hash, status: '0x1', logs: [], ...of })
      const metadata = {
        operationType: 'send',
        hash,
        minedAt: '2026-01-01T00:00:00Z',
        sentFrom: account,
        sentTo: '0x',
        status: 'confirmed',
      }
      history.unshift({ id: hash, metadata: { ...metadata, nonce, application: null, chain: 'eip155:31337' }, transfers: [] })
    },
    forget(hash: string) {
      transactions.delete(hash)
      receipts.delete(hash)
    },
    /** In place of `fetch`: the gateway, the history, and empty answers to everything else. */
    async fetch(input: URL | string, { body }: RequestInit = {}): Promise<Response> {
      const { pathname } = new URL(input)
      if (pathname.endsWith('/history')) return Response.json({ data: history, next: null })
      const asked = /\/transactions\/(0x\w+)$/.exec(pathname)?.[1]
      if (asked) return Response.json(stateOf(asked))
      if (pathname.endsWith('/balance')) return Response.json({ balances: [] })
      if (pathname !== '/v1/') return Response.json({ features: [], allowedOrigins: [] })
      const answer = async ({ id, method, params }: Call) => ({ jsonrpc: '2.0', id, result: (await results[method]?.(params)) ?? null })
      const calls = JSON.parse(String(body)) as Call | Call[]
      return Response.json(await (Array.isArray(calls) ? Promise.all(calls.map(answer)) : answer(calls)))
    },
  }
}
