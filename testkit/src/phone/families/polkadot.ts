import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import { type Family, member, own, text, unsupported } from '../family.ts'
import { signedBytes } from '../polkadot/signedBytes.ts'

/** Address format of a chain (SS58), by its genesis hash; 42 is every other Substrate chain's. */
const formats: Readonly<Record<string, number>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
}
const checksumBytes = 2
/** Which kind of key signed, in front of a transaction's signature. */
const sr25519 = 1

function ss58(publicKey: Uint8Array, format: number): string {
  const body = Uint8Array.from([format, ...publicKey])
  const checksum = blake2b(Uint8Array.from([...Buffer.from('SS58PRE'), ...body]), { dkLen: 64 }).subarray(0, checksumBytes)
  return base58.encode(Uint8Array.from([...body, ...checksum]))
}

/** A message's bytes: hex, or text. In an envelope, so that no transaction can be got signed as a message. */
function messageBytes(message: string): Uint8Array {
  const bytes = /^0x([0-9a-f]{2})*$/i.test(message) ? Buffer.from(message.slice(2), 'hex') : Buffer.from(message)
  const [open, close] = [Buffer.from('<Bytes>'), Buffer.from('</Bytes>')]
  const isWrapped = bytes.subarray(0, open.length).equals(open) && bytes.subarray(-close.length).equals(close)
  return isWrapped ? bytes : Buffer.concat([open, bytes, close])
}

/** Polkadot and Substrate chains: an sr25519 key that signs messages and transactions. */
export function createPolkadotFamily(seed: Uint8Array): Family {
  const secret = secretFromSeed(seed)
  const publicKey = getPublicKey(secret)
  const address = (chainId: string) => ss58(publicKey, formats[chainId] ?? 42)
  const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
  let count = 0
  return {
    namespace: 'polkadot',
    methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
    events: ['accountsChanged', 'chainChanged'],
    address,
    async handle({ chainId, method, params }) {
      own(params, 'address', address(chainId))
      if (method === 'polkadot_signMessage') return { signature: hex(sign(secret, messageBytes(text(params, 'message')))) }
      if (method !== 'polkadot_signTransaction') throw unsupported(method)
      count += 1
      const signature = sign(secret, signedBytes(member(params, 'transactionPayload'), chainId))
      return { id: count, signature: hex(Uint8Array.from([sr25519, ...signature])) }
    },
  }
}
