import { base58 } from '@scure/base'
import { codes, invalidParams, NodeError, sentenceOf } from './errors.js'
import { genesisHash } from './genesis.js'
import { readMessage, readTransaction } from './readTransaction.js'
import { readTokenState, tokenPrograms, writeAmount } from './tokens.js'
import { writeAccount } from './writeAccount.js'
import { writeInner, writeReturnData, writeTransaction } from './writeTransaction.js'

/** @import { Account } from 'litesvm/dist/internal.js' */
/** @import { Entry } from './history.js' */
/** @import { Simulated } from './ledger.js' */
/** @import { Message } from './readTransaction.js' */
/** @import { TokenAccount, TokenState } from './tokens.js' */
/** @import { AccountConfig } from './writeAccount.js' */

/** @typedef {{ accounts?: { addresses: string[], encoding?: string }, innerInstructions?: boolean }} SimulateConfig */

/** Versions that the node names: the virtual machine is that of Agave 4. */
const version = { 'solana-core': '4.0.0', 'feature-set': 0 }
/** Lamports a signature costs. */
const signatureFee = 5_000n
const maxAccounts = 100
const maxSignatures = 1_000

function address(/** @type {string} */ text, what = 'an address') {
  try {
    if (base58.decode(text).length === 32) return text
  } catch {
    // Said below.
  }
  throw invalidParams(`${what} must be 32 bytes in base58`)
}

/** The bytes of a transaction as a client sends them; without an encoding, base58. */
function wireBytes(/** @type {string} */ text, encoding = 'base58') {
  if (typeof text !== 'string') throw invalidParams('a transaction must be text')
  if (encoding === 'base64') return Uint8Array.from(Buffer.from(text, 'base64'))
  if (encoding !== 'base58') throw invalidParams(`encoding ${encoding} is not known here`)
  try {
    return base58.decode(text)
  } catch {
    throw invalidParams('the transaction is not base58')
  }
}

/** What a message costs: its signatures, and what it offers for each unit of computing (ComputeBudget). */
function feeOf(/** @type {Message} */ { header, accountKeys, instructions }) {
  let limit = 200_000n * BigInt(instructions.length)
  let price = 0n
  for (const { programIdIndex, data } of instructions) {
    if (accountKeys[programIdIndex] !== 'ComputeBudget111111111111111111111111111111') continue
    const bytes = Buffer.from(base58.decode(data))
    if (bytes[0] === 2) limit = BigInt(bytes.readUInt32LE(1))
    if (bytes[0] === 3) price = bytes.readBigUInt64LE(1)
  }
  return signatureFee * BigInt(header.numRequiredSignatures) + (limit * price + 999_999n) / 1_000_000n
}

/**
 * The methods of a Solana node that wallets and pages use, over one ledger. Each takes the call's `params`.
 *
 * @param {ReturnType<typeof import('./ledger.js').createLedger>} ledger
 * @returns {Record<string, (params: readonly any[]) => unknown>}
 */
