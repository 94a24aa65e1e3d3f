import type { Namespace } from '../namespace.js'
import { notifyDisconnect, switchByAccounts } from '../networkChoice.js'
import { formatAddress, isAddress } from './address.js'
import { connect, namespace } from './connect.js'
import { readEvent } from './events.js'
import { signIn } from './signIn.js'

/** Solana. */
export const solana: Namespace = {
  id: namespace,
  isAddress,
  formatAddress,
  isRight: async (address) => (await import('./isRight.js')).isRight(address),
  connect,
  disconnect: notifyDisconnect(namespace),
  readEvent,
  switchNetwork: switchByAccounts(connect),
  // With its JSON-RPC client, which connecting does not need.
  balance: async (...parameters) => (await import('./balance.js')).balance(...parameters),
  signIn,
  portfolio: true,
  activity: true,
  paymentCodes: async () => (await import('./paymentCodes.js')).paymentCodes,
  transfers: async () => (await import('./transfers.js')).transfers,
  transactions: async () => (await import('./transactions.js')).transactions,
  // What an account without data must hold to be kept: 128 bytes of overhead at 6,960 lamports.
  leastTransfer: 890_880n,
}
