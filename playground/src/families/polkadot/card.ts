import type { FamilyCardContent } from '../card.js'

export const card: FamilyCardContent = {
  namespace: 'polkadot',
  title: 'Polkadot',
  hint: 'Messages and transactions by sr25519 keys, on any Substrate chain.',
  second: 'Sign a transaction',
}
