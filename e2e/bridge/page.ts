import type { RpcError } from '@latchkey/protocol'
import { type Bridge, createBridge } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'
import { connect, WindowMessenger } from 'penpal'
import type { FrameApi, PageApi } from './contract.ts'

type Outcome = { value: unknown } | { error: { name: string; code?: unknown; message: string; data?: unknown; stack?: string | undefined } }
type RawRemote = { dispatch(method: unknown, params?: unknown): Promise<unknown> } & Record<
  string,
  (...args: unknown[]) => Promise<unknown>
>

const outcome = (promise: Promise<unknown>): Promise<Outcome> =>
  promise.then(
    (value) => ({ value }),
    (error: RpcError) => ({ error: { name: error.name, code: error.code, message: error.message, data: error.data, stack: error.stack } }),
  )

/** Everything the tests do in the page. `lab.calls` are started calls, by name, so that a test can look at them later. */
const lab = {
  frame: undefined as HTMLIFrameElement | undefined,
  bridge: undefined as Bridge<FrameApi> | undefined,
  raw: undefined as RawRemote | undefined,
  seen: [] as string[],
  epochs: [] as string[],
  aborted: 0,
  calls: new Map<string, Promise<Outcome>>(),
  controllers: new Map<string, AbortController>(),
  settled: new Set<string>(),

  addFrame(url: string): void {
    lab.frame = document.createElement('iframe')
    lab.frame.src = url
    document.body.append(lab.frame)
  },
  /** A Bridge to the frame that `addFrame` added. */
  connect(origin: string, timeout = 5_000): void {
    const bridge: Bridge<FrameApi> = createBridge<PageApi, FrameApi>({
      messenger: windowMessenger({ remoteWindow: () => lab.frame?.contentWindow ?? null, origin }),
      timeout,
      idempotent: ['reloaded'],
      methods: {
        hello({ epoch }) {
          lab.epochs.push(epoch)
          bridge.renew(epoch)
          return { loads: lab.epochs.length }
        },
        seen: (what) => void lab.seen.push(what),
        never: (_params, { signal }) =>
          new Promise(() => {
            signal.addEventListener('abort', () => {
              lab.aborted += 1
            })
          }),
      },
    })
    lab.bridge = bridge
  },
  /** A hostile page: penpal itself, without a Bridge. */
  async connectRaw(origin: string): Promise<void> {
    const remoteWindow = lab.frame?.contentWindow
    if (!remoteWindow) throw new Error('no frame')
    const messenger = new WindowMessenger({ remoteWindow, allowedOrigins: [origin] })
    const answer = () => ({ ok: true, value: undefined })
    lab.raw = (await connect({ messenger, methods: { dispatch: answer } }).promise) as unknown as RawRemote
  },
  ready: () => outcome((lab.bridge as Bridge<FrameApi>).ready),
  start(name: string, method: keyof FrameApi & string, params?: unknown, timeout?: number | null): void {
    const controller = new AbortController()
    lab.controllers.set(name, controller)
    const options = { signal: controller.signal, ...(timeout === undefined ? {} : { timeout }) }
    const call = outcome((lab.bridge as Bridge<FrameApi>).call(method as 'echo', params, options))
    lab.calls.set(name, call)
    void call.then(() => lab.settled.add(name))
  },
  async call(method: keyof FrameApi & string, params?: unknown, timeout?: number | null): Promise<Outcome | undefined> {
    lab.start('call', method, params, timeout)
    return lab.calls.get('call')
  },
  outcome,
}

declare global {
  interface Window {
    lab: typeof lab
  }
}
window.lab = lab
