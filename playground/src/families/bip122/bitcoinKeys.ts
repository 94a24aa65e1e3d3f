import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { secretOf } from '../keys.js'

/** Addresses of Bitcoin Core's regression test chain, which exists on one machine only. */
export const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }

export type BitcoinKey = {
  readonly purpose: 'payment' | 'ordinals'
  readonly secret: Uint8Array
  readonly publicKey: Uint8Array
  readonly address: string
  readonly script: Uint8Array
}

function derive(purpose: BitcoinKey['purpose']): BitcoinKey {
  const secret = sha256(concatBytes(secretOf('bip122'), new TextEncoder().encode(purpose)))
  const publicKey = secp256k1.getPublicKey(secret, true)
  const { address = '', script } = purpose === 'payment' ? p2wpkh(publicKey, regtest) : p2tr(publicKey.subarray(1), undefined, regtest)
  return { purpose, secret, publicKey, address, script }
}

/** The wallet's two accounts: native segwit for payments, taproot for ordinals. */
export const bitcoinKeys = (): readonly BitcoinKey[] => [derive('payment'), derive('ordinals')]
