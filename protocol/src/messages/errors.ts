/** Messages of thrown errors. */

export const modalClosed = 'Modal closed'
export const connectionRejected = 'Connection rejected'
export const failedToConnect = 'Failed to connect'
export const popupClosed = 'Popup closed'
export const socialFailed = 'Failed to initiate social connection'
export const farcasterFailed = 'Failed to connect to farcaster'
export const chainNotSupported = 'Chain is not supported'
export const emailDependency = 'Unable to load email login dependency'
export const frameNotSet = 'W3mFrame: iframe is not set'
export const frameParentNotSet = 'W3mFrame: parent is not set'
export const fallback = 'An error occurred'
export const gasPriceUnsupported = 'Network not supported for Gas Price'
export const swapsUnsupported = 'Network not supported for Swaps'
/** @example httpStatus(503) // 'HTTP status code: 503' */
export const httpStatus = (status: number) => `HTTP status code: ${status}`
export const walletConnectConnectorNotFound = 'WalletConnectConnector not found'
export const chainsNotSupported = 'The connector does not support any of the requested chains'
/** @example namespaceNotConfigured('eip155') // "Namespace 'eip155' is not configured. …" */
export const namespaceNotConfigured = (namespace: string) =>
  `Namespace '${namespace}' is not configured. Please call connect() first with namespace config.`
export const signClientNotInitialized = 'Sign Client not initialized'
export const sessionNotInitialized = 'Session not initialized. Please call connect() before enable()'
/** @example tryAgainAfter(9) // 'Please try again after 9 seconds' */
export const tryAgainAfter = (seconds: number) => `Please try again after ${seconds} seconds`
export const requestAborted = 'Request was aborted'
export const somethingWentWrong = 'Something went wrong'
export const rpcNotAllowed = 'Requested RPC call is not allowed'
export const actionNotAllowed = 'Action not allowed'
export const invalidCaipAddress = 'Invalid CAIP-10 address'
export const invalidCaipNetworkId = 'Invalid CAIP-2 network id'
export const sendNeedsAmountAndReceiver = 'An amount and receiver address are required'
export const sendNeedsToken = 'A token is required'
export const sendUnsupportedChain = 'Unsupported chain'
export const siweAndSiwx = 'Cannot set both `siweConfig` and `siwx` options'
