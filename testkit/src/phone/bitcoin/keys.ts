import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { NETWORK, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'

/** How Bitcoin Core's regtest writes addresses. */
const localNetwork = { ...TEST_NETWORK, bech32: 'bcrt' }

/** How a chain writes addresses, by its CAIP-2 id. What is not public counts as a local chain. */
export function networkOf(chainId: string) {
  if (chainId === 'bip122:000000000019d6689c085ae165831e93') return NETWORK
  return chainId === 'bip122:000000000933ea01ad0ee984209779ba' ? TEST_NETWORK : localNetwork
}

/** An address with what spends from it. */
export type BitcoinKey = {
  readonly address: string
  readonly intention: 'payment' | 'ordinal'
  /** Hex; 32 bytes for taproot. */
  readonly publicKey: string
  readonly path: string
  readonly secret: Uint8Array
  readonly script: Uint8Array
  /** Taproot's key before it is tweaked. */
  readonly tapInternalKey?: Uint8Array
}

/** The two addresses of a chain: native segwit for coins, taproot for inscriptions. */
export function keysOf(chainId: string, payment: Uint8Array, ordinal: Uint8Array): readonly BitcoinKey[] {
  const network = networkOf(chainId)
  const paymentKey = secp256k1.getPublicKey(payment, true)
  const tapInternalKey = schnorr.getPublicKey(ordinal)
  const segwit = p2wpkh(paymentKey, network)
  const taproot = p2tr(tapInternalKey, undefined, network)
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  return [
    {
      address: String(segwit.address),
      intention: 'payment',
      publicKey: hex(paymentKey),
      path: "m/84'/0'/0'/0/0",
      secret: payment,
      script: segwit.script,
    },
    {
      address: String(taproot.address),
      intention: 'ordinal',
      publicKey: hex(tapInternalKey),
      path: "m/86'/0'/0'/0/0",
      secret: ordinal,
      script: taproot.script,
      tapInternalKey,
    },
  ]
}
