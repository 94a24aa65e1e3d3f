import type { ChannelCall, ChannelCallOptions, ChannelCalls } from '../channel.js'
import { aborted, tabClosed } from '../errors.js'

/** A call of this tab that has no answer yet, wherever it runs. */
export type Pending = {
  readonly id: number
  readonly name: ChannelCall
  readonly params: unknown
  /** What the leader told on the way: another leader goes on from there. */
  note: unknown
  /** A leader has taken it: it may have left for the wallet. */
  taken: boolean
  /** Aborts the run in this tab. */
  local: AbortController | undefined
  readonly onNote: ((note: unknown) => void) | undefined
  settle(outcome: { readonly value: unknown } | { readonly error: unknown }): void
}

/**
 * The calls of this tab, which outlive the leader that they were given to.
 *
 * @param onAbort a call was aborted: whoever runs it should stop
 */
export function createCalls(onAbort: (pending: Pending) => void) {
  const pending = new Map<number, Pending>()
  let last = 0

  return {
    add<K extends ChannelCall>(
      name: K,
      params: ChannelCalls[K]['params'],
      { signal, onNote }: ChannelCallOptions<K>,
    ): { readonly call: Pending; readonly done: Promise<ChannelCalls[K]['result']> } {
      last += 1
      const id = last
      let resolve: (value: unknown) => void = () => {}
      let reject: (error: unknown) => void = () => {}
      const promise = new Promise<unknown>((...settle) => {
        ;[resolve, reject] = settle
      })
      const stop = () => {
        onAbort(call)
        call.settle({ error: aborted() })
      }
      const call: Pending = {
        id,
        name,
        params,
        note: undefined,
        taken: false,
        local: undefined,
        onNote: onNote as ((note: unknown) => void) | undefined,
        settle(outcome) {
          pending.delete(id)
          signal?.removeEventListener('abort', stop)
          if ('error' in outcome) reject(outcome.error)
          else resolve(outcome.value)
        },
      }
      pending.set(id, call)
      signal?.addEventListener('abort', stop, { once: true })
      if (signal?.aborted) stop()
      return { call, done: promise as Promise<ChannelCalls[K]['result']> }
    },
    get: (id: number) => pending.get(id),
    all: (): readonly Pending[] => [...pending.values()],
    /**
     * The leader is gone: what it had not taken, or what may be done twice, is given to the next. Gives those calls; the others reject with 4900
     * `tab_closed`.
     */
    moved(): readonly Pending[] {
      const kept: Pending[] = []
      for (const call of [...pending.values()]) {
        if (call.name === 'ask' && call.taken && call.note === undefined) call.settle({ error: tabClosed() })
        else kept.push(call)
      }
      for (const call of kept) call.taken = false
      return kept
    },
  }
}
