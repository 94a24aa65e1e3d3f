/**
 * The specification's numbers (section 9). Times are milliseconds unless a name says otherwise.
 */
export const limits = {
  frameLoadTimeout: 20_000,
  frameReadyDelay: 500,
  heartbeat: 5_000,
  loginTimeout: 120_000,
  signOutTimeout: 3_000,
  emailCooldown: 30_000,
  pairingExpiry: 240_000,
  pairingExpiryMargin: 10_000,
  imagePreloadTimeout: 2_000,
  debounce: 500,
  searchMinimumWait: 300,
  retryDelay: 100,
  retryCount: 2,
  rpcRetryCount: 3,
  rpcRetryDelay: 150,
  rpcTimeout: 10_000,
  rpcBatch: 1_000,
  rankInterval: 4_000,
  rankSamples: 10,
  rankStabilityWeight: 0.7,
  rankLatencyWeight: 0.3,
  balanceRetryBlock: 30_000,
  errorReportsPerMinute: 5,
  pendingTransactions: 99,
  logBufferBytes: 1_024_000,
  nativeBalanceCache: 30_000,
  portfolioCache: 30_000,
  nameCache: 300_000,
  identityCache: 300_000,
  recentWallets: 2,
  walletPage: 40,
  recommendedWallets: 4,
  searchResults: 100,
  prefetchedImages: 20,
  toastDelay: 150,
  shake: 500,
  bridgeInFlight: 32,
  bridgeMessageBytes: 1_048_576,
  bridgeReadTimeout: 10_000,
  iconBytes: 65_536,
  resumeBytes: 4_096,
} as const

/** HTTP statuses and JSON-RPC codes after which a read is tried again (specification section 9). */
export const retryableStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]
export const retryableCodes: readonly number[] = [-1, -32005, -32603]

/** EVM's chain family needs a chain id below this to convert to a coin type (ENSIP-11). */
export const maxCoinTypeChainId = 2_147_483_648

/** Used when neither the page nor the project names a network. */
export const defaultNetworkId = 'eip155:1'
