import { codes, errors, RpcError } from '@latchkey/protocol'
import { z } from '@latchkey/protocol/schemas/secure'
import { wait } from '../../auth/wait.js'
import type { Rpc } from '../rpc.js'

/** Milliseconds between two looks for a receipt. */
const pollInterval = 400
/** Milliseconds for which a bundler may be out of reach when the time of an operation is over: a device that slept has no network at first. */
const reachTimeout = 30_000
/** Milliseconds that a bundler may take to start (a development server installs it first). */
const startTimeout = 240_000

const starting = z.object({ reason: z.literal('starting'), retryAfter: z.number() })

/** Seconds after which a bundler that is only starting wants to be asked again. */
function pauseOf(error: unknown): number | null {
  if (!(error instanceof RpcError) || error.code !== codes.resourceUnavailable) return null
  const parsed = starting.safeParse(error.data)
  return parsed.success ? parsed.data.retryAfter : null
}

/** Asks a bundler, and waits while it says that it is only starting. */
export function waitForStart(rpc: Rpc, now: () => number = Date.now): Rpc {
  return async (method, params) => {
    const deadline = now() + startTimeout
    for (;;) {
      try {
        return await rpc(method, params)
      } catch (error) {
        const pause = pauseOf(error)
        if (pause === null || now() > deadline) throw error
        await wait(pause * 1_000)
      }
    }
  }
}

const log = z.object({ address: z.string(), data: z.string(), topics: z.array(z.string()) })
const receipt = z.object({
  success: z.boolean(),
  logs: z.array(log),
  receipt: z.object({ transactionHash: z.string(), blockHash: z.string(), blockNumber: z.string(), gasUsed: z.string() }),
})

/** What became of a user operation, as far as we read it (ERC-7769). */
export type OperationReceipt = z.infer<typeof receipt>

/** The receipt of a user operation; null as long as it did not happen. */
export async function operationReceipt(bundler: Rpc, hash: string): Promise<OperationReceipt | null> {
  const answer = await bundler('eth_getUserOperationReceipt', [hash])
  return answer === null ? null : receipt.parse(answer)
}

/**
 * Waits until a user operation happened.
 *
 * @param until milliseconds since 1970
 * @returns null when it did not in time
 * @throws RpcError the bundler's, or 'offline', when nobody can tell
 */
export async function awaitOperation(bundler: Rpc, hash: string, until: number): Promise<OperationReceipt | null> {
  let overSince: number | undefined
  for (;;) {
    // That it did not happen, only an answer to what was asked afterwards says.
    if (Date.now() > until) overSince ??= Date.now()
    try {
      const found = await operationReceipt(bundler, hash)
      if (found || overSince !== undefined) return found
    } catch (error) {
      // One answer that got lost says nothing about the operation.
      if (overSince !== undefined && Date.now() - overSince > reachTimeout) throw error
    }
    await wait(pollInterval)
  }
}

/** It was sent and can happen no more: nothing moved. */
export const notTaken = (): RpcError => new RpcError(codes.transactionRejected, errors.somethingWentWrong, { data: { reason: 'expired' } })
