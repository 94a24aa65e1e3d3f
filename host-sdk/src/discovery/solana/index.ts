import { discoverStandard } from '../standard.js'
import { createSolanaWallet } from './solanaWallet.js'

/** Wallet Standard wallets that have Solana's features. */
export const discover = discoverStandard(createSolanaWallet)
