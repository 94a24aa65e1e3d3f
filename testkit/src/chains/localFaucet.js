import { createWalletClient, http, keccak256, publicActions, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** The key of who owns coins of every kind on the local chains. It is no secret: it is worth something there only. */
export const faucetKey = keccak256(toHex('Latchkey local faucet'))

/**
 * Sends transactions of the faucet on a local chain, by its key.
 *
 * @param {string} url of the node
 */
export const faucetClient = (url) =>
  createWalletClient({ account: privateKeyToAccount(faucetKey), transport: http(url), pollingInterval: 20 }).extend(publicActions)
