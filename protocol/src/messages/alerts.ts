/** Alerts: each of them shows once. */

export const networkNotFound = 'Network Not Found'
export const originNotAllowed = 'Origin Not Allowed'
export const iframeLoadFailed = 'Network Error - Could not load embedded wallet'
export const iframeRequestTimeout = 'Embedded Wallet Request Timed Out'
export const sessionExpired = 'Session Expired'
export const invalidProjectId = 'Invalid Project ID'
export const projectIdNotConfigured = 'Project ID Not Configured'
export const serverError = 'Server Error'
export const rateLimited = 'Rate Limited'
export const multiWalletNotEnabled = 'Multi-Wallet Not Enabled'
export const invalidAppConfiguration = 'Invalid App Configuration'
