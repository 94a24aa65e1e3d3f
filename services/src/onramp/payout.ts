import { codes } from '@latchkey/protocol'
import { type Address, encodeFunctionData, erc20Abi, type Hex, keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { z } from 'zod'
import { evmReader } from '../chainReads/evmReader.js'
import type { Chain } from '../config/chains.js'
import { type AskChain, NodeError } from '../gateway/askChain.js'
import type { SandboxOrder, SandboxOrders } from './sandboxOrders.js'

/** Milliseconds after which a payout that no chain knows of is given up: a local chain started afresh, most likely. */
const givenUpAfter = 600_000

type Dependencies = {
  readonly orders: SandboxOrders
  readonly ask: AskChain
  readonly account: PrivateKeyAccount
  readonly chainOf: (id: string) => Chain | undefined
  readonly now?: () => number
}

/** Pays orders out, each at most once: what is sent is signed and written down before, and only that is ever sent again. */
export type Payout = {
  /** The "payment" came: pays the coins out. An order that is not waiting stays as it is. */
  readonly pay: (order: SandboxOrder) => Promise<SandboxOrder>
  /** Brings an order that is being paid further. */
  readonly follow: (order: SandboxOrder) => Promise<SandboxOrder>
}

/** A node's answer to `eth_getTransactionReceipt`, as far as it is read. */
const receiptOfNode = z.object({ transactionHash: z.string(), status: z.enum(['0x0', '0x1']) }).nullable()

export function createPayout({ orders, ask, account, chainOf, now = Date.now }: Dependencies): Payout {
  /** One payout of a chain is signed at a time, so that no two have the same number. */
  const lines = new Map<string, Promise<unknown>>()
  const inLine = <T>(chain: string, work: () => Promise<T>): Promise<T> => {
    const next = (lines.get(chain) ?? Promise.resolve()).then(work, work)
    lines.set(
      chain,
      next.catch(() => undefined),
    )
    return next
  }

  const sign = async (chain: Chain, order: SandboxOrder) => {
    const reader = evmReader(ask, chain)
    const to = order.address as Address
    const amount = BigInt(order.amount)
    const call = order.token
      ? { to: order.token as Address, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }) }
      : { to, value: amount }
    const [nonce, gas, fees] = await Promise.all([
      reader.getTransactionCount({ address: account.address, blockTag: 'pending' }),
      reader.estimateGas({ account: account.address, ...call }),
      reader.estimateFeesPerGas(),
    ])
    // viem writes what is no number as 0.
    if (!Number.isSafeInteger(nonce)) throw new NodeError(codes.internal, 'The node answers with something that is no number')
    const raw = await account.signTransaction({
      ...call,
      chainId: Number(chain.id),
      nonce,
      // The recipient may be a contract that does a little more by then.
      gas: (gas * 12n) / 10n,
      maxFeePerGas: fees.maxFeePerGas * 2n,
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
    })
    return { nonce, raw, hash: keccak256(raw) }
  }
  const broadcast = async (chain: Chain, raw: string) => {
    // It may be there already: what the chain knows of it is asked for in any case.
    await ask(chain.caipNetworkId, 'eth_sendRawTransaction', [raw]).catch((error: unknown) => {
      if (!(error instanceof NodeError)) throw error
    })
  }
  /** Rejects for what is no receipt of this transaction. */
  const receiptOf = async (chain: Chain, hash: string) => {
    const receipt = receiptOfNode.parse(await ask(chain.caipNetworkId, 'eth_getTransactionReceipt', [hash]))
    if (receipt && receipt.transactionHash.toLowerCase() !== hash)
      throw new NodeError(codes.internal, 'The node answers for another transaction')
    return receipt
  }

  const follow = async (order: SandboxOrder): Promise<SandboxOrder> => {
    const chain = chainOf(order.chain)
    if (order.state !== 'paying' || !chain || !order.raw || !order.hash || order.nonce === null) return order
    const read = () => receiptOf(chain, order.hash ?? '')
    let receipt = await read()
    if (!receipt) {
      await broadcast(chain, order.raw)
      // Asked before the receipt: a transaction that was mined in between has its number, too.
      const mined = await evmReader(ask, chain).getTransactionCount({ address: account.address })
      receipt = await read()
      // Another transaction has its number: this one can never be in the chain any more.
      const isLost = mined > order.nonce || now() - order.updatedAt.getTime() > givenUpAfter
      if (!receipt && isLost)
        return (await orders.move(order.id, 'paying', { state: 'failed', reason: 'The payout did not reach the chain' })) ?? order
    }
    if (!receipt) return order
    const isDone = receipt.status === '0x1'
    const change = isDone ? { state: 'sent' as const } : { state: 'failed' as const, reason: 'The payout failed on the chain' }
    return (await orders.move(order.id, 'paying', change)) ?? order
  }

  const pay = (order: SandboxOrder): Promise<SandboxOrder> =>
    inLine(order.chain, async () => {
      const chain = chainOf(order.chain)
      if (!chain) return (await orders.move(order.id, 'waiting', { state: 'failed', reason: 'The network is gone' })) ?? order
      let signed: { nonce: number; raw: Hex; hash: Hex }
      try {
        signed = await sign(chain, order)
      } catch {
        // Nothing was sent: the sandbox has run out of coins, or its node does not answer, or answers nonsense.
        const reason = 'The sandbox cannot pay at the moment'
        return (await orders.move(order.id, 'waiting', { state: 'failed', reason })) ?? order
      }
      const paying = await orders.move(order.id, 'waiting', { state: 'paying', ...signed })
      // It is written down: whoever looks at the order next brings it further.
      return paying ? await follow(paying).catch(() => paying) : ((await orders.get(order.id)) ?? order)
    })

  return { pay, follow }
}
