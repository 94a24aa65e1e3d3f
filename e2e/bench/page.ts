import { createBridge } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'

type EchoApi = { echo(params: unknown): unknown; abort(params: { id: string }): void }
type PageApi = { hello(params: { epoch: string }): null; abort(params: { id: string }): void }

/** Round trips of one turn, and turns: short ones, so that both wires meet the same machine. */
const calls = 50
const turns = 25
/** What calls carry: a small one, and 64 KiB of hexadecimal, as large transactions and their results are. */
const payloads: Record<string, unknown> = { 'a small message': { id: 1 }, '64 KiB of hex': `0x${'ab'.repeat(32_767)}` }

/** Milliseconds of each round trip, one after the other. */
async function measure(send: (payload: unknown) => Promise<unknown>, payload: unknown): Promise<number[]> {
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
 * @returns by payload, for each turn and wire: milliseconds of each round trip
 */
async function bench(frameOrigin: string): Promise<Record<string, { port: number[]; bridge: number[] }[]>> {
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
  const throughBridge = (value: unknown) => bridge.call('echo', value)
  const results: Record<string, { port: number[]; bridge: number[] }[]> = {}
  for (const [name, payload] of Object.entries(payloads)) {
    const turn = async () => ({ port: await measure(port, payload), bridge: await measure(throughBridge, payload) })
    // The first ones warm both up.
    for (let warmUp = 0; warmUp < 4; warmUp += 1) await turn()
    const times: { port: number[]; bridge: number[] }[] = []
    for (let index = 0; index < turns; index += 1) times.push(await turn())
    results[name] = times
  }
  return results
}

declare global {
  interface Window {
    bench: typeof bench
  }
}
window.bench = bench
