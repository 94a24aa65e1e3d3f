/* Signing in with a wallet (CAIP-122): its messages, why one is refused, and what it ends in. */
export * from './message.js'
export * from './network.js'
export * from './reasons.js'
export * from './session.js'
