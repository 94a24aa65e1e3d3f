import { WalletError } from '../family.ts'

export type Coin = { readonly txid: string; readonly index: number; readonly amount: bigint }

export type BitcoinNode = {
  /** What an address can spend. */
  coins(address: string): Promise<readonly Coin[]>
  /** @returns the transaction's id */
  send(transactionHex: string): Promise<string>
}

const satoshis = 100_000_000

/**
 * A Bitcoin Core node.
 *
 * @param url with the name and the password in front of the host, where the node wants some
 */
export function createNode(url: string): BitcoinNode {
  const { username, password, origin, pathname, search } = new URL(url)
  const authorization = username ? { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` } : {}

  async function call<T>(method: string, params: readonly unknown[]): Promise<T> {
    const response = await fetch(`${origin}${pathname}${search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: T; error?: { code: number; message: string } | null }
    if (error) throw new WalletError(error.code, error.message)
    return result
  }

  return {
    async coins(address) {
      type Found = { readonly unspents: readonly { readonly txid: string; readonly vout: number; readonly amount: number }[] }
      const { unspents } = await call<Found>('scantxoutset', ['start', [`addr(${address})`]])
      return unspents.map(({ txid, vout, amount }) => ({ txid, index: vout, amount: BigInt(Math.round(amount * satoshis)) }))
    },
    send: (transactionHex) => call<string>('sendrawtransaction', [transactionHex]),
  }
}
