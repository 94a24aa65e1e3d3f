import type { VaultAddresses } from '@latchkey/protocol/schemas/account'
import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { base58, hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { HDKey as EdKey } from 'micro-key-producer/slip10.js'
import { type Bytes, utf8, wipe } from './bytes.js'
import { seedOf } from './mnemonic.js'

/** BIP-44, what MetaMask and Phantom open with the same words. */
export const paths = { evm: "m/44'/60'/0'/0/0", solana: "m/44'/501'/0'/0'" } as const

/** secp256k1 private key of the EVM account. Wipe it. */
export async function evmKey(entropy: Bytes): Promise<Bytes> {
  const seed = await seedOf(entropy)
  const root = HDKey.fromMasterSeed(seed)
  const node = root.derive(paths.evm)
  try {
    if (!node.privateKey) throw new Error('No private key')
    return Uint8Array.from(node.privateKey)
  } finally {
    node.wipePrivateData()
    root.wipePrivateData()
    wipe(seed)
  }
}

/** Ed25519 seed of the Solana account (SLIP-0010). Wipe it. */
export async function solanaKey(entropy: Bytes): Promise<Bytes> {
  const seed = await seedOf(entropy)
  const node = EdKey.fromMasterSeed(seed).derive(paths.solana)
  wipe(seed)
  return Uint8Array.from(node.privateKey)
}

/** Checksummed address (EIP-55) of an uncompressed public key. */
function evmAddress(publicKey: Uint8Array): string {
  const plain = hex.encode(keccak_256(publicKey.subarray(1)).subarray(12))
  const checksum = hex.encode(keccak_256(utf8(plain)))
  return `0x${[...plain].map((digit, index) => (Number.parseInt(checksum[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

/** The keys of a seed's accounts. */
export type AccountKeys = { readonly evm: Bytes; readonly solana: Bytes }
type Addresses = Required<Pick<VaultAddresses, 'eip155' | 'solana'>>

/** The keys of a seed, and their addresses by chain family. Wipe the keys. */
export async function accountsOf(entropy: Bytes): Promise<{ readonly keys: AccountKeys; readonly addresses: Addresses }> {
  const [evm, solana] = await Promise.all([evmKey(entropy), solanaKey(entropy)])
  const addresses = { eip155: evmAddress(secp256k1.getPublicKey(evm, false)), solana: base58.encode(ed25519.getPublicKey(solana)) }
  return { keys: { evm, solana }, addresses }
}

/** The addresses of a seed, by chain family. */
export async function addressesOf(entropy: Bytes): Promise<Addresses> {
  const { keys, addresses } = await accountsOf(entropy)
  wipe(keys.evm, keys.solana)
  return addresses
}
