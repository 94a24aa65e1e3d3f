import { type Hex, parseEther, toHex } from 'viem'
import { createBatches } from '../worker/signers/calls/batches.js'
import type { Sent, SignerContext, SmartAccount } from '../worker/signers/context.js'
import { createRpc, type Rpc } from '../worker/signers/rpc.js'
import { safeAddressOf } from '../worker/signers/safe/account.js'
import { memoryKeyValue } from '../worker/storage/keyValue.js'
import { addressesOf, evmKey } from '../worker/vault/derive.js'

/**
 * A smart account on a local chain that nobody used before, and what its signers know.
 *
 * @param coins that it has, in ether
 */
export async function openSmartAccount({ url, chainId }: { readonly url: string; readonly chainId: number }, bundler: Rpc, coins = '10') {
  const entropy = crypto.getRandomValues(new Uint8Array(16))
  const owner = (await addressesOf(entropy.slice())).eip155
  if (!owner) throw new Error('No address')
  const address = safeAddressOf(owner as Hex)
  const rpc = createRpc(url)
  await rpc('anvil_setBalance', [address, toHex(parseEther(coins))])
  let sent: Sent | null = null
  const underway = {
    get: () => sent,
    set: (next: Sent | null) => {
      sent = next
    },
  }
  const smart: SmartAccount = { address, owner: owner as Hex, bundler, sponsored: false, underway }
  const context: SignerContext = {
    origin: 'https://shop.example',
    network: {
      id: chainId,
      caipNetworkId: `eip155:${chainId}`,
      chainNamespace: 'eip155',
      name: 'Local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    },
    account: address,
    smart,
    rpc,
    withKey: async (_name, use) => use(await evmKey(entropy)),
    known: [],
    contracts: { tokens: [], others: [] },
    batches: createBatches(memoryKeyValue()),
  }
  return { context, smart, address }
}
