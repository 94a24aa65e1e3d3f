import { toWireError } from '@latchkey/protocol'
import type { Line, LineCallOptions, LineCalls, LineEvent } from '../line.js'
import type { RelayStatus } from '../relayStatus.js'
import { createCalls, type Pending } from './calls.js'
import { createElection, type Locks } from './election.js'
import { type Channel, fromWire, type Message, notSendable, readMessage, readStatus, writeStatus } from './messages.js'
import { type Served, serveLine } from './serve.js'

export type SharedLineOptions = {
  /** Names the storage that the tabs share. */
  readonly name: string
  readonly locks: Locks
  readonly openChannel: (name: string) => Channel
  /** A line to a client in this tab, once the storage is its own. `onLost`: the storage says that another tab has it. */
  readonly startLine: (onLost: () => void) => Promise<Line>
  /** Whether a person looks at this tab. Others do not take the client from a tab that is silent. */
  readonly isVisible?: () => boolean
  /** Milliseconds between looks whether the owner is there, and after which silence counts. */
  readonly beat?: number
}

export type SharedLine = Line & {
  /** The browser is about to freeze this page: another tab goes on. */
  rest(): void
  /** The page is back. */
  wake(): void
}

/** Milliseconds. An owner that was silent for two beats is frozen. */
const defaultBeat = 2_500

/**
 * The line to one client for all tabs of a site. Only the owner's client is live: two on one storage would write over each other's sessions.
 * The lock elects the owner, the others ask it; when it goes, the next one starts a client on the same storage and goes on with what was begun.
 */
export function createSharedLine(options: SharedLineOptions): SharedLine {
  const { name, locks, startLine, isVisible = () => true, beat = defaultBeat } = options
  const self = crypto.randomUUID()
  const lifeOf = (tab: string) => `${name}:tab:${tab}`
  const listeners = new Set<(event: LineEvent) => void>()
  const relayListeners = new Set<(status: RelayStatus) => void>()
  let channel: Channel | undefined
  let joining: Promise<void> | undefined
  let endLife: () => void = () => {}
  let timer: ReturnType<typeof setInterval> | undefined
  /** The owner, when it is another tab, and the beats for which it has been silent. */
  let owner: string | undefined
  let silent = 0
  let mine: { readonly line: Line; readonly served: Served; stop(): void } | undefined
  /** Counts the times that this tab was the owner, or stopped being it. */
  let reign = 0
  let status: RelayStatus = { state: 'idle' }

  const post = (message: Message) => channel?.postMessage(message)
  const emit = (event: LineEvent) => {
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

  /** Gives a call to the owner, whoever that is now. Without one it waits. */
  function dispatch(call: Pending): void {
    if (mine) return void runHere(call, mine.line)
    if (!owner) return
    const { id, name: called, params, note } = call
    try {
      post({ type: 'call', from: self, call: id, name: called, params, ...(note === undefined ? {} : { known: note }) })
    } catch (error) {
      call.settle({ error: notSendable(error) })
    }
  }

  async function runHere(call: Pending, line: Line): Promise<void> {
    const control = new AbortController()
    call.local = control
    call.taken = true
    const isCurrent = () => mine?.line === line
    const settings = {
      signal: control.signal,
      onNote: (note: unknown) => isCurrent() && hear(call, note),
      ...(call.note === undefined ? {} : { known: call.note }),
    }
    try {
      const value = await line.call(
        call.name,
        call.params as LineCalls[typeof call.name]['params'],
        settings as LineCallOptions<typeof call.name>,
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

  async function own(): Promise<void> {
    owner = undefined
    reign += 1
    const current = reign
    const line = await startLine(() => mine?.line === line && lose())
    // Lost again before it began.
    if (current !== reign) return void line.stop()
    const served = serveLine({ line, self, post, locks, lifeOf })
    const offs = [
      line.subscribe((event) => {
        emit(event)
        post({ type: 'event', from: self, event })
      }),
      line.relay.subscribe((next) => {
        setStatus(next)
        announce()
      }),
    ]
    mine = {
      line,
      served,
      stop() {
        mine = undefined
        served.stop()
        for (const off of offs) off()
        void line.stop()
      },
    }
    setStatus(line.relay.get())
    // Whoever comes to own the storage looks after its sessions, asked or not. A failed download is told to whoever asks.
    line.call('open', null).catch(() => undefined)
    announce()
    redispatch()
    emit({ type: 'sync' })
  }

  const announce = () => post({ type: 'owner', from: self, relay: writeStatus(status) })

  function resign(): void {
    reign += 1
    mine?.stop()
    election.leave()
  }

  /** Another tab is the owner now. What was begun here goes on there. */
  function lose(): void {
    resign()
    election.join()
    post({ type: 'hello', from: self })
  }

  const election = createElection({ locks, name, onWon: () => void own(), onLost: lose })

  function onMessage({ data }: MessageEvent<unknown>): void {
    const message = readMessage(data)
    if (!message || ('to' in message && message.to !== self)) return
    if (message.type === 'hello' && mine) announce()
    else if (message.type === 'call') mine?.served.run(message)
    else if (message.type === 'abort') mine?.served.abort(message)
    else if (message.type === 'owner') meet(message.from, readStatus(message.relay))
    else if (message.type === 'event') emit(message.event)
    // Answers of an owner that is none any more do not count: the call went on.
    else if ('to' in message && message.from === owner) answer(message)
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

  function meet(from: string, relay: RelayStatus): void {
    silent = 0
    const isNew = from !== owner
    owner = from
    // It took the storage while this tab was away.
    if (mine) lose()
    setStatus(relay)
    if (!isNew) return
    redispatch()
    emit({ type: 'sync' })
  }

  /** An owner that says nothing is frozen, or half-dead: a tab that somebody looks at takes its place. */
  function look(): void {
    if (mine || !isVisible()) return
    silent += 1
    if (silent > 2) {
      silent = 0
      owner = undefined
      election.steal()
    } else post({ type: 'hello', from: self })
  }

  /** Takes part, from the first call on. */
  function join(): Promise<void> {
    joining ??= new Promise<void>((resolve) => {
      // Held as long as this tab lives; the owner waits for it.
      const life = new Promise<void>((end) => {
        endLife = end
      })
      const begin = () => {
        channel = options.openChannel(name)
        channel.onmessage = onMessage
        election.join()
        post({ type: 'hello', from: self })
        timer = setInterval(look, beat)
        resolve()
        return life
      }
      // Without locks each page has a client of its own, as well as it goes.
      locks.request(lifeOf(self), begin).catch(() => (channel ? undefined : own().then(resolve)))
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
    rest() {
      if (joining) resign()
    },
    wake() {
      if (!joining) return
      silent = 0
      election.join()
      post({ type: 'hello', from: self })
    },
    async stop() {
      clearInterval(timer)
      const { line } = mine ?? {}
      resign()
      endLife()
      channel?.close()
      for (const call of calls.all()) call.settle({ error: toWireError(undefined) })
      await line?.stop()
    },
  }
}
