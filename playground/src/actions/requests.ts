import {
  createPublicClient,
  custom,
  formatEther,
  hashMessage,
  hashTypedData,
  hexToNumber,
  parseEther,
  recoverAddress,
  stringToHex,
  type TransactionReceipt,
} from 'viem'
import type { Provider } from '../sdk/modal.js'

type Hex = `0x${string}`

/** A signature, and who really made it: found out from the signature, not taken from the wallet's word. */
export type Signed = {
  readonly signature: Hex
  readonly matches: boolean
  /** The key that made it; null when the account is a contract, which was asked (ERC-1271, ERC-6492). */
  readonly signer: Hex | null
}

/** A key's signature. */
const keyLength = 2 + 2 * 65

/** Recovers the key from a signature over a hash. When that is not the account itself, the account is a contract, or another one signed. */
async function check(provider: Provider, address: Hex, hash: Hex, signature: Hex): Promise<Signed> {
  const signer = signature.length === keyLength ? await recoverAddress({ hash, signature }) : null
  if (signer?.toLowerCase() === address.toLowerCase()) return { signature, signer, matches: true }
  const client = createPublicClient({ transport: custom(provider) })
  const isContracts = await client.verifyHash({ address, hash, signature })
  return { signature, signer: isContracts ? null : signer, matches: isContracts }
}

/** Asks for a signature over a text (`personal_sign`) and checks who made it. */
export async function signMessage(provider: Provider, address: Hex, message: string): Promise<Signed> {
  const signature = (await provider.request({ method: 'personal_sign', params: [stringToHex(message), address] })) as Hex
  return check(provider, address, hashMessage(message), signature)
}

/** The order that the typed data card signs (EIP-712). */
export function exampleOrder(chainId: number) {
  return {
    domain: { name: 'Latchkey playground', version: '1', chainId },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Order: [
        { name: 'item', type: 'string' },
        { name: 'quantity', type: 'uint256' },
        { name: 'note', type: 'string' },
      ],
    },
    primaryType: 'Order',
    message: { item: 'Brass latchkey', quantity: '1', note: 'Opens any wallet' },
  } as const
}

/** Asks for a signature over typed data (`eth_signTypedData_v4`) and checks who made it. */
export async function signTypedData(provider: Provider, address: Hex): Promise<Signed> {
  const chainId = hexToNumber((await provider.request({ method: 'eth_chainId' })) as Hex)
  const order = exampleOrder(chainId)
  const signature = (await provider.request({ method: 'eth_signTypedData_v4', params: [address, JSON.stringify(order)] })) as Hex
  const { EIP712Domain: _domain, ...types } = order.types
  const message = { ...order.message, quantity: BigInt(order.message.quantity) }
  return check(provider, address, hashTypedData({ domain: order.domain, types, primaryType: 'Order', message }), signature)
}

/** Sends native coins and waits until the chain has the transaction in a block. `amount` is in whole coins, for example '0.01'. */
export async function sendTransaction(
  provider: Provider,
  request: { from: Hex; to: string; amount: string },
  onHash: (hash: Hex) => void,
): Promise<TransactionReceipt> {
  const value: Hex = `0x${parseEther(request.amount).toString(16)}`
  const hash = (await provider.request({ method: 'eth_sendTransaction', params: [{ from: request.from, to: request.to, value }] })) as Hex
  onHash(hash)
  return awaitReceipt(provider, hash)
}

/** Waits until a transaction is in a block. */
export function awaitReceipt(provider: Provider, hash: Hex): Promise<TransactionReceipt> {
  const client = createPublicClient({ transport: custom(provider), pollingInterval: 400 })
  return client.waitForTransactionReceipt({ hash, timeout: 60_000 })
}

/** Balance of an address in whole coins, for reading. */
export async function readBalance(provider: Provider, address: Hex): Promise<string> {
  const balance = (await provider.request({ method: 'eth_getBalance', params: [address, 'latest'] })) as Hex
  return formatEther(BigInt(balance))
}
