import { evm, standard } from './family.js'

/** What people call a chain family, where that is no slip of its id. */
export const nicknames = { eth: evm, ethereum: evm, evm, sol: standard, btc: 'bip122', bitcoin: 'bip122', dot: 'polkadot', atom: 'cosmos' }