export function createMethods(ledger) {
  const withContext = (/** @type {unknown} */ value) => ({ context: { apiVersion: version['solana-core'], slot: ledger.slot() }, value })
  const decimalsOf = (/** @type {string} */ mint) => {
    const state = readTokenState(ledger.account(mint)?.data() ?? new Uint8Array())
    return state?.kind === 'mint' ? state.decimals : 0
  }
  const write = (/** @type {Account | null} */ account, /** @type {AccountConfig | undefined} */ config) =>
    writeAccount(account, config ?? {}, decimalsOf)

  /**
   * @template {TokenState['kind']} K
   * @param {string} key
   * @param {K} kind
   */
  function tokenState(key, kind) {
    const state = readTokenState(ledger.account(address(key))?.data() ?? new Uint8Array())
    if (state?.kind !== kind) throw invalidParams(kind === 'mint' ? 'could not find mint' : 'could not find account')
    return /** @type {Extract<TokenState, { kind: K }>} */ (state)
  }

  function tokenAccounts(
    /** @type {(state: TokenAccount) => boolean} */ matches,
    /** @type {{ programId?: string, mint?: string } | undefined} */ filter,
    /** @type {AccountConfig | undefined} */ config,
  ) {
    const programs = filter?.programId ? [address(filter.programId)] : Object.keys(tokenPrograms)
    const mint = filter?.mint ? address(filter.mint) : undefined
    if (!filter?.programId && !mint) throw invalidParams('a mint or a programId must be given')
    return programs.flatMap((program) =>
      ledger.programAccounts(program).flatMap((found) => {
        const state = readTokenState(found.account().data())
        if (state?.kind !== 'account' || !matches(state) || (mint && state.mint !== mint)) return []
        return [{ pubkey: base58.encode(found.address), account: write(found.account(), config) }]
      }),
    )
  }

  function status(/** @type {Entry} */ entry) {
    const { slot, error } = entry
    return {
      slot,
      confirmations: null,
      err: error,
      status: error === null ? { Ok: null } : { Err: error },
      confirmationStatus: 'finalized',
    }
  }

  function simulated(/** @type {Simulated} */ result, /** @type {SimulateConfig} */ config = {}) {
    const { accounts: wanted, innerInstructions } = config
    return {
      err: result.error,
      logs: result.logs,
      unitsConsumed: result.units,
      accounts: wanted
        ? wanted.addresses.map((key) => {
            const changed = result.accounts?.find((found) => base58.encode(found.address) === address(key))
            return write(changed ? changed.account() : ledger.account(key), { encoding: wanted.encoding ?? 'base64' })
          })
        : null,
      returnData: (result.meta && writeReturnData(result.meta)) ?? null,
      innerInstructions: innerInstructions && result.meta ? writeInner(result.meta) : null,
    }
  }

  return {
    getHealth: () => 'ok',
    getVersion: () => version,
    getGenesisHash: () => genesisHash,
    getIdentity: () => ({ identity: genesisHash }),
    getSlot: () => ledger.slot(),
    getBlockHeight: () => ledger.slot(),
    getFirstAvailableBlock: () => 0,
    minimumLedgerSlot: () => 0,
    getTransactionCount: () => ledger.history.count(),
    getBlockTime: () => BigInt(Math.floor(Date.now() / 1_000)),
    getRecentPrioritizationFees: () => [{ slot: ledger.slot(), prioritizationFee: 0 }],
    getEpochInfo: () => {
      const slot = ledger.slot()
      const { slotsPerEpoch } = ledger
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: slot / slotsPerEpoch,
        slotIndex: slot % slotsPerEpoch,
        slotsInEpoch: slotsPerEpoch,
        transactionCount: ledger.history.count(),
      }
    },
    getLatestBlockhash: () => withContext(ledger.latestBlockhash()),
    isBlockhashValid: ([blockhash]) => withContext(ledger.isKnownBlockhash(blockhash)),
    getMinimumBalanceForRentExemption: ([bytes]) => {
      if (!Number.isSafeInteger(bytes) || bytes < 0) throw invalidParams('the size must be a whole number')
      return ledger.rentExemption(BigInt(bytes))
    },
    getFeeForMessage: ([message]) => {
      const read = readMessage(wireBytes(message, 'base64'))
      return withContext(ledger.isKnownBlockhash(read.recentBlockhash) ? feeOf(read) : null)
    },

    getBalance: ([key]) => withContext(ledger.balance(address(key))),
    getAccountInfo: ([key, config]) => withContext(write(ledger.account(address(key)), config)),
    getMultipleAccounts: ([keys, config]) => {
      if (!Array.isArray(keys) || keys.length > maxAccounts) throw invalidParams(`at most ${maxAccounts} addresses must be given`)
      return withContext(keys.map((key) => write(ledger.account(address(key)), config)))
    },
    getTokenAccountsByOwner: ([owner, filter, config]) => {
      address(owner)
      return withContext(tokenAccounts((state) => state.owner === owner, filter, config))
    },
    getTokenAccountsByDelegate: ([delegate, filter, config]) => {
      address(delegate)
      return withContext(tokenAccounts((state) => state.delegate === delegate, filter, config))
    },
    getTokenAccountBalance: ([key]) => {
      const { mint, amount } = tokenState(key, 'account')
      return withContext(writeAmount(amount, decimalsOf(mint)))
    },
    getTokenSupply: ([mint]) => {
      const { supply, decimals } = tokenState(mint, 'mint')
      return withContext(writeAmount(supply, decimals))
    },

    requestAirdrop: ([key, lamports]) => {
      if (!Number.isSafeInteger(lamports) || lamports <= 0) throw invalidParams('the amount must be a whole number of lamports')
      return ledger.airdrop(address(key), BigInt(lamports))
    },
    simulateTransaction: ([text, config = {}]) => {
      const { encoding, sigVerify = false, replaceRecentBlockhash = false } = config
      if (sigVerify && replaceRecentBlockhash) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
      const result = ledger.simulate(readTransaction(wireBytes(text, encoding)), {
        verify: sigVerify,
        anyBlockhash: replaceRecentBlockhash,
      })
      const value = simulated(result, config)
      return withContext(replaceRecentBlockhash ? { ...value, replacementBlockhash: ledger.latestBlockhash() } : value)
    },
    sendTransaction: ([text, { encoding, skipPreflight = false } = {}]) => {
      const transaction = readTransaction(wireBytes(text, encoding))
      if (ledger.history.get(transaction.signature)) {
        if (skipPreflight) return transaction.signature
        throw new NodeError(codes.preflight, `Transaction simulation failed: ${sentenceOf('AlreadyProcessed')}`, {
          ...simulated({ error: 'AlreadyProcessed', logs: [], units: 0n }),
        })
      }
      const result = ledger.simulate(transaction, { verify: true })
      if (result.error === 'SignatureFailure') throw new NodeError(codes.signature, 'Transaction signature verification failure')
      if (!skipPreflight && result.error !== null)
        throw new NodeError(codes.preflight, `Transaction simulation failed: ${sentenceOf(result.error)}`, simulated(result))
      ledger.execute(transaction)
      return transaction.signature
    },

    getSignatureStatuses: ([signatures]) => {
      if (!Array.isArray(signatures)) throw invalidParams('a list of signatures must be given')
      return withContext(
        signatures.map((signature) => {
          const entry = ledger.history.get(signature)
          return entry ? status(entry) : null
        }),
      )
    },
    getSignaturesForAddress: ([key, { before, until, limit = maxSignatures } = {}]) => {
      const all = ledger.history.ofAddress(address(key))
      const at = (/** @type {string} */ signature) => all.findIndex(({ transaction }) => transaction.signature === signature)
      const from = before ? at(before) + 1 : 0
      const to = until && at(until) >= 0 ? at(until) : all.length
      return all.slice(from, Math.min(to, from + Math.min(limit, maxSignatures))).map(({ transaction, slot, blockTime, error }) => ({
        signature: transaction.signature,
        slot,
        err: error,
        memo: null,
        blockTime,
        confirmationStatus: 'finalized',
      }))
    },
    getTransaction: ([signature, config]) => {
      const entry = ledger.history.get(signature)
      return entry ? writeTransaction(entry, typeof config === 'string' ? { encoding: config } : config, decimalsOf) : null
    },
  }
}
