import { createRequire } from 'node:module'
import { base58 } from '@scure/base'
import { codes, NodeError, sentenceOf, writeTransactionError } from './errors.js'
import { faucetAddress, faucetTransfer } from './faucet.js'
import { genesisAccounts } from './genesisTokens.js'
import { createHistory } from './history.js'
import { isWritable, readTransaction } from './readTransaction.js'

/** @import { AddressAndAccount, TransactionMetadata } from 'litesvm/dist/internal.js' */
/** @import { Failure } from './errors.js' */
/** @import { Entry } from './history.js' */
/** @import { Message, Transaction } from './readTransaction.js' */

// The virtual machine's own layer: it takes bytes, and the one above it would load a whole client library.
/** @type {typeof import('litesvm/dist/internal.js')} */
const { Account, Clock, LiteSvm, FailedTransactionMetadata } = createRequire(import.meta.url)('litesvm/dist/internal.js')

/**
 * What a simulation found; without `meta` when the transaction was not run.
 *
 * @typedef {object} Simulated
 * @property {Failure | null} error
 * @property {readonly string[]} logs
 * @property {bigint} units
 * @property {TransactionMetadata} [meta]
 * @property {readonly AddressAndAccount[]} [accounts]
 *
 * @typedef {(change: { entry: Entry, changed: readonly string[] }) => void} Observer
 */

/** Milliseconds of a slot, and slots for which a blockhash is good: those of the real network. */
export const slotTime = 400
const blockhashSlots = 150
const kept = 10_000n
/** What the faucet starts with: key share of all that there can be. */
const faucetLamports = 2n ** 63n
/** Failures after which a transaction stands in the chain, with its fee paid. */
const isInChain = (/** @type {Failure | null} */ error) => typeof error !== 'string'

const feeOf = (/** @type {TransactionMetadata} */ meta) => BigInt(/.*fee: (\d+)/s.exec(meta.toString())?.[1] ?? 0)

/**
 * A chain of one machine: transactions are really executed, one at a time, and final at once. Slots follow the clock, without any timer. Nonce
 * accounts are not served: a transaction's blockhash must be one of the last 150.
 *
 * @param {() => number} now milliseconds
 */
