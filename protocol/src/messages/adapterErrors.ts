export const namespaceMissing = 'adapter must have a namespace'
export const networkClientNotSet = 'NetworkController client not set'
export const chainAdapterNotFound = 'Chain adapter not found'
export const connectionClientNotSet = 'ConnectionController client not set'
