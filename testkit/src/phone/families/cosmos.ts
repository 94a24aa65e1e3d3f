import { secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32 } from '@scure/base'
import { aminoBytes, directBytes as bytesOfDocument } from '../../signers/cosmosDocuments.ts'
import { type Family, member, own, text, unsupported, WalletError } from '../family.ts'

/** Human-readable part of an address, by chain; others use the Hub's. */
const prefixes: Readonly<Record<string, string>> = { 'cosmos:osmosis-1': 'osmo', 'cosmos:juno-1': 'juno' }

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Bytes as pages send them: hex, or base64. */
const bytesOf = (value: string) => Buffer.from(value, /^([0-9a-f]{2})*$/i.test(value) ? 'hex' : 'base64')

/** What direct signing signs, as pages write it. */
export const directBytes = (document: unknown) =>
  bytesOfDocument({
    chainId: text(document, 'chainId'),
    accountNumber: String(member(document, 'accountNumber') ?? 0),
    bodyBytes: bytesOf(text(document, 'bodyBytes')),
    authInfoBytes: bytesOf(text(document, 'authInfoBytes')),
  })

/** Cosmos chains: a secp256k1 key that signs Amino and direct documents. */
export function createCosmosFamily(secret: Uint8Array): Family {
  const publicKey = secp256k1.getPublicKey(secret, true)
  const words = bech32.toWords(ripemd160(sha256(publicKey)))
  const address = (chainId: string) => bech32.encode(prefixes[chainId] ?? 'cosmos', words)
  const signature = (bytes: Uint8Array) => ({
    pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64(publicKey) },
    signature: base64(secp256k1.sign(sha256(bytes), secret).toCompactRawBytes()),
  })
  return {
    namespace: 'cosmos',
    methods: ['cosmos_getAccounts', 'cosmos_signAmino', 'cosmos_signDirect'],
    events: ['accountsChanged', 'chainChanged'],
    address,
    async handle({ chainId, method, params }) {
      own(params, 'signerAddress', address(chainId))
      const signed = member(params, 'signDoc')
      // ADR-36 signs for no chain.
      const chain = member(signed, 'chainId') ?? member(signed, 'chain_id')
      if (chain && `cosmos:${chain}` !== chainId) throw new WalletError(-32602, `The document is for ${chain}`)
      switch (method) {
        case 'cosmos_getAccounts':
          return [{ algo: 'secp256k1', address: address(chainId), pubkey: base64(publicKey) }]
        case 'cosmos_signAmino':
          return { signed, signature: signature(aminoBytes(signed)) }
        case 'cosmos_signDirect':
          return { signed, signature: signature(directBytes(signed)) }
        default:
          throw unsupported(method)
      }
    },
  }
}
