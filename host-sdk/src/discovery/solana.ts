import { createSolanaWallet } from './solanaWallet.js'
import { discoverStandard } from './standard.js'

/** Wallet Standard wallets that have Solana's features. */
export const discover = discoverStandard(createSolanaWallet)
