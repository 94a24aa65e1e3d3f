import type { Hex } from 'viem'
import type { Tracing } from '../node/reader.js'
import { NodeFailure, RpcError } from '../node/rpc.js'
import type { WireTransaction } from '../node/wire.js'
import type { ChainWork } from './chainWork.js'
import { indexFound } from './find.js'

/** Milliseconds between two checks. */
const interval = 2_000
/** Transactions of one check. */
const most = 200

/** Asks the node what became of transactions that wait: dropped, replaced by one that is not indexed, or in a block that only others are watched in. */
export function createPendingCheck(work: ChainWork) {
  const { store, rpc, settings, now } = work
  let last = Number.NEGATIVE_INFINITY
  /** Where the next check goes on: many that never settle keep no other one from being looked at. */
  let after: Hex | null = null

  const settleMissing = async (hash: Hex, sender: Hex, nonce: number) => {
    const count = await rpc.call<Hex>('eth_getTransactionCount', [sender, 'latest'])
    await store.settle(settings.chain, hash, Number(count) > nonce ? 'replaced' : 'dropped')
  }

  return async (block: number, tracing: Tracing): Promise<void> => {
    if (now() - last < interval) return
    last = now()
    const waiting = await store.waiting(settings.chain, most, after)
    after = waiting.length === most ? (waiting.at(-1)?.hash ?? null) : null
    if (waiting.length === 0) return
    const answers = await rpc.batch<WireTransaction | null>(
      waiting.map(({ hash }) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
    )
    const gone: Hex[] = []
    const back: Hex[] = []
    let failure: unknown
    for (const [index, { hash, sender, nonce, missingSince }] of waiting.entries()) {
      const answer = answers[index]
      if (answer instanceof RpcError) continue
      if (!answer && missingSince === null) gone.push(hash)
      if (answer && missingSince !== null) back.push(hash)
      try {
        if (!answer && missingSince !== null && now() - missingSince >= settings.dropAfter) await settleMissing(hash, sender, nonce)
        // In whole-chain mode its block brings it.
        if (answer?.blockNumber && settings.mode === 'watch' && Number(answer.blockNumber) <= block)
          await indexFound(work, [hash], tracing, new Set([sender, ...(answer.to ? [answer.to.toLowerCase() as Hex] : [])]))
      } catch (error) {
        // Without a node nothing goes on. What it refuses of one transaction holds up no other one.
        if (error instanceof NodeFailure) throw error
        failure ??= error
      }
    }
    await store.setMissing(settings.chain, gone, now())
    await store.setMissing(settings.chain, back, null)
    if (failure !== undefined) throw failure
  }
}
