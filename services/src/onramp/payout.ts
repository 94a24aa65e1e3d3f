import type { Chain } from '../config/chains.js'
import type { Payer, Signed } from './payer.js'
import type { SandboxOrder, SandboxOrders } from './sandboxOrders.js'

/** Milliseconds after which a payout that no chain knows of is given up: a local chain started afresh, most likely. */
const givenUpAfter = 600_000

const ends = {
  done: { state: 'sent' },
  failed: { state: 'failed', reason: 'The payout failed on the chain' },
  lost: { state: 'failed', reason: 'The payout did not reach the chain' },
} as const

type Dependencies = {
  readonly orders: SandboxOrders
  readonly payerOf: (chain: Chain) => Payer
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

export function createPayout({ orders, payerOf, chainOf, now = Date.now }: Dependencies): Payout {
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

  const follow = async (order: SandboxOrder): Promise<SandboxOrder> => {
    const { raw, hash, nonce } = order
    const chain = chainOf(order.chain)
    if (order.state !== 'paying' || !chain || !raw || !hash || nonce === null) return order
    const outcome = await payerOf(chain).follow(chain, { raw, hash, nonce })
    const isGivenUp = outcome === 'pending' && now() - order.updatedAt.getTime() > givenUpAfter
    const change = isGivenUp ? ends.lost : outcome === 'pending' ? undefined : ends[outcome]
    return (change && (await orders.move(order.id, 'paying', change))) ?? order
  }

  const pay = (order: SandboxOrder): Promise<SandboxOrder> =>
    inLine(order.chain, async () => {
      const chain = chainOf(order.chain)
      if (!chain) return (await orders.move(order.id, 'waiting', { state: 'failed', reason: 'The network is gone' })) ?? order
      let signed: Signed
      try {
        signed = await payerOf(chain).sign(chain, order)
      } catch {
        // Nothing was sent: the sandbox has run out of coins, or its node does not answer, or answers nonsense.
        const reason = 'The sandbox cannot pay at the moment'
        return (await orders.move(order.id, 'waiting', { state: 'failed', reason })) ?? order
      }
      const paying = await orders.move(order.id, 'waiting', { state: 'paying', ...signed })
      // It is stored: the next read of the order continues it.
      return paying ? await follow(paying).catch(() => paying) : ((await orders.get(order.id)) ?? order)
    })

  return { pay, follow }
}
