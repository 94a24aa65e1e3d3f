import { toWireError } from '@latchkey/protocol'
import type { Channel, ChannelCallOptions, ChannelCalls } from '../channel.js'
import type { Locks } from './election.js'
import type { Message, MessageOf } from './messages.js'

export type ServeOptions = {
  readonly channel: Channel
  readonly self: string
  readonly post: (message: Message) => void
  readonly locks: Locks
  /** The name of a lock that a tab holds as long as it lives. */
  readonly lifeOf: (tab: string) => string
}

type Running = { readonly control: AbortController; note?: unknown }

/**
 * Answers the calls of the other tabs on this tab's client. What a tab asked for ends with the tab: nobody is left who would offer its code.
 */
export function serveChannel({ channel, self, post, locks, lifeOf }: ServeOptions) {
  const tabs = new Map<string, Map<number, Running>>()
  const stopped = new AbortController()

  /** Hears when a tab is gone: then its lock is free. */
  function watch(tab: string): Map<number, Running> {
    const known = tabs.get(tab)
    if (known) return known
    const calls = new Map<number, Running>()
    tabs.set(tab, calls)
    const gone = () => {
      tabs.delete(tab)
      for (const { control } of calls.values()) control.abort()
    }
    locks.request(lifeOf(tab), { signal: stopped.signal }, gone).catch(() => undefined)
    return calls
  }

  async function run({ from: to, call, name, params, known }: MessageOf<'call'>): Promise<void> {
    const calls = watch(to)
    const again = calls.get(call)
    post({ type: 'taken', from: self, to, call })
    // Asked twice: the first answer counts for both.
    if (again) return again.note === undefined ? undefined : post({ type: 'note', from: self, to, call, note: again.note })
    const running: Running = { control: new AbortController() }
    calls.set(call, running)
    const options = {
      signal: running.control.signal,
      onNote: (note: unknown) => {
        running.note = note
        if (!stopped.signal.aborted) post({ type: 'note', from: self, to, call, note })
      },
      ...(known === undefined ? {} : { known }),
    }
    try {
      const value = await channel.call(name, params as ChannelCalls[typeof name]['params'], options as ChannelCallOptions<typeof name>)
      if (!stopped.signal.aborted) post({ type: 'result', from: self, to, call, value })
    } catch (error) {
      if (!stopped.signal.aborted) post({ type: 'error', from: self, to, call, error: toWireError(error) })
    } finally {
      calls.delete(call)
    }
  }

  return {
    run: (message: MessageOf<'call'>) => void run(message),
    abort({ from, call }: MessageOf<'abort'>): void {
      tabs.get(from)?.get(call)?.control.abort()
    },
    /** This tab is the leader no longer. What was begun goes on at the next leader, so nothing is aborted. */
    stop(): void {
      stopped.abort()
    },
  }
}

export type Served = ReturnType<typeof serveChannel>
