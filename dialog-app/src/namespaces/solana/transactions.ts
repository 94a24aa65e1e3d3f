import { codes, errors, RpcError, readProperty } from '@latchkey/protocol'
import { base64 } from '@scure/base'
import { errorTexts } from '../errorTexts.js'
import type { NodeProblem, SerializedTransaction, Transactions } from '../transactions.js'

const signaturePattern = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/
/** A wallet that signs only: it has no node, or no feature for sending. */
const unsupported: readonly unknown[] = [codes.unsupportedMethod, codes.methodNotFound, codes.methodNotSupported]

function readSignature(answer: unknown): string {
  const signature = typeof answer === 'string' ? answer : readProperty(answer, 'signature')
  if (typeof signature !== 'string' || !signaturePattern.test(signature)) throw new RpcError(codes.internal, errors.fallback)
  return signature
}

/** What validators and programs say, with the SPL token program's own code for a balance that is too small. */
const spellings: readonly (readonly [NodeProblem, RegExp])[] = [
  [
    'insufficientFunds',
    /insufficient (?:lamports|funds)|debit an account but found no record|InsufficientFundsFor|custom program error: 0x1\b/i,
  ],
  ['expired', /blockhash not found|block height exceeded|BlockhashNotFound/i],
  ['nonceTooLow', /already been processed|AlreadyProcessed/i],
  ['executionReverted', /simulation failed|InstructionError|custom program error|failed to execute/i],
]

/** Transactions of Solana. */
export const transactions: Transactions = {
  lookEvery: 1_000,
  async submit({ from, calls }, { ask, rpc }) {
    const [call, ...others] = calls
    if (!call || !('serialized' in call) || others.length > 0) throw new RpcError(codes.invalidParams, errors.fallback)
    const params = { transaction: base64.encode((call satisfies SerializedTransaction).serialized), pubkey: from }
    try {
      return { kind: 'hash', hash: readSignature(await ask('solana_signAndSendTransaction', params)) }
    } catch (error) {
      if (!unsupported.includes(readProperty(error, 'code'))) throw error
    }
    const signed = readProperty(await ask('solana_signTransaction', params), 'transaction')
    if (typeof signed !== 'string') throw new RpcError(codes.internal, errors.fallback)
    return { kind: 'hash', hash: readSignature(await rpc.request('sendTransaction', [signed, { encoding: 'base64' }])) }
  },
  async look({ sent }, { rpc }) {
    const hash = sent.kind === 'hash' ? sent.hash : sent.id
    const answer = await rpc.request('getSignatureStatuses', [[hash], { searchTransactionHistory: true }])
    const values = readProperty(answer, 'value')
    const status: unknown = Array.isArray(values) ? values[0] : undefined
    if (!status) return { status: 'missing', hash }
    if (readProperty(status, 'err')) return { status: 'failed', hash }
    const stage = readProperty(status, 'confirmationStatus')
    return { status: stage === 'confirmed' || stage === 'finalized' ? 'confirmed' : 'pending', hash }
  },
  problemOf(error) {
    const text = errorTexts(error)
    return spellings.find(([, pattern]) => pattern.test(text))?.[0]
  },
}
