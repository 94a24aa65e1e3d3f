import type { FamilyCardContent } from '../card.js'

export const card: FamilyCardContent = {
  namespace: 'solana',
  title: 'Solana',
  hint: 'modal.provider(“solana”) is a Wallet Standard wallet: libraries find it by themselves.',
  second: 'Send 0.1 SOL',
}
