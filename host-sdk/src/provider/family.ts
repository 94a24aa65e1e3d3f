/** The chain family of this folder's provider. */
export const evm = 'eip155'
/** The chain family of the page's Wallet Standard wallet. */
export const standard = 'solana'
