import { type CosmosDirectDocument, codes } from '@latchkey/protocol'
import { ModalError } from '../../modalError.js'
import { stringOf } from '../discovery.js'
import { fromBase64, fromHex, toBase64, toBytes } from '../encoding.js'
import { read } from '../foreign.js'

const hexBytes = /^(?:[0-9a-f]{2})*$/i

/** Bytes as pages send them: hex, or base64. */
const bytesFrom = (text: string) => (hexBytes.test(text) ? fromHex(text) : fromBase64(text))

/**
 * A 64-bit number in the shape of the `Long` class, which wallets expect and which cannot cross the Bridge.
 *
 * @param text decimal
 */
function toLong(text: string) {
  const value = BigInt.asUintN(64, BigInt(text))
  const half = (bits: bigint) => Number(BigInt.asIntN(32, bits))
  return { low: half(value), high: half(value >> 32n), unsigned: true, __isLong__: true, toString: () => `${value}` }
}

/** What the wallet's own `signDirect` takes. @throws ModalError -32602 for a document that is none */
export function toWalletDocument(document: unknown) {
  try {
    return {
      chainId: stringOf(document, 'chainId'),
      accountNumber: toLong(stringOf(document, 'accountNumber')),
      bodyBytes: bytesFrom(stringOf(document, 'bodyBytes')),
      authInfoBytes: bytesFrom(stringOf(document, 'authInfoBytes')),
    }
  } catch (error) {
    throw error instanceof ModalError ? error : new ModalError(codes.invalidParams, 'Invalid params: signDoc')
  }
}

/** What the wallet says it signed, as plain data. */
export function fromWalletDocument(document: unknown): CosmosDirectDocument {
  const bytes = (key: string) => toBase64(toBytes(read(document, key)) ?? new Uint8Array())
  return {
    chainId: stringOf(document, 'chainId'),
    accountNumber: String(read(document, 'accountNumber') ?? '0'),
    bodyBytes: bytes('bodyBytes'),
    authInfoBytes: bytes('authInfoBytes'),
  }
}
