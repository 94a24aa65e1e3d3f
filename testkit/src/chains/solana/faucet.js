import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { base58 } from '@scure/base'

/** DER that goes before the 32 bytes of an Ed25519 key (RFC 8410). */
const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
/** The 32 bytes that its key is made from. They are no secret: it is worth something on local chains only. */
export const faucetSeed = createHash('sha256').update('Latchkey local Solana faucet').digest()
const keyOf = (/** @type {Uint8Array} */ seed) => createPrivateKey({ key: Buffer.concat([keyPrefix, seed]), format: 'der', type: 'pkcs8' })
const publicKeyOf = (/** @type {Uint8Array} */ seed) => createPublicKey(keyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(-32)
const privateKey = keyOf(faucetSeed)
const publicKey = publicKeyOf(faucetSeed)

/** The account of a key that is made from 32 bytes. */
export const addressOfSeed = (/** @type {Uint8Array} */ seed) => base58.encode(publicKeyOf(seed))

/** The account that pays for airdrops. */
export const faucetAddress = base58.encode(publicKey)

/**
 * A signed transfer from the faucet.
 *
 * @param {{ to: string, lamports: bigint, blockhash: string }} request
 * @returns {Uint8Array} a legacy transaction
 */
export function faucetTransfer({ to, lamports, blockhash }) {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2) // SystemInstruction::Transfer
  data.writeBigUInt64LE(lamports, 4)
  const message = Buffer.concat([
    Buffer.from([1, 0, 1, 3]), // one signer; one account read only; three accounts
    publicKey,
    base58.decode(to),
    Buffer.alloc(32), // the system program
    base58.decode(blockhash),
    Buffer.from([1, 2, 2, 0, 1, data.length]), // one instruction of account 2, with accounts 0 and 1
    data,
  ])
  return Buffer.concat([Buffer.from([1]), sign(null, message, privateKey), message])
}
