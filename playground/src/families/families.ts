import type { FamilyActions } from './actions/action.js'
import type { Family } from './wallets/keys.js'

/** A chain family as its card shows it. */
export type FamilyCardContent = {
  readonly namespace: Family
  readonly title: string
  readonly hint: string
  /** The button of the second action. */
  readonly second: string
  /** The code behind its buttons, fetched when one is pressed. */
  readonly load: () => Promise<{ readonly actions: FamilyActions }>
}

export const familyCards: readonly FamilyCardContent[] = [
  {
    namespace: 'solana',
    title: 'Solana',
    hint: 'modal.provider(“solana”) is a Wallet Standard wallet: libraries find it by themselves.',
    second: 'Send 0.1 SOL',
    load: () => import('./actions/solana.js'),
  },
  {
    namespace: 'bip122',
    title: 'Bitcoin',
    hint: 'One account for payments, one for ordinals. Messages by ECDSA and BIP-322, transactions as PSBT.',
    second: 'Sign a transaction',
    load: () => import('./actions/bip122.js'),
  },
  {
    namespace: 'polkadot',
    title: 'Polkadot',
    hint: 'Messages and transactions by sr25519 keys, on any Substrate chain.',
    second: 'Sign a transaction',
    load: () => import('./actions/polkadot.js'),
  },
  {
    namespace: 'cosmos',
    title: 'Cosmos',
    hint: 'Messages by ADR-36, transactions by Amino and direct signing.',
    second: 'Sign a transaction',
    load: () => import('./actions/cosmos.js'),
  },
]
