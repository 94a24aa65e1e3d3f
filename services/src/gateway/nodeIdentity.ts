import { codes } from '@latchkey/protocol'
import type { Family } from './families/family.js'
import { readReply } from './readReply.js'
import { type Upstream, UpstreamError, type UpstreamReply } from './upstream.js'

/** What is known of the chain that a node is of. It is asked for once, and again when the node comes back: another may stand at its address. */
export type NodeIdentity = {
  /**
   * Whether the node is of the chain it was configured for. Callers at one time share one question, and while the answer is known there is none.
   *
   * @returns the node's reply when that was no answer
   * @throws UpstreamError when the node cannot be asked
   */
  readonly check: (timeout: number) => Promise<'right' | 'wrong' | UpstreamReply>
  readonly isRight: () => boolean
  readonly isWrong: () => boolean
  /** The node was away: it has to say again which chain it is of. */
  readonly forget: () => void
}

/**
 * @param onWrong hears once of a node that is of another chain, with what it says to be
 * @param onRight hears of one that was, and is of its own now
 */
export function createNodeIdentity(
  { post }: Pick<Upstream, 'post'>,
  { identity: { method, params, matches } }: Family,
  caipNetworkId: string,
  onWrong: (answer: string) => void,
  onRight: () => void,
): NodeIdentity {
  let known: 'right' | 'wrong' | undefined
  let isTold = false
  let asking: Promise<'right' | 'wrong' | UpstreamReply> | undefined
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

  const ask = async (timeout: number) => {
    const reply = await post(body, timeout)
    const outcome = readReply(reply.text)
    // A node that never tells cannot be told from one of another chain.
    const refuses = outcome?.kind === 'error' && outcome.code === codes.methodNotFound
    const answer: unknown = outcome?.kind === 'result' ? JSON.parse(outcome.raw) : refuses ? outcome.message : undefined
    if (typeof answer !== 'string') return reply
    known = matches(answer, caipNetworkId) ? 'right' : 'wrong'
    if (known === 'wrong' && !isTold) onWrong(answer.slice(0, 100))
    if (known === 'right' && isTold) onRight()
    isTold = known === 'wrong'
    return known
  }

  return {
    check: (timeout) => {
      if (known === 'right') return Promise.resolve(known)
      asking ??= ask(timeout).finally(() => {
        asking = undefined
      })
      return asking
    },
    isRight: () => known === 'right',
    isWrong: () => known === 'wrong',
    forget: () => {
      if (known === 'right') known = undefined
    },
  }
}

/** Failures after which the same process may not stand at the address any more. */
export const mayBeAnother = (error: unknown): boolean =>
  error instanceof UpstreamError && (error.kind === 'refused' || error.kind === 'lost')
