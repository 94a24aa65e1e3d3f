import type { FamilyCardContent } from '../card.js'

export const card: FamilyCardContent = {
  namespace: 'cosmos',
  title: 'Cosmos',
  hint: 'Messages by ADR-36, transactions by Amino and direct signing.',
  second: 'Sign a transaction',
}
