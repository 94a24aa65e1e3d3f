/** Names of the wire's codes, for errors that are raised by the wire itself. */

export const invalidRequest = 'Invalid request'
export const methodNotFound = 'Method not found'
export const invalidParams = 'Invalid params'
export const limitExceeded = 'Limit exceeded'
export const disconnected = 'Provider disconnected'
