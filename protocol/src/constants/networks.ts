import type { Network } from '../entities.js'
import { bitcoin, bitcoinTestnet } from '../families/bip122.js'
import { solanaDevnet, solanaMainnet, solanaTestnet } from '../families/solana.js'

/** Networks beyond EVM that every installation knows. Where they are read is configuration: whoever serves them adds the URLs. */
export const builtInNetworks: readonly Network[] = [solanaMainnet, solanaDevnet, solanaTestnet, bitcoin, bitcoinTestnet]
