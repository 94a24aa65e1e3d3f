import type { Namespace } from '../namespace.js'
import { formatAddress, isAddress } from './address.js'
import { connect, disconnect } from './connect.js'
import { readEvent } from './events.js'
import { addNetwork, switchNetwork } from './networks.js'

/** EVM chains. */
export const eip155: Namespace = {
  id: 'eip155',
  isAddress,
  formatAddress,
  isRight: async (address) => (await import('./isRight.js')).isRight(address),
  connect,
  disconnect,
  readEvent,
  switchNetwork,
  addNetwork,
  // Only where a wallet does not live in the page, and only once it is connected.
  answerAccountRequest: async (...parameters) => (await import('./accountRequests.js')).answerAccountRequest(...parameters),
  // With its JSON-RPC client, which connecting does not need.
  balance: async (...parameters) => (await import('./balance.js')).balance(...parameters),
  tokenBalance: async (...parameters) => (await import('./tokenBalance.js')).tokenBalance(...parameters),
  // Of what the first view needs, it is no part.
  signIn: async (...parameters) => (await import('./signIn.js')).signIn(...parameters),
  portfolio: true,
  names: true,
  coinTypes: async (networkId) => (await import('./coinTypes.js')).coinTypes(networkId),
  registerNames: async () => (await import('./nameSigning.js')).nameSigning,
  activity: true,
  nfts: true,
  paymentCodes: async () => (await import('./paymentCodes.js')).paymentCodes,
  transfers: async () => (await import('./transfers.js')).transfers,
  transactions: async () => (await import('./transactions.js')).transactions,
  swaps: async () => (await import('./swaps.js')).swaps,
}
