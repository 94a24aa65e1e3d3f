/** The chain family of this folder's provider. */
export const evm = 'eip155'
