import { keccak256, toHex } from 'viem'

/** The key of who owns coins of every kind on the local chains. It is no secret: it is worth something there only. */
export const faucetKey = keccak256(toHex('Latchkey local faucet'))
