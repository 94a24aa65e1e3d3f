export type { PairingCode } from './pairing.js'
export { walletConnectId } from './sessionState.js'
export { createSiteLine, type SharedLine, type SiteLineOptions } from './shared/index.js'
export { createWalletConnect, type WalletConnect } from './walletConnect.js'
