import { createBridge } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'

type EchoApi = { echo(params: unknown): unknown; abort(params: { id: string }): void }
type PageApi = { hello(params: { epoch: string }): null; abort(params: { id: string }): void }

const origin = new URLSearchParams(location.search).get('origin') ?? ''

addEventListener('message', (event) => {
  const [port] = event.ports
  if (event.source !== parent || event.origin !== origin || event.data !== 'port' || !port) return
  port.onmessage = ({ data }) => port.postMessage(data)
})

const page = createBridge<EchoApi, PageApi>({
  messenger: windowMessenger({ remoteWindow: () => parent, origin }),
  methods: { echo: (params) => params },
})
await page.ready
await page.call('hello', { epoch: crypto.randomUUID() })
