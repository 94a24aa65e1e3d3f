import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'

/** The local chain's name for itself. The same everywhere, so that a wallet which has met one local chain knows the next. */
export const genesisHash = base58.encode(createHash('sha256').update('Latchkey local Solana').digest())

/** CAIP-2 id: the first 32 characters of the genesis hash. */
export const localSolanaId = `solana:${genesisHash.slice(0, 32)}`
