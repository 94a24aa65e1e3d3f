export { createEmbeddedWallet, type EmbeddedWallet, embeddedId } from './embeddedWallet.js'
export { createSecureFrame, type SecureFrame } from './secureFrame.js'
