/*
 * How the tabs of one site share one WalletConnect client. Two clients on one storage would write over each other's sessions.
 *
 * 1. At its first call a tab takes a lock of its own, which it holds as long as it lives, opens the broadcast channel, waits for the lock of the
 *    site, and says `hello`.
 * 2. Whoever gets the lock of the site is the leader (election.ts). A term begins: it marks the storage as its own (fencedStore.ts), starts the
 *    client, and says `leader`, with the relay's status. It says so again when somebody says `hello`, and when that status changes.
 * 3. Another tab that hears of a new leader sends it the calls that wait, one `call` each. Its own calls the leader runs itself.
 * 4. The leader answers with `taken`, since the request may leave for the wallet from then on, with a `note` for each thing that another leader would
 *    need to go on, and with `result` or `error`. An `abort` ends a call. What happens to sessions it tells everybody, by `event`.
 * 5. When a tab is gone, its own lock is free: the leader aborts what that tab had asked.
 * 6. When the leader is gone, or its page is about to be frozen, the next tab gets the lock: 2. What was not taken, or has a note, or may be done twice
 *    goes on there; the rest rejects with 4900, because nobody knows whether the wallet was asked.
 * 7. At each heartbeat a visible tab says `hello`. A leader that was silent for two of them is frozen: the tab takes its lock away, and a term begins: 2.
 * 8. A leader that lost its lock, hears of another leader, or whose storage has another mark steps down. What it still writes is dropped; what was begun
 *    in its tab goes on at the new leader.
 */

import { newId, toWireError } from '@latchkey/protocol'
import type { Channel, ChannelCallOptions, ChannelCalls, ChannelEvent } from '../channel.js'
import type { RelayStatus } from '../relayStatus.js'
import { createCalls, type Pending } from './calls.js'
import { createElection, type Locks } from './election.js'
import { type Broadcast, fromWire, type Message, notSendable, readMessage, readStatus, writeStatus } from './messages.js'
import { type Served, serveChannel } from './serve.js'

export type SharedChannelOptions = {
  /** Names the storage that the tabs share. */
  readonly name: string
  readonly locks: Locks
  readonly openBroadcast: (name: string) => Broadcast
  /** A channel to a client in this tab, once the storage is its own. `onLost`: the storage says that another tab has it. */
  readonly startChannel: (onLost: () => void) => Promise<Channel>
  /** Whether a user looks at this tab. Others do not take the client from a tab that is silent. */
  readonly isVisible?: () => boolean
  /** Milliseconds between looks whether the leader is there, and after which silence counts. */
  readonly heartbeat?: number
}

export type SharedChannel = Channel & {
  /** The browser is about to freeze this page: another tab goes on. */
  pause(): void
  /** The page is back. */
  resume(): void
}

/** Milliseconds. A leader that was silent for two heartbeats is frozen. */
const defaultHeartbeat = 2_500

/**
 * The channel to one client for all tabs of a site. Only the leader's client is live: two on one storage would write over each other's sessions.
 * The lock elects the leader, the others ask it; when it goes, the next one starts a client on the same storage and goes on with what was begun.
 */
