import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import { type Family, text, unsupported } from '../family.ts'

/** Address format of a chain (SS58), by its genesis hash; 42 is every other Substrate chain's. */
const formats: Readonly<Record<string, number>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
}
const checksumBytes = 2

function ss58(publicKey: Uint8Array, format: number): string {
  const body = Uint8Array.from([format, ...publicKey])
  const checksum = blake2b(Uint8Array.from([...Buffer.from('SS58PRE'), ...body]), { dkLen: 64 }).subarray(0, checksumBytes)
  return base58.encode(Uint8Array.from([...body, ...checksum]))
}

/** Polkadot and Substrate chains: an sr25519 key that signs messages. */
export function createPolkadotFamily(seed: Uint8Array): Family {
  const secret = secretFromSeed(seed)
  const publicKey = getPublicKey(secret)
  return {
    namespace: 'polkadot',
    methods: ['polkadot_signMessage'],
    events: ['accountsChanged', 'chainChanged'],
    address: (chainId) => ss58(publicKey, formats[chainId] ?? 42),
    async handle({ method, params }) {
      if (method !== 'polkadot_signMessage') throw unsupported(method)
      return { signature: `0x${Buffer.from(sign(secret, Buffer.from(text(params, 'message')))).toString('hex')}` }
    },
  }
}
