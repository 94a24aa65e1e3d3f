export {
  desktopLink,
  type LinkEnvironment,
  mobileLink,
  nativeLink,
  requestLink,
  universalLink,
  type WalletLink,
  type WalletLinks,
  webAppLink,
} from './deepLinks.js'
export { createMemoryStore, type KeyValueStore } from './keyValueStore.js'
export type { PairingCode } from './pairing.js'
export type { RelayStatus } from './relayStatus.js'
export { walletConnectId } from './sessionState.js'
export { createSiteLine, type SharedLine, type SiteLineOptions } from './shared/index.js'
export { createWalletConnect, type Peer, type WalletConnect, type WalletConnectOptions } from './walletConnect.js'
