import { secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32 } from '@scure/base'
import { type Family, member, own, text, unsupported, WalletError } from '../family.ts'

/** Human-readable part of an address, by chain; others use the Hub's. */
const prefixes: Readonly<Record<string, string>> = { 'cosmos:osmosis-1': 'osmo', 'cosmos:juno-1': 'juno' }

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Bytes as pages send them: hex, or base64. */
const bytesOf = (value: string) => Buffer.from(value, /^([0-9a-f]{2})*$/i.test(value) ? 'hex' : 'base64')

/** Amino signs JSON with sorted keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry)]),
  )
}

/** The JSON that Amino signs: sorted, with what HTML would misread escaped. */
export const aminoBytes = (document: unknown) =>
  Buffer.from(JSON.stringify(sorted(document)).replaceAll('&', '\\u0026').replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'))

function varint(value: bigint): number[] {
  return value < 0x80n ? [Number(value)] : [Number((value & 0x7fn) | 0x80n), ...varint(value >> 7n)]
}

const field = (number: number, bytes: Uint8Array) =>
  bytes.length === 0 ? [] : [(number << 3) | 2, ...varint(BigInt(bytes.length)), ...bytes]

/** The protobuf `SignDoc` of direct signing. */
export function directBytes(document: unknown): Uint8Array {
  const number = BigInt(String(member(document, 'accountNumber') ?? 0))
  return Uint8Array.from([
    ...field(1, bytesOf(text(document, 'bodyBytes'))),
    ...field(2, bytesOf(text(document, 'authInfoBytes'))),
    ...field(3, Buffer.from(text(document, 'chainId'))),
    ...(number === 0n ? [] : [4 << 3, ...varint(number)]),
  ])
}

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
