import { createHash } from 'node:crypto'
import type { Family } from '../family.ts'
import { createBitcoinFamily } from './bitcoin.ts'
import { createCosmosFamily } from './cosmos.ts'
import { createEvmFamily } from './evm.ts'
import { createPolkadotFamily } from './polkadot.ts'
import { createSolanaFamily } from './solana.ts'

/** 32 bytes per family from one secret, the same at every start. */
const derive = (secret: string, family: string) => Uint8Array.from(createHash('sha256').update(`${family}:${secret}`).digest())

/** All five chain families with keys of one secret; on EVM, an account that local chains fund. */
export function createFamilies(secret: string, rpcUrls: Readonly<Record<string, string>>): readonly Family[] {
  return [
    createEvmFamily(rpcUrls),
    createSolanaFamily(derive(secret, 'solana'), rpcUrls),
    createBitcoinFamily(derive(secret, 'bitcoin'), rpcUrls),
    createPolkadotFamily(derive(secret, 'polkadot')),
    createCosmosFamily(derive(secret, 'cosmos')),
  ]
}
