import { base58 } from '@scure/base'
import { invalidParams } from './errors.js'
import { isWritable } from './readTransaction.js'
import { readTokenState, tokenPrograms, writeAmount } from './tokens.js'
import { writeBytes } from './writeAccount.js'

/** @import { TransactionMetadata } from 'litesvm/dist/internal.js' */
/** @import { Entry, State } from './history.js' */

/** Instructions that programs called, grouped by the instruction that they came from. */
export const writeInner = (/** @type {TransactionMetadata} */ meta) =>
  meta
    .innerInstructions()
    .map((list, index) => ({
      index,
      instructions: list.map((inner) => {
        const instruction = inner.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: base58.encode(instruction.data()),
          stackHeight: inner.stackHeight(),
        }
      }),
    }))
    .filter(({ instructions }) => instructions.length > 0)

/** What a program gave back, or undefined. */
export function writeReturnData(/** @type {TransactionMetadata} */ meta) {
  const data = meta.returnData().data()
  return data.length === 0
    ? undefined
    : { programId: base58.encode(meta.returnData().programId()), data: [Buffer.from(data).toString('base64'), 'base64'] }
}

function writeTokenBalances(/** @type {readonly State[]} */ states, /** @type {(mint: string) => number} */ decimalsOf) {
  return states.flatMap(({ account }, accountIndex) => {
    const programId = account ? base58.encode(account.owner()) : ''
    const state = account && tokenPrograms[programId] ? readTokenState(account.data()) : null
    if (state?.kind !== 'account') return []
    const { mint, owner, amount } = state
    return [{ accountIndex, mint, owner, programId, uiTokenAmount: writeAmount(amount, decimalsOf(mint)) }]
  })
}

/** The key list of `jsonParsed`, and instructions that name accounts instead of numbering them. */
function writeParsed(/** @type {Entry} */ { transaction, keys, loaded }) {
  const { message, signatures } = transaction
  const own = message.accountKeys.length
  const writable = (/** @type {number} */ index) => (index < own ? isWritable(message, index) : index < own + loaded.writable.length)
  return {
    signatures,
    message: {
      accountKeys: keys.map((pubkey, index) => ({
        pubkey,
        signer: index < message.header.numRequiredSignatures,
        source: index < own ? 'transaction' : 'lookupTable',
        writable: writable(index),
      })),
      recentBlockhash: message.recentBlockhash,
      instructions: message.instructions.map(({ programIdIndex, accounts, data, stackHeight }) => ({
        programId: keys[programIdIndex],
        accounts: accounts.map((index) => keys[index]),
        data,
        stackHeight,
      })),
      ...(message.version === 'legacy' ? {} : { addressTableLookups: message.addressTableLookups }),
    },
  }
}

function writeWire(/** @type {Entry} */ entry, /** @type {string | undefined} */ encoding) {
  const { signatures, message } = entry.transaction
  if (encoding === 'jsonParsed') return writeParsed(entry)
  if (encoding !== undefined && encoding !== 'json') return writeBytes(entry.transaction.bytes, encoding)
  const { version, addressTableLookups, ...rest } = message
  return { signatures, message: version === 'legacy' ? rest : { ...rest, addressTableLookups } }
}

/**
 * A transaction of the chain as `getTransaction` answers it.
 *
 * @param {Entry} entry of the history
 * @param {{ encoding?: string, maxSupportedTransactionVersion?: number } | undefined} config
 * @param {(mint: string) => number} decimalsOf decimals of a mint
 */
export function writeTransaction(entry, { encoding, maxSupportedTransactionVersion } = {}, decimalsOf) {
  const { transaction, slot, blockTime, error, meta, fee, loaded, before, after } = entry
  const { version } = transaction.message
  if (version !== 'legacy' && !((maxSupportedTransactionVersion ?? -1) >= version))
    throw invalidParams(
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  return {
    slot,
    blockTime,
    ...(maxSupportedTransactionVersion === undefined ? {} : { version }),
    transaction: writeWire(entry, encoding),
    meta: {
      err: error,
      status: error === null ? { Ok: null } : { Err: error },
      fee,
      preBalances: before.map(({ balance }) => balance),
      postBalances: after.map(({ balance }) => balance),
      preTokenBalances: writeTokenBalances(before, decimalsOf),
      postTokenBalances: writeTokenBalances(after, decimalsOf),
      innerInstructions: writeInner(meta),
      logMessages: meta.logs(),
      returnData: writeReturnData(meta),
      computeUnitsConsumed: meta.computeUnitsConsumed(),
      rewards: [],
      ...(encoding === 'jsonParsed' ? {} : { loadedAddresses: loaded }),
    },
  }
}
