/** The chain family of this folder's provider. */
export const evm = 'eip155'
/** The chain family of the page's Wallet Standard wallet. */
export const standard = 'solana'

/** What people call a chain family, where that is no slip of its id. */
export const nicknames = { eth: evm, ethereum: evm, evm, sol: standard, btc: 'bip122', bitcoin: 'bip122', dot: 'polkadot', atom: 'cosmos' }
