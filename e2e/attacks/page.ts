import { protocolVersion, type RpcError, type SecureApi, type SecureClientApi } from '@latchkey/protocol'
import { type Bridge, createBridge } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'
import { secureClientApiSchemas } from '@latchkey/protocol/schemas/secure'
import { type FuzzResult, fuzzPort, fuzzWindow } from './fuzz.ts'

export type Outcome = { readonly value: unknown } | { readonly error: { readonly code?: number; readonly message: string } }

const outcome = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    (value) => ({ value }),
    ({ code, message }: RpcError) => ({ error: { code, message } }),
  )

type Method = Exclude<keyof SecureApi, 'abort'>
type Frame = { readonly iframe: HTMLIFrameElement; readonly bridge: Bridge<SecureApi>; approvals: number }

/** Our end of each channel to a frame, the oldest first: what whoever steals one would hold. */
const ports: MessagePort[] = []
addEventListener('message', ({ ports: given }) => void ports.push(...given))
const Plain = window.MessageChannel
window.MessageChannel = class extends Plain {
  constructor() {
    super()
    ports.push(this.port1)
  }
}

const frames = new Map<string, Frame>()
const calls = new Map<string, { readonly outcome: Promise<Outcome>; settled: Outcome | null }>()

function frameOf(name: string): Frame {
  const frame = frames.get(name)
  if (!frame) throw new Error(`There is no frame ${name}.`)
  return frame
}

/**
 * A page of the dialog's own origin that plays a dialog gone mad: it frames the secure document as it likes and says whatever it wants. What the
 * frame still refuses then, it refuses to everybody.
 */
const attack = {
  /** Frames the document. `box` styles the iframe, `around` a block around it, `over` puts something on top. */
  add(name: string, url: string, look: { box?: string; around?: string; over?: string } = {}): Promise<Outcome> {
    const around = document.createElement('div')
    around.style.cssText = `position:relative;width:360px;height:560px;display:inline-block;${look.around ?? ''}`
    const iframe = document.createElement('iframe')
    iframe.name = name
    iframe.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox')
    iframe.style.cssText = `width:360px;height:560px;border:0;${look.box ?? ''}`
    iframe.src = url
    around.append(iframe)
    if (look.over) {
      const over = document.createElement('div')
      over.style.cssText = `position:absolute;pointer-events:none;background:#fff;${look.over}`
      around.append(over)
    }
    document.body.append(around)
    const bridge: Bridge<SecureApi> = createBridge<SecureClientApi, SecureApi>({
      messenger: windowMessenger({ remoteWindow: () => iframe.contentWindow, origin: new URL(url).origin }),
      validate: secureClientApiSchemas,
      methods: {
        hello({ epoch }) {
          bridge.renew(epoch)
          return {
            protocol: protocolVersion,
            theme: { themeMode: 'light', locale: 'en', dir: 'ltr' },
            sdk: { type: 'test', version: '0' },
          }
        },
        approvalChanged({ approval }) {
          frame.approvals = approval?.total ?? 0
        },
        heartbeat: () => undefined,
        heightChanged: () => undefined,
        sessionChanged: () => undefined,
        chainChanged: () => undefined,
        keyPressed: () => undefined,
      },
    })
    const frame: Frame = { iframe, bridge, approvals: 0 }
    frames.set(name, frame)
    return outcome(bridge.ready)
  },
  call: (name: string, method: Method, params: unknown): Promise<Outcome> =>
    outcome(frameOf(name).bridge.call(method, params as never, { timeout: 60_000 })),
  /** Starts a call that a user answers. Look at it later with {@link attack.settled}. */
  begin(key: string, name: string, method: Method, params: unknown): void {
    const call = {
      outcome: outcome(frameOf(name).bridge.call(method, params as never, { timeout: null })),
      settled: null as Outcome | null,
    }
    calls.set(key, call)
    void call.outcome.then((result) => {
      call.settled = result
    })
  },
  settled: (key: string): Outcome | null => calls.get(key)?.settled ?? null,
  outcome: (key: string): Promise<Outcome> | undefined => calls.get(key)?.outcome,
  approvals: (name: string): number => frameOf(name).approvals,
  ports: (): number => ports.length,
  reload(name: string): void {
    const { iframe } = frameOf(name)
    iframe.src = `${iframe.src}`
  },
  /** Speaks on a channel, whatever became of it. @param at as in `Array.at` */
  speakOnPort: (at: number, message: unknown): void => ports.at(at)?.postMessage(message),
  fuzzWindow: (name: string, seed: number, count: number) => fuzzWindow(frameOf(name).iframe.contentWindow, seed, count),
  /** On the newest channel. */
  async fuzzPort(seed: number, count: number): Promise<FuzzResult> {
    const port = ports.at(-1)
    if (!port) throw new Error('There is no channel.')
    return fuzzPort(port, seed, count)
  },
}

declare global {
  interface Window {
    attack: typeof attack
  }
}
window.attack = attack
