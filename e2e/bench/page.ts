import { createBridge } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'

type EchoApi = { echo(params: unknown): unknown; abort(params: { id: string }): void }
type PageApi = { hello(params: { epoch: string }): null; abort(params: { id: string }): void }

const calls = 500
const payloads: Record<string, unknown> = { '0': null, '64 KiB': new Uint8Array(65_536) }

/** Milliseconds of each round trip, one after the other. */
async function measure(send: (payload: unknown) => Promise<unknown>, payload: unknown): Promise<number[]> {
  for (let index = 0; index < 50; index += 1) await send(payload)
  const times: number[] = []
  for (let index = 0; index < calls; index += 1) {
    const from = performance.now()
    await send(payload)
    times.push(performance.now() - from)
  }
  return times
}

/** A raw MessagePort to the frame: what the Bridge is compared with. */
function openPort(target: Window, origin: string): (payload: unknown) => Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  let answered: (value: unknown) => void = () => {}
  port1.onmessage = ({ data }) => answered(data)
  target.postMessage('port', origin, [port2])
  return (payload) =>
    new Promise((resolve) => {
      answered = resolve
      port1.postMessage(payload)
    })
}

/**
 * Round trips to a frame of another origin: by a raw MessagePort and by the Bridge, in turns, so that both meet the same machine.
 *
 * @returns by payload and wire, milliseconds of each round trip
 */
async function bench(frameOrigin: string): Promise<Record<string, { port: number[]; bridge: number[] }>> {
  const frame = document.createElement('iframe')
  frame.src = `${frameOrigin}/frame?origin=${encodeURIComponent(location.origin)}`
  frame.allow = 'cross-origin-isolated'
  document.body.append(frame)
  const bridge = createBridge<PageApi, EchoApi>({
    messenger: windowMessenger({ remoteWindow: () => frame.contentWindow, origin: frameOrigin }),
    methods: {
      hello({ epoch }) {
        bridge.renew(epoch)
        return null
      },
    },
  })
  await bridge.ready
  const port = openPort(frame.contentWindow as Window, frameOrigin)
  const results: Record<string, { port: number[]; bridge: number[] }> = {}
  for (const [name, payload] of Object.entries(payloads)) {
    const result: { port: number[]; bridge: number[] } = { port: [], bridge: [] }
    for (let turn = 0; turn < 4; turn += 1) {
      result.port.push(...(await measure(port, payload)))
      result.bridge.push(...(await measure((value) => bridge.call('echo', value), payload)))
    }
    results[name] = result
  }
  return results
}

declare global {
  interface Window {
    bench: typeof bench
  }
}
window.bench = bench
