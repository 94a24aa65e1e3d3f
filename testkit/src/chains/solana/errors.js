import { createRequire } from 'node:module'
import { instructionErrors, transactionErrors } from './errorNames.js'

/**
 * A failure in the words of Solana's nodes.
 *
 * @typedef {string | { InstructionError: [index: number, inner: string | { Custom: number }] } | { DuplicateInstruction: number } | { InsufficientFundsForRent: { account_index: number } } | { ProgramExecutionTemporarilyRestricted: { account_index: number } }} Failure
 */

/** @type {typeof import('litesvm/dist/internal.js')} */
const svm = createRequire(import.meta.url)('litesvm/dist/internal.js')

/** JSON-RPC codes; the -320xx ones are those of Solana's own nodes. */
export const codes = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  preflight: -32_002,
  signature: -32_003,
}

/** A refusal in the words of JSON-RPC. */
export class NodeError extends Error {
  constructor(/** @type {number} */ code, /** @type {string} */ message, /** @type {object | undefined} */ data = undefined) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const invalidParams = (/** @type {string} */ message) => new NodeError(codes.invalidParams, `Invalid params: ${message}`)

/**
 * A failed transaction, in the words of Solana's nodes; other failures are called by their name.
 *
 * @type {Record<string, string>}
 */
const sentences = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  SignatureFailure: 'Transaction did not pass signature verification',
  SanitizeFailure: 'Transaction failed to sanitize accounts offsets correctly',
  InsufficientFundsForRent: 'Transaction results in an account without insufficient funds for rent',
}
/** @type {Record<string, string>} */
const instructionSentences = {
  GenericError: 'generic instruction error',
  InvalidArgument: 'invalid program argument',
  InvalidInstructionData: 'invalid instruction data',
  InvalidAccountData: 'invalid account data for instruction',
  InsufficientFunds: 'insufficient funds for instruction',
  IncorrectProgramId: 'incorrect program id for instruction',
  MissingRequiredSignature: 'missing required signature for instruction',
  AccountAlreadyInitialized: 'instruction requires an uninitialized account',
  UninitializedAccount: 'instruction requires an initialized account',
  NotEnoughAccountKeys: 'insufficient account keys for instruction',
  UnsupportedProgramId: 'Unsupported program id',
  InvalidAccountOwner: 'Invalid account owner',
}

/**
 * A failure of the virtual machine as Solana's nodes write it: `"AccountNotFound"`, `{ "InstructionError": [0, { "Custom": 1 }] }`.
 *
 * @param {ReturnType<import('litesvm/dist/internal.js').FailedTransactionMetadata['err']>} error
 * @returns {Failure}
 */
export function writeTransactionError(error) {
  if (error instanceof svm.TransactionErrorInstructionError) {
    const inner = error.err()
    if (inner instanceof svm.InstructionErrorCustom) return { InstructionError: [error.index, { Custom: inner.code }] }
    if (inner instanceof svm.InstructionErrorBorshIo) return { InstructionError: [error.index, 'BorshIoError'] }
    return { InstructionError: [error.index, instructionErrors[/** @type {number} */ (inner)] ?? 'GenericError'] }
  }
  if (error instanceof svm.TransactionErrorDuplicateInstruction) return { DuplicateInstruction: error.index }
  if (error instanceof svm.TransactionErrorInsufficientFundsForRent)
    return { InsufficientFundsForRent: { account_index: error.accountIndex } }
  if (error instanceof svm.TransactionErrorProgramExecutionTemporarilyRestricted)
    return { ProgramExecutionTemporarilyRestricted: { account_index: error.accountIndex } }
  return transactionErrors[error] ?? 'SanitizeFailure'
}

/** The sentence for a failure that {@link writeTransactionError} wrote. */
export function sentenceOf(/** @type {Failure} */ error) {
  if (typeof error === 'string') return sentences[error] ?? error
  if (!('InstructionError' in error)) {
    const [kind = ''] = Object.keys(error)
    return sentences[kind] ?? kind
  }
  const [index, inner] = error.InstructionError
  const text = typeof inner === 'string' ? (instructionSentences[inner] ?? inner) : `custom program error: 0x${inner.Custom.toString(16)}`
  return `Error processing Instruction ${index}: ${text}`
}
