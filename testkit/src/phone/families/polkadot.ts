import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import { type SignerPayload, signingBytes } from '../../signers/polkadotPayload.ts'
import { toSs58 } from '../../signers/ss58.ts'
import { type Family, member, own, text, unsupported, WalletError } from '../family.ts'

/** Address format of a chain (SS58), by its genesis hash; others have the generic one. */
const formats: Readonly<Record<string, number>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
}
/** Hex digits of the genesis hash that name a chain (CAIP-2). */
const referenceDigits = 32
/** Which kind of key signed, in front of a transaction's signature. */
const sr25519 = 1

/** A message's bytes: hex, or text. In an envelope, so that no transaction can be got signed as a message. */
function messageBytes(message: string): Uint8Array {
  const bytes = /^0x([0-9a-f]{2})*$/i.test(message) ? Buffer.from(message.slice(2), 'hex') : Buffer.from(message)
  const [open, close] = [Buffer.from('<Bytes>'), Buffer.from('</Bytes>')]
  const isWrapped = bytes.subarray(0, open.length).equals(open) && bytes.subarray(-close.length).equals(close)
  return isWrapped ? bytes : Buffer.concat([open, bytes, close])
}

/** What signs a transaction of this chain. @throws WalletError for one of another chain, and for one that cannot be read */
function signedBytes(payload: unknown, chainId: string): Uint8Array {
  const genesis = text(payload, 'genesisHash')
  if (`polkadot:${genesis.slice(2, 2 + referenceDigits)}` !== chainId) throw new WalletError(-32602, 'The transaction is for another chain')
  try {
    return signingBytes(payload as SignerPayload)
  } catch (error) {
    throw new WalletError(-32602, (error as Error).message)
  }
}

/** Polkadot and Substrate chains: an sr25519 key that signs messages and transactions. */
export function createPolkadotFamily(seed: Uint8Array): Family {
  const secret = secretFromSeed(seed)
  const publicKey = getPublicKey(secret)
  const address = (chainId: string) => toSs58(publicKey, formats[chainId])
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