export function createSharedChannel(options: SharedChannelOptions): SharedChannel {
  const { name, locks, startChannel, isVisible = () => true, heartbeat = defaultHeartbeat } = options
  const self = newId()
  const lifeOf = (tab: string) => `${name}:tab:${tab}`
  const listeners = new Set<(event: ChannelEvent) => void>()
  const relayListeners = new Set<(status: RelayStatus) => void>()
  let broadcast: Broadcast | undefined
  let joining: Promise<void> | undefined
  let endLife: () => void = () => {}
  let timer: ReturnType<typeof setInterval> | undefined
  /** The leader, when it is another tab, and the heartbeats for which it has been silent. */
  let leader: string | undefined
  let silent = 0
  let mine: { readonly channel: Channel; readonly served: Served; stop(): void } | undefined
  /** Counts the times that this tab was the leader, or stopped being it. */
  let term = 0
  let status: RelayStatus = { state: 'idle' }

  const post = (message: Message) => broadcast?.postMessage(message)
  const emit = (event: ChannelEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const setStatus = (next: RelayStatus) => {
    if (next.state === status.state) return
    status = next
    for (const listener of [...relayListeners]) listener(next)
  }
  const calls = createCalls((call) => {
    call.local?.abort()
    if (!mine) post({ type: 'abort', from: self, call: call.id })
  })

  /** Gives a call to the leader, whoever that is now. Without one it waits. */
  function dispatch(call: Pending): void {
    if (mine) return void runHere(call, mine.channel)
    if (!leader) return
    const { id, name: called, params, note } = call
    try {
      post({ type: 'call', from: self, call: id, name: called, params, ...(note === undefined ? {} : { known: note }) })
    } catch (error) {
      call.settle({ error: notSendable(error) })
    }
  }

  async function runHere(call: Pending, channel: Channel): Promise<void> {
    const control = new AbortController()
    call.local = control
    call.taken = true
    const isCurrent = () => mine?.channel === channel
    const settings = {
      signal: control.signal,
      onNote: (note: unknown) => isCurrent() && hear(call, note),
      ...(call.note === undefined ? {} : { known: call.note }),
    }
    try {
      const value = await channel.call(
        call.name,
        call.params as ChannelCalls[typeof call.name]['params'],
        settings as ChannelCallOptions<typeof call.name>,
      )
      if (isCurrent()) call.settle({ value })
    } catch (error) {
      if (isCurrent()) call.settle({ error })
    }
  }

  function hear(call: Pending, note: unknown): void {
    call.note = note
    call.onNote?.(note)
  }

  const redispatch = () => {
    for (const call of calls.moved()) dispatch(call)
  }

  async function lead(): Promise<void> {
    leader = undefined
    term += 1
    const current = term
    const channel = await startChannel(() => mine?.channel === channel && stepDown())
    // Lost again before it began.
    if (current !== term) return void channel.stop()
    const served = serveChannel({ channel, self, post, locks, lifeOf })
    const subscriptions = [
      channel.subscribe((event) => {
        emit(event)
        post({ type: 'event', from: self, event })
      }),
      channel.relay.subscribe((next) => {
        setStatus(next)
        announce()
      }),
    ]
    mine = {
      channel,
      served,
      stop() {
        mine = undefined
        served.stop()
        for (const unsubscribe of subscriptions) unsubscribe()
        void channel.stop()
      },
    }
    setStatus(channel.relay.get())
    // Whoever comes to own the storage looks after its sessions, asked or not. A failed download is told to whoever asks.
    channel.call('open', null).catch(() => undefined)
    announce()
    redispatch()
    emit({ type: 'sync' })
  }

  const announce = () => post({ type: 'leader', from: self, relay: writeStatus(status) })

  function resign(): void {
    term += 1
    mine?.stop()
    election.leave()
  }

  /** Another tab is the leader now. What was begun here goes on there. */
  function stepDown(): void {
    resign()
    election.join()
    post({ type: 'hello', from: self })
  }

  const election = createElection({ locks, name, onWon: () => void lead(), onLost: stepDown })

  function onMessage({ data }: MessageEvent<unknown>): void {
    const message = readMessage(data)
    if (!message || ('to' in message && message.to !== self)) return
    if (message.type === 'hello' && mine) announce()
    else if (message.type === 'call') mine?.served.run(message)
    else if (message.type === 'abort') mine?.served.abort(message)
    else if (message.type === 'leader') onLeaderAnnounced(message.from, readStatus(message.relay))
    else if (message.type === 'event') emit(message.event)
    // Answers of a leader that is none any more do not count: the call went on.
    else if ('to' in message && message.from === leader) answer(message)
  }

  function answer(message: Extract<Message, { readonly to: string }>): void {
    silent = 0
    const call = calls.get(message.call)
    if (!call) return
    if (message.type === 'taken') call.taken = true
    else if (message.type === 'note') hear(call, message.note)
    else if (message.type === 'result') call.settle({ value: message.value })
    else call.settle({ error: fromWire(message.error) })
  }

  function onLeaderAnnounced(from: string, relay: RelayStatus): void {
    silent = 0
    const isNew = from !== leader
    leader = from
    // It took the storage while this tab was away.
    if (mine) stepDown()
    setStatus(relay)
    if (!isNew) return
    redispatch()
    emit({ type: 'sync' })
  }

  /** A leader that says nothing is frozen, or half-dead: a tab that somebody looks at takes its place. */
  function look(): void {
    if (mine || !isVisible()) return
    silent += 1
    if (silent > 2) {
      silent = 0
      leader = undefined
      election.steal()
    } else post({ type: 'hello', from: self })
  }

  /** Takes part, from the first call on. */
  function join(): Promise<void> {
    joining ??= new Promise<void>((resolve) => {
      // Held as long as this tab lives; the leader waits for it.
      const life = new Promise<void>((end) => {
        endLife = end
      })
      const begin = () => {
        broadcast = options.openBroadcast(name)
        broadcast.onmessage = onMessage
        election.join()
        post({ type: 'hello', from: self })
        timer = setInterval(look, heartbeat)
        resolve()
        return life
      }
      // Without locks each page has a client of its own, as well as it goes.
      locks.request(lifeOf(self), begin).catch(() => (broadcast ? undefined : lead().then(resolve)))
    })
    return joining
  }

  return {
    async call(called, params, callOptions = {}) {
      const { call, done } = calls.add(called, params, callOptions)
      await join()
      if (calls.get(call.id)) dispatch(call)
      return await done
    },
    publish: (event) => post({ type: 'event', from: self, event }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    relay: {
      get: () => status,
      subscribe(listener) {
        relayListeners.add(listener)
        return () => relayListeners.delete(listener)
      },
    },
    pause() {
      if (joining) resign()
    },
    resume() {
      if (!joining) return
      silent = 0
      election.join()
      post({ type: 'hello', from: self })
    },
    async stop() {
      clearInterval(timer)
      const { channel } = mine ?? {}
      resign()
      endLife()
      broadcast?.close()
      for (const call of calls.all()) call.settle({ error: toWireError(undefined) })
      await channel?.stop()
    },
  }
}
