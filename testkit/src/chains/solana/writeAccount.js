import { base58 } from '@scure/base'
import { invalidParams } from './errors.js'
import { readTokenState, tokenPrograms, writeTokenState } from './tokens.js'

/** Bytes up to which nodes write base58. */
const base58Limit = 128

/**
 * Bytes in one of the encodings of Solana's nodes: a pair of text and encoding, or bare base58 when none was asked for.
 *
 * @param {Uint8Array} data
 * @param {string | undefined} encoding
 */
export function writeBytes(data, encoding) {
  if (encoding === 'base64') return [Buffer.from(data).toString('base64'), 'base64']
  if (encoding !== undefined && encoding !== 'base58' && encoding !== 'jsonParsed')
    throw invalidParams(`encoding ${encoding} is not known here`)
  if (data.length > base58Limit && encoding === 'jsonParsed') return [Buffer.from(data).toString('base64'), 'base64']
  if (data.length > base58Limit)
    throw invalidParams('Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.')
  return encoding === undefined ? base58.encode(data) : [base58.encode(data), 'base58']
}

/**
 * An account as nodes write it; null when there is none.
 *
 * @typedef {{ encoding?: string | undefined, dataSlice?: { offset: number, length: number } }} AccountConfig
 *
 * @param {import('litesvm/dist/internal.js').Account | null} account
 * @param {AccountConfig | undefined} config
 * @param {(mint: string) => number} decimalsOf decimals of a mint
 */
export function writeAccount(account, { encoding, dataSlice } = {}, decimalsOf) {
  if (account === null || account.lamports() === 0n) return null
  const owner = base58.encode(account.owner())
  const whole = account.data()
  const data = dataSlice ? whole.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : whole
  const program = encoding === 'jsonParsed' && !dataSlice ? tokenPrograms[owner] : undefined
  const state = program ? readTokenState(whole) : null
  return {
    data: state ? { program, parsed: writeTokenState(state, decimalsOf), space: whole.length } : writeBytes(data, encoding),
    executable: account.executable(),
    lamports: account.lamports(),
    owner,
    rentEpoch: account.rentEpoch(),
    space: whole.length,
  }
}
