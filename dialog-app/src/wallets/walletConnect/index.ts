export type { PairingCode } from './pairing.js'
export { walletConnectId } from './sessionState.js'
export { createSiteChannel, type SharedChannel, type SiteChannelOptions } from './shared/index.js'
export { createWalletConnect, type WalletConnect } from './walletConnect.js'