export function createLedger(now = Date.now) {
  const svm = new LiteSvm()
  svm.setTransactionHistory(kept)
  // Ours is the check: the machine itself knows one blockhash only.
  svm.setBlockhashCheck(false)
  const started = now()
  const firstSlot = svm.getClock().slot
  const slotsPerEpoch = svm.getEpochSchedule().slotsPerEpoch
  const history = createHistory(Number(kept))
  /**
   * Blockhash → the last slot in which it is good.
   *
   * @type {Map<string, bigint>}
   */
  const blockhashes = new Map()
  /** @type {Set<Observer>} */
  const observers = new Set()
  let slot = firstSlot - 1n

  function newBlockhash() {
    svm.expireBlockhash()
    blockhashes.set(svm.latestBlockhash(), slot + BigInt(blockhashSlots))
  }

  /** Moves to the slot that the clock says. */
  function sync() {
    const current = firstSlot + BigInt(Math.floor((now() - started) / slotTime))
    if (current === slot) return slot
    slot = current
    const epoch = slot / slotsPerEpoch
    const time = BigInt(Math.floor(now() / 1_000))
    svm.setClock(new Clock(slot, time, epoch, epoch + 1n, time))
    for (const [hash, last] of blockhashes) if (last < slot) blockhashes.delete(hash)
    newBlockhash()
    svm.setSlotHashes([...blockhashes].map(([hash, last]) => ({ slot: last - BigInt(blockhashSlots), hash })).reverse())
    return slot
  }

  const account = (/** @type {string} */ address) => svm.getAccount(base58.decode(address))
  const balance = (/** @type {string} */ address) => svm.getBalance(base58.decode(address)) ?? 0n

  /** Addresses that a lookup table adds to a transaction. */
  function loadedAddresses(/** @type {Message} */ { addressTableLookups }) {
    /** @type {{ writable: string[], readonly: string[] }} */
    const loaded = { writable: [], readonly: [] }
    for (const { accountKey, writableIndexes, readonlyIndexes } of addressTableLookups) {
      // A table is a header of 56 bytes, then addresses.
      const data = account(accountKey)?.data() ?? new Uint8Array()
      const at = (/** @type {number} */ index) => base58.encode(data.subarray(56 + index * 32, 88 + index * 32))
      loaded.writable.push(...writableIndexes.map(at))
      loaded.readonly.push(...readonlyIndexes.map(at))
    }
    return loaded
  }

  const isKnownBlockhash = (/** @type {string} */ hash) => (blockhashes.get(hash) ?? -1n) >= slot

  /**
   * Runs a transaction without keeping what it does.
   *
   * @returns {Simulated}
   */
  function simulate(
    /** @type {Transaction} */ transaction,
    /** @type {{ verify: boolean, anyBlockhash?: boolean }} */ { verify, anyBlockhash = false },
  ) {
    sync()
    if (!anyBlockhash && !isKnownBlockhash(transaction.message.recentBlockhash)) return { error: 'BlockhashNotFound', logs: [], units: 0n }
    svm.setSigverify(verify)
    try {
      const result = svm.simulateVersionedTransaction(transaction.bytes)
      const failed = result instanceof FailedTransactionMetadata
      const meta = result.meta()
      return {
        error: failed ? writeTransactionError(result.err()) : null,
        logs: meta.logs(),
        units: meta.computeUnitsConsumed(),
        meta,
        accounts: failed ? [] : result.postAccounts(),
      }
    } finally {
      svm.setSigverify(true)
    }
  }

  /**
   * Executes a transaction. What failed in the chain is kept too; anything else is dropped, as the network drops it.
   *
   * @returns {{ error: Failure | null }}
   */
  function execute(/** @type {Transaction} */ transaction) {
    sync()
    const { message, signature } = transaction
    if (history.get(signature)) return { error: 'AlreadyProcessed' }
    if (!isKnownBlockhash(message.recentBlockhash)) return { error: 'BlockhashNotFound' }
    const loaded = loadedAddresses(message)
    const keys = [...message.accountKeys, ...loaded.writable, ...loaded.readonly]
    const before = keys.map((key) => ({ balance: balance(key), account: account(key) }))
    const result = svm.sendVersionedTransaction(transaction.bytes)
    const failed = result instanceof FailedTransactionMetadata
    const error = failed ? writeTransactionError(result.err()) : null
    if (error !== null && !isInChain(error)) return { error }
    const meta = failed ? result.meta() : result
    const after = keys.map((key) => ({ balance: balance(key), account: account(key) }))
    const blockTime = BigInt(Math.floor(now() / 1_000))
    const entry = { transaction, slot, blockTime, error, meta, fee: feeOf(meta), keys, loaded, before, after }
    history.add(entry)
    const changed = keys.filter((_key, index) =>
      index >= message.accountKeys.length ? index < message.accountKeys.length + loaded.writable.length : isWritable(message, index),
    )
    for (const observer of [...observers]) observer({ entry, changed })
    return { error }
  }

  /** Sends coins from the faucet. Returns the signature of the transfer. */
  function airdrop(/** @type {string} */ to, /** @type {bigint} */ lamports) {
    sync()
    // With the same blockhash a second airdrop would be the same transaction.
    newBlockhash()
    const transaction = readTransaction(faucetTransfer({ to, lamports, blockhash: svm.latestBlockhash() }))
    const { error } = execute(transaction)
    if (error) throw new NodeError(codes.invalidParams, `airdrop request failed: ${sentenceOf(error)}`)
    return transaction.signature
  }

  svm.setAccount(base58.decode(faucetAddress), new Account(faucetLamports, new Uint8Array(), new Uint8Array(32), false, 0n))
  for (const { address, owner, data } of genesisAccounts())
    svm.setAccount(address, new Account(svm.minimumBalanceForRentExemption(BigInt(data.length)), data, owner, false, 0n))
  sync()
  return {
    slotsPerEpoch,
    slot: sync,
    simulate,
    execute,
    airdrop,
    account,
    balance,
    history,
    isKnownBlockhash: (/** @type {string} */ hash) => {
      sync()
      return isKnownBlockhash(hash)
    },
    latestBlockhash: () => {
      sync()
      const blockhash = svm.latestBlockhash()
      return { blockhash, lastValidBlockHeight: blockhashes.get(blockhash) }
    },
    programAccounts: (/** @type {string} */ program) => svm.getProgramAccounts(base58.decode(program)),
    rentExemption: (/** @type {bigint} */ bytes) => svm.minimumBalanceForRentExemption(bytes),
    /** Calls back with every transaction that came into the chain. Returns how to stop. */
    observe: (/** @type {Observer} */ observer) => {
      observers.add(observer)
      return () => observers.delete(observer)
    },
  }
}
