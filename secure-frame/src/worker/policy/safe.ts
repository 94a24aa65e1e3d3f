import { codes, errors, type Network, RpcError } from '@latchkey/protocol'
import type { Rpc } from '../signers/rpc.js'

const hex = (value: number | string) => `0x${Number(value).toString(16)}`

/** Answers that are the wallet's own; everything else that is safe goes to the network's node. */
const own: Readonly<Record<string, (network: Network, account: string, rpc: Rpc) => Promise<unknown>>> = {
  eth_chainId: async ({ id }) => hex(id),
  eth_getAccount: async (_network, account) => account,
  // EIP-5792: an externally owned account offers nothing beyond single transactions.
  wallet_getCapabilities: async ({ id }) => ({ [hex(id)]: { atomic: { status: 'unsupported' } } }),
  wallet_getCallsStatus: async () => {
    throw new RpcError(codes.unknownBundleId, errors.fallback)
  },
  // EIP-7811, the network's own coin.
  wallet_getAssets: async ({ id, nativeCurrency }, account, rpc) => ({
    [hex(id)]: [{ address: 'native', balance: await rpc('eth_getBalance', [account, 'latest']), type: 'native', metadata: nativeCurrency }],
  }),
}

/** Answers a safe method without a person. */
export function answerSafe(method: string, params: unknown, network: Network, account: string, rpc: Rpc): Promise<unknown> {
  if (Object.hasOwn(own, method)) return own[method]?.(network, account, rpc) ?? Promise.resolve(null)
  return rpc(method, Array.isArray(params) ? params : params === undefined || params === null ? [] : [params])
}

/** The accounts, in the shape of each family (its wire contract). */
export const accountsIn = (family: string, address: string): unknown => (family === 'solana' ? [{ pubkey: address }] : [address])
