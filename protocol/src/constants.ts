export * as limits from './constants/limits.js'

/** HTTP statuses and JSON-RPC codes after which a read is tried again. */
export const retryableStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]
export const retryableCodes: readonly number[] = [-1, -32005, -32603]

/** EVM's chain family needs a chain id below this to convert to a coin type (ENSIP-11). */
export const maxCoinTypeChainId = 2_147_483_648

/** Used when neither the page nor the project names a network. */
export const defaultNetworkId = 'eip155:1'

export * from './constants/embedded.js'
export * from './constants/evmNetworks.js'
export * from './constants/networks.js'
export * from './constants/recoverProgram.js'
export * from './constants/restrictedTimeZones.js'
export * from './constants/sdkPackage.js'
