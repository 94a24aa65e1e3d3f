/**
 * Every string of the specification's error catalogue (section 8), verbatim. Code throws and compares these and never its own wording.
 * What a person reads around them is the message catalogue's business (`dialog-app/src/locales`).
 */

/** Alerts: each of them shows once. */
export const alerts = {
  networkNotFound: 'Network Not Found',
  originNotAllowed: 'Origin Not Allowed',
  iframeLoadFailed: 'Network Error - Could not load embedded wallet',
  iframeRequestTimeout: 'Embedded Wallet Request Timed Out',
  unverifiedDomain: 'Unverified Domain',
  sessionExpired: 'Session Expired',
  invalidProjectId: 'Invalid Project ID',
  projectIdNotConfigured: 'Project ID Not Configured',
  serverError: 'Server Error',
  rateLimited: 'Rate Limited',
  multiWalletNotEnabled: 'Multi-Wallet Not Enabled',
  invalidAppConfiguration: 'Invalid App Configuration',
} as const

export const toasts = {
  authInitFailed: 'A problem occurred while trying initialize authentication',
  signMessageFailed: 'Error signing message',
  tokenBalanceUnavailable: 'Token Balance Unavailable',
  transactionsUnavailable: 'Failed to fetch transactions',
} as const

/** Messages of thrown errors. */
export const errors = {
  modalClosed: 'Modal closed',
  connectionRejected: 'Connection rejected',
  failedToConnect: 'Failed to connect',
  popupClosed: 'Popup closed',
  socialFailed: 'Failed to initiate social connection',
  farcasterFailed: 'Failed to connect to farcaster',
  chainNotSupported: 'Chain is not supported',
  failedToDisconnect: 'Failed to disconnect',
  emailDependency: 'Unable to load email login dependency',
  frameNotSet: 'W3mFrame: iframe is not set',
  frameParentNotSet: 'W3mFrame: parent is not set',
  fallback: 'An error occurred',
  gasPriceUnsupported: 'Network not supported for Gas Price',
  swapsUnsupported: 'Network not supported for Swaps',
  httpStatus: (status: number) => `HTTP status code: ${status}`,
  walletConnectConnectorNotFound: 'WalletConnectConnector not found',
  chainsNotSupported: 'The connector does not support any of the requested chains',
  namespaceNotConfigured: (namespace: string) =>
    `Namespace '${namespace}' is not configured. Please call connect() first with namespace config.`,
  signClientNotInitialized: 'Sign Client not initialized',
  sessionNotInitialized: 'Session not initialized. Please call connect() before enable()',
  missingSessionTopic: 'Missing session topic',
  tryAgainAfter: (seconds: number) => `Please try again after ${seconds} seconds`,
  requestAborted: 'Request was aborted',
  somethingWentWrong: 'Something went wrong',
  rpcNotAllowed: 'Requested RPC call is not allowed',
  actionNotAllowed: 'Action not allowed',
  invalidCaipAddress: 'Invalid CAIP-10 address',
  invalidCaipNetworkId: 'Invalid CAIP-2 network id',
  sendNeedsAmountAndReceiver: 'An amount and receiver address are required',
  sendNeedsToken: 'A token is required',
  sendUnsupportedChain: 'Unsupported chain',
  siweAndSiwx: 'Cannot set both `siweConfig` and `siwx` options',
} as const

export const nameErrors = {
  networkNotFound: 'Network not found',
  addressOrConnectorNotFound: 'Address or auth connector not found',
  resolving: 'Error resolving name',
  suggestions: 'Error fetching name suggestions',
  forAddress: 'Error fetching names for address',
  registering: (name: string) => `Error registering name ${name}`,
} as const

export const adapterErrors = {
  namespaceMissing: 'adapter must have a namespace',
  networkClientNotSet: 'NetworkController client not set',
  chainAdapterNotFound: 'Chain adapter not found',
  connectionClientNotSet: 'ConnectionController client not set',
} as const

/** `data.reason` of errors that come from a frame that did not load or answer, and the names of the events reported for them. */
export const frameReasons = { loadFailed: 'iframe_load_failed', requestTimeout: 'iframe_request_timeout' } as const

/** Names of the wire's codes, for errors that are raised by the wire itself. */
export const wireErrors = {
  invalidRequest: 'Invalid request',
  methodNotFound: 'Method not found',
  invalidParams: 'Invalid params',
  limitExceeded: 'Limit exceeded',
  disconnected: 'Provider disconnected',
} as const

/** Reasons that `GET /projects/v1/origins` raises. */
export const originsErrors = { rateLimited: 'RATE_LIMITED', serverError: 'SERVER_ERROR' } as const

/** What nodes answer to a transaction they refuse, by the kind of refusal. */
export const transactionErrors = {
  executionReverted: 'execution reverted',
  feeCapTooHigh: 'fee cap too high',
  feeCapTooLow: 'fee cap too low',
  nonceTooHigh: 'nonce too high',
  nonceTooLow: 'nonce too low',
  nonceMax: 'nonce has max value',
  insufficientFunds: 'insufficient funds',
  intrinsicGasTooHigh: 'intrinsic gas too high',
  intrinsicGasTooLow: 'intrinsic gas too low',
  transactionTypeNotSupported: 'transaction type not supported',
  tipAboveFeeCap: 'tip above fee cap',
  unknownNode: 'unknown node error',
} as const
