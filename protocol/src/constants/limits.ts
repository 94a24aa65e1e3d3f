/**
 * The numbers that are part of the contract. Times are milliseconds unless a name says otherwise.
 */

export const frameLoadTimeout = 20_000
export const frameReadyDelay = 500
export const heartbeat = 5_000
export const loginTimeout = 120_000
export const signOutTimeout = 3_000
export const emailCooldown = 30_000
export const pairingExpiry = 240_000
export const pairingExpiryMargin = 10_000
export const imagePreloadTimeout = 2_000
export const debounce = 500
export const searchMinimumWait = 300
export const retryDelay = 100
export const retryCount = 2
export const rpcRetryCount = 3
export const rpcRetryDelay = 150
export const rpcTimeout = 10_000
export const rpcBatch = 1_000
export const rankInterval = 4_000
export const rankSamples = 10
export const rankStabilityWeight = 0.7
export const rankLatencyWeight = 0.3
export const balanceRetryBlock = 30_000
export const errorReportsPerMinute = 5
export const pendingTransactions = 99
export const logBufferBytes = 1_024_000
export const nativeBalanceCache = 30_000
export const portfolioCache = 30_000
export const nameCache = 300_000
export const identityCache = 300_000
export const historyCache = 15_000
export const recentWallets = 2
export const walletPage = 40
export const recommendedWallets = 4
export const searchResults = 100
export const prefetchedImages = 20
export const toastDelay = 150
export const shake = 500
/** 'Action not allowed' shows this long after the refused call. */
export const actionNotAllowedDelay = 300
export const farcasterReload = 100
export const socialPopupWidth = 600
export const socialPopupHeight = 800
export const socialPopupPoll = 1_000
export const toastDuration = 6_000
/** Characters of an address that are shown before and behind its ellipsis. */
export const addressHead = 4
export const addressTail = 6
export const accountNameMinimum = 4
export const emailNameMaximum = 30
export const swapSlippagePercent = 1
export const bridgeInFlight = 32
export const bridgeMessageBytes = 1_048_576
export const bridgeReadTimeout = 10_000
export const iconBytes = 65_536
export const resumeBytes = 4_096
