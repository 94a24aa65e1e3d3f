import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import { type Family, member, own, text, unsupported, WalletError } from '../family.ts'

const signatureBytes = 64
const keyBytes = 32

/** Solana's compact-u16: the number and how many bytes it took. */
function readCompact(bytes: Uint8Array, at: number): [value: number, length: number] {
  let value = 0
  for (let index = 0; index < 3; index += 1) {
    const byte = bytes[at + index] ?? 0
    value |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return [value, index + 1]
  }
  throw new WalletError(-32602, 'Invalid transaction')
}

/** Signs a serialized transaction in our slot. Works for legacy and version 0 messages. */
function signTransaction(
  transaction: Uint8Array,
  secret: Uint8Array,
  publicKey: Uint8Array,
): { signature: Uint8Array; signed: Uint8Array } {
  const [signatures, length] = readCompact(transaction, 0)
  const message = transaction.subarray(length + signatures * signatureBytes)
  const header = ((message[0] ?? 0) & 0x80) === 0 ? 0 : 1
  const [keys, keysLength] = readCompact(message, header + 3)
  const first = header + 3 + keysLength
  const slot = Array.from({ length: keys }, (_unused, index) =>
    message.subarray(first + index * keyBytes, first + (index + 1) * keyBytes),
  ).findIndex((key) => Buffer.compare(key, publicKey) === 0)
  if (slot < 0 || slot >= signatures) throw new WalletError(4100, 'This account does not sign that transaction')
  const signature = ed25519.sign(message, secret)
  const signed = Uint8Array.from(transaction)
  signed.set(signature, length + slot * signatureBytes)
  return { signature, signed }
}

/** Solana: Ed25519, messages and transactions (base64, as the WalletConnect methods carry them). */
export function createSolanaFamily(secret: Uint8Array, rpcUrls: Readonly<Record<string, string>> = {}): Family {
  const publicKey = ed25519.getPublicKey(secret)
  const address = base58.encode(publicKey)
  const sign = (transaction: string) => signTransaction(Buffer.from(transaction, 'base64'), secret, publicKey)
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

  async function send(chainId: string, signed: Uint8Array, options: unknown): Promise<void> {
    const url = rpcUrls[chainId]
    if (!url) throw new WalletError(4901, `No node for ${chainId}`)
    const body = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: [base64(signed), { ...Object(options), encoding: 'base64' }] }
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const { error } = (await response.json()) as { error?: { code: number; message: string } }
    if (error) throw new WalletError(error.code, error.message)
  }

  return {
    namespace: 'solana',
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_getAccounts',
      'solana_requestAccounts',
    ],
    events: ['accountsChanged', 'chainChanged'],
    address: () => address,
    async handle({ chainId, method, params }) {
      own(params, 'pubkey', address)
      switch (method) {
        case 'solana_getAccounts':
        case 'solana_requestAccounts':
          return [{ pubkey: address }]
        case 'solana_signMessage':
          return { signature: base58.encode(ed25519.sign(base58.decode(text(params, 'message')), secret)) }
        case 'solana_signTransaction': {
          const { signature, signed } = sign(text(params, 'transaction'))
          return { signature: base58.encode(signature), transaction: base64(signed) }
        }
        case 'solana_signAllTransactions': {
          const transactions = member(params, 'transactions')
          if (!Array.isArray(transactions)) throw new WalletError(-32602, 'Invalid params: transactions')
          return { transactions: transactions.map((transaction) => base64(sign(String(transaction)).signed)) }
        }
        case 'solana_signAndSendTransaction': {
          const { signature, signed } = sign(text(params, 'transaction'))
          await send(chainId, signed, member(params, 'sendOptions'))
          return { signature: base58.encode(signature) }
        }
        default:
          throw unsupported(method)
      }
    },
  }
}
