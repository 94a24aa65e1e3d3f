import { secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32 } from '@scure/base'
import { type Family, member, text, unsupported, WalletError } from '../family.ts'

/** Human-readable part of an address, by the chain's genesis hash (CAIP-2, bip122). */
const prefixes: Readonly<Record<string, string>> = {
  'bip122:000000000019d6689c085ae165831e93': 'bc',
  'bip122:000000000933ea01ad0ee984209779ba': 'tb',
}

/** Header of a signature by a native segwit key (BIP-137). */
const segwitHeader = 39

/** What a signed message hashes to, so that it can never be a transaction. */
function messageHash(message: string): Uint8Array {
  const bytes = Buffer.from(message)
  if (bytes.length > 0xffff) throw new WalletError(-32602, 'Message too long')
  const length = bytes.length < 0xfd ? [bytes.length] : [0xfd, bytes.length & 0xff, bytes.length >> 8]
  return sha256(sha256(Uint8Array.from([...Buffer.from('\x18Bitcoin Signed Message:\n'), ...length, ...bytes])))
}

/** Bitcoin: one native segwit account that signs messages (BIP-137). */
export function createBitcoinFamily(secret: Uint8Array): Family {
  const publicKey = secp256k1.getPublicKey(secret, true)
  const words = [0, ...bech32.toWords(ripemd160(sha256(publicKey)))]
  const address = (chainId: string) => {
    const prefix = prefixes[chainId]
    return prefix === undefined ? undefined : bech32.encode(prefix, words)
  }
  return {
    namespace: 'bip122',
    methods: ['signMessage', 'getAccountAddresses'],
    events: ['accountsChanged', 'chainChanged'],
    address,
    async handle({ chainId, method, params }) {
      const own = address(chainId)
      switch (method) {
        case 'getAccountAddresses':
          return [{ address: own, publicKey: Buffer.from(publicKey).toString('hex'), path: "m/84'/0'/0'/0/0", intention: 'payment' }]
        case 'signMessage': {
          if ((member(params, 'protocol') ?? 'ecdsa') !== 'ecdsa') throw new WalletError(4200, 'Only ECDSA messages')
          const hash = messageHash(text(params, 'message'))
          const signature = secp256k1.sign(hash, secret)
          const bytes = Uint8Array.from([segwitHeader + signature.recovery, ...signature.toCompactRawBytes()])
          return { address: own, signature: Buffer.from(bytes).toString('hex'), messageHash: Buffer.from(hash).toString('hex') }
        }
        default:
          throw unsupported(method)
      }
    },
  }
}
