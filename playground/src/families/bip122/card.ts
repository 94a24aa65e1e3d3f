import type { FamilyCardContent } from '../card.js'

export const card: FamilyCardContent = {
  namespace: 'bip122',
  title: 'Bitcoin',
  hint: 'One account for payments, one for ordinals. Messages by ECDSA and BIP-322, transactions as PSBT.',
  second: 'Sign a transaction',
}
