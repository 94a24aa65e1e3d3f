import type { Hex } from 'viem'
import { type Activity, type Operation, type Transaction, type Transfer, zeroAddress } from './rows.js'
import { operationOfMethod } from './topics.js'

/** A transaction with its transfers, before it is said what it is to whom. */
export type Unclassified = Omit<Transaction, 'activity' | 'airdrops'>

/** Who wanted a transaction, and whether it did what they wanted. */
export type Initiator = { readonly address: Hex; readonly success: boolean }

const isApproval = ({ kind }: Transfer) => kind === 'approval' || kind === 'approvalForAll'
const assetOf = ({ token, tokenId }: Transfer) => `${token} ${tokenId}`

/** What the chain's own words say, for whoever sent the transaction. Undefined when the transfers have to say it. */
function intentOf({ to, from, value, method, created }: Unclassified): Operation | undefined {
  if (to === null || created !== null) return 'deploy'
  if (to === from && value === 0n && method === null) return 'cancel'
  return operationOfMethod(method)
}

/** What a transaction that failed was to do. */
function attemptOf(transaction: Unclassified): Operation {
  return intentOf(transaction) ?? (transaction.method === null ? 'send' : 'execute')
}

/** What a transaction with these transfers was for an address that wanted it. */
function wanted(transaction: Unclassified, own: readonly Transfer[], address: Hex, named: Operation | undefined): Operation {
  const intent = transaction.from === address ? intentOf(transaction) : undefined
  if (intent === 'deploy' || intent === 'cancel') return intent
  const moved = own.filter((transfer) => !isApproval(transfer))
  const ins = moved.filter(({ from, to }) => to === address && from !== address)
  const outs = moved.filter(({ from, to }) => from === address && to !== address)
  if (moved.length === 0) return own.length > 0 || intent === 'approve' ? 'approve' : 'execute'
  if (named && named !== 'trade' && named !== 'claim') return named
  if (intent === 'stake' || intent === 'unstake' || (intent === 'claim' && outs.length === 0)) return intent
  const given = new Set(outs.map(assetOf))
  if (named === 'trade' || (outs.length > 0 && ins.some((transfer) => !given.has(assetOf(transfer))))) return 'trade'
  if (named === 'claim' && outs.length === 0) return 'claim'
  return shapeOf(transaction, ins, outs, address)
}

/** What the transfers alone say, all of them in one direction, or to oneself. */
function shapeOf(transaction: Unclassified, ins: readonly Transfer[], outs: readonly Transfer[], address: Hex): Operation {
  if (outs.length > 0) {
    if (outs.every(({ to }) => to === zeroAddress)) return 'burn'
    // Coins that go along with a call of the very contract that they go to: what they are for, only the contract knows.
    const isPayment = transaction.method !== null && outs.every(({ token, to }) => token === null && to === transaction.to)
    return isPayment && transaction.from === address ? 'execute' : 'send'
  }
  if (ins.length > 0) return ins.every(({ from }) => from === zeroAddress) ? 'mint' : 'receive'
  return 'send'
}

/** What a transaction of somebody else was for an address. */
function suffered(own: readonly Transfer[], address: Hex): Operation {
  const ins = own.some(({ to }) => to === address)
  const outs = own.filter(({ from }) => from === address)
  if (outs.length === 0) return 'receive'
  if (ins && outs.some(({ to }) => to !== address)) return 'trade'
  return outs.every(({ to }) => to === zeroAddress) ? 'burn' : 'send'
}

/**
 * Whose transaction it is, and what it is to each. Whoever sent it has it in any case; others have it when something moved. Approvals and amounts
 * of nothing that somebody else sent in an address's name do not count: that is how look-alike addresses are put into histories.
 *
 * @param named what the events call it
 */
export function classify(transaction: Unclassified, initiators: readonly Initiator[], named: Operation | undefined): Activity[] {
  const own = new Map<Hex, Transfer[]>(initiators.map(({ address }) => [address, []]))
  const add = (address: Hex, transfer: Transfer, counts: boolean) => {
    if (address === zeroAddress) return
    const list = own.get(address)
    if (list) list.push(transfer)
    else if (counts) own.set(address, [transfer])
  }
  for (const transfer of transaction.transfers) {
    const counts = transfer.amount > 0n && !isApproval(transfer)
    add(transfer.from, transfer, counts)
    // Whom somebody allows to take something has nothing yet.
    if (transfer.to !== transfer.from && !isApproval(transfer)) add(transfer.to, transfer, counts)
  }
  return [...own].map(([address, transfers]) => {
    const initiator = initiators.find((one) => one.address === address)
    if (!initiator) return { address, operation: suffered(transfers, address), success: true }
    if (!initiator.success) return { address, operation: attemptOf(transaction), success: false }
    return { address, operation: wanted(transaction, transfers, address, named), success: true }
  })
}
