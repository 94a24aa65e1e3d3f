import { RpcError } from '@latchkey/protocol'
import { createBridge } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'
import type { FrameApi, PageApi } from './contract.ts'

const query = new URLSearchParams(location.search)
const loads = Number(sessionStorage.getItem('loads') ?? 0)
sessionStorage.setItem('loads', String(loads + 1))

const forever = new Promise<never>(() => {})
const tell = (what: string) => void page.call('seen', what).catch(() => {})

const page = createBridge<FrameApi, PageApi>({
  messenger: windowMessenger({ remoteWindow: () => parent, origin: query.get('origin') ?? '' }),
  validate: {
    double(params) {
      if (typeof params !== 'number') throw { issues: [{ message: 'Expected a number' }] }
      return params
    },
  },
  methods: {
    echo: (params) => params,
    fail({ code, message, data }) {
      throw new RpcError(code, message, { data, cause: new Error('kept here') })
    },
    uncloneable({ as }) {
      if (as === 'data') throw new RpcError(4902, 'Unrecognized chain', { data: { retry: () => {} } })
      return { retry: () => {} }
    },
    wait: ({ onAbort }, { signal }) =>
      new Promise((resolve, reject) => {
        tell('wait')
        signal.addEventListener('abort', () =>
          onAbort === 'answer' ? resolve('signed before you asked') : reject(new RpcError(4001, 'Request was aborted')),
        )
      }),
    never(_params, { signal }) {
      tell('never')
      signal.addEventListener('abort', () => tell('never aborted'))
      return forever
    },
    reloaded({ after }) {
      tell(`reloaded ${loads}`)
      return loads >= after ? `load ${loads}` : forever
    },
    large: ({ characters }) => 'x'.repeat(characters),
    double: (params) => params * 2,
  },
})

// Tests make the frame call its page.
Object.assign(window, { page })
await page.ready
await page.call('hello', { epoch: crypto.randomUUID() })
