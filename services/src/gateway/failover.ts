import { mayBeAnother } from './nodeIdentity.js'
import { isOfChain, type Node, type Nodes } from './nodes.js'
import type { Failed } from './readReply.js'
import { UpstreamError, type UpstreamReply } from './upstream.js'

/** Milliseconds: one try, and all tries together. Clients give up after 10 s. */
const tryTimeout = 3_000
const totalTimeout = 8_000
const second = 1_000

/**
 * What a node's answer is worth. `value` may be there although another node should be asked: it is used when no other does better. `refuses`: the node
 * says nothing of what was asked, only that it does not answer.
 */
export type Judgement<T> = { readonly value: T | null; readonly final: boolean; readonly refuses?: boolean }

export type Attempt<T> = {
  readonly body: string
  /** Never repeated, unless the connection was refused before anything was written: a send must not be broadcast twice. */
  readonly once: boolean
  readonly judge: (text: string) => Judgement<T> | Promise<Judgement<T>>
  /** The node to ask first, when one is preferred. */
  readonly prefer?: Node
  /** Nodes that are not asked: what they say is known. */
  readonly avoid?: readonly Node[]
}

/** The nodes to ask, best first. A single node is asked a second time: its kept-open connection may just have been closed. */
function candidates(nodes: Nodes, { prefer, avoid = [] }: Pick<Attempt<unknown>, 'prefer' | 'avoid'>): readonly Node[] {
  const ranked = nodes.ranked()
  if (avoid.length > 0) return ranked.filter((node) => !avoid.includes(node))
  if (ranked.length === 1) return [...ranked, ...ranked]
  return prefer && ranked[0] !== prefer ? [prefer, ...ranked.filter((node) => node !== prefer)] : ranked
}

/** Remembers what a failed reply says about the node. True when the node refuses because of a limit. */
function noteFailure(node: Node, reply: UpstreamReply): boolean {
  node.breaker.failed()
  if (!node.breaker.isClosed()) node.identity.forget()
  if (reply.retryAfter !== undefined) node.breaker.rest(reply.retryAfter)
  return reply.status === 429
}

/** Remembers that a node could not be reached, or was cut off. */
function noteLoss(node: Node, error: unknown): void {
  node.breaker.failed()
  if (mayBeAnother(error) || !node.breaker.isClosed()) node.identity.forget()
}

/**
 * Asks one node after the other until one answers.
 *
 * @returns the answer and its node, or why there is none
 */
export async function askNodes<T>(
  nodes: Nodes,
  attempt: Attempt<T>,
  now: () => number = Date.now,
): Promise<{ readonly value: T; readonly node: Node } | Failed> {
  const deadline = now() + totalTimeout
  let fallback: { value: T; node: Node; refuses: boolean } | undefined
  let limited = false
  for (const node of candidates(nodes, attempt)) {
    const left = deadline - now()
    if (left <= 0) break
    if (!node.breaker.admits()) continue
    try {
      const known = isOfChain(node, Math.min(tryTimeout, left))
      const ofChain = known === true || (await known)
      if (ofChain !== true) {
        // Nothing was sent: the next one may be asked, whatever it is.
        if (ofChain !== false) limited = noteFailure(node, ofChain) || limited
        continue
      }
    } catch (error) {
      noteLoss(node, error)
      continue
    }
    try {
      const reply = await node.upstream.post(attempt.body, Math.min(tryTimeout, deadline - now()))
      const judged: Judgement<T> = nodes.family.isAnswer(reply.status) ? await attempt.judge(reply.text) : { value: null, final: false }
      const { value, final, refuses = false } = judged
      if (value !== null && final) {
        node.breaker.succeeded()
        return { value, node }
      }
      if (value === null) limited = noteFailure(node, reply) || limited
      else {
        // The node answered with an error of its own. A client must not be able to disable a node with requests that always fail.
        node.breaker.succeeded()
        if (!fallback || fallback.refuses || !refuses) fallback = { value, node, refuses }
      }
      if (attempt.once) break
    } catch (error) {
      noteLoss(node, error)
      const kind = error instanceof UpstreamError ? error.kind : 'lost'
      if (attempt.once && kind !== 'refused') break
    }
  }
  if (fallback) return fallback
  const wait = Math.min(...nodes.all.map((node) => node.breaker.wait()))
  return { kind: 'failed', limited, retryAfter: Math.max(1, Math.ceil(wait / second)) }
}
