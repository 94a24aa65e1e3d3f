import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import { readTransaction } from '../../signers/solanaTransaction.ts'
import { type Family, member, own, text, unsupported, WalletError } from '../family.ts'

/** Signs a serialized transaction in our slot. Works for legacy and version 0 messages. */
function signTransaction(transaction: Uint8Array, secret: Uint8Array, address: string): { signature: Uint8Array; signed: Uint8Array } {
  const { message, slotOf } = readTransaction(transaction)
  const slot = slotOf(address)
  if (slot === undefined) throw new WalletError(4100, 'This account does not sign that transaction')
  const signature = ed25519.sign(message, secret)
  const signed = Uint8Array.from(transaction)
  signed.set(signature, slot)
  return { signature, signed }
}

/** Solana: Ed25519, messages and transactions (base64, as the WalletConnect methods carry them). */
export function createSolanaFamily(secret: Uint8Array, rpcUrls: Readonly<Record<string, string>> = {}): Family {
  const publicKey = ed25519.getPublicKey(secret)
  const address = base58.encode(publicKey)
  const sign = (transaction: string) => signTransaction(Buffer.from(transaction, 'base64'), secret, address)
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
