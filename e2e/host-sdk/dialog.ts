import { type DialogApi, type HostApi, protocolVersion, type Session, type Snapshot } from '@latchkey/protocol'
import { createBridge } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'

/* A dialog reduced to what the host SDK can see of one. How it behaves is in its project id. */

const query = new URLSearchParams(location.search)
const project = query.get('project') ?? ''
const is = (behaviour: string) => project.split('-').includes(behaviour)

let snapshot: Snapshot = {
  seq: 0,
  open: false,
  loading: {},
  view: 'Connect',
  status: 'disconnected',
  activeNamespace: null,
  selectedNetworkId: 'eip155:1',
  accounts: {},
  networkIds: {},
  wallets: {},
}
let closed: (() => void) | undefined
const calls: unknown[] = []

const host = createBridge<DialogApi, HostApi>({
  messenger: windowMessenger({ remoteWindow: () => parent, origin: query.get('origin') ?? '' }),
  methods: {
    async open(params, { signal }) {
      calls.push(['open', params])
      await change({ open: true })
      document.querySelector('button')?.focus()
      return new Promise<Session | null>((resolve) => {
        closed = () => resolve(session())
        signal.addEventListener('abort', close)
      })
    },
    close() {
      if (is('deaf')) return new Promise<never>(() => {})
      if (is('required')) return false
      close()
      return true
    },
    back() {
      calls.push(['back'])
      if (!is('required')) close()
    },
    request(params) {
      calls.push(['request', params])
      return params.method
    },
    disconnect: () => change({ status: 'disconnected', activeNamespace: null, accounts: {}, networkIds: {}, wallets: {} }),
    signOut: () => change({ signIns: {} }),
    switchNetwork: ({ networkId }) => change({ networkIds: { eip155: networkId }, selectedNetworkId: networkId }),
    walletsChanged: ({ wallets }) => void calls.push(['walletsChanged', wallets]),
    async walletEvent(event) {
      calls.push(['walletEvent', event])
      const networkId = `eip155:${Number(event.data)}` as const
      if (event.event === 'chainChanged') await change({ networkIds: { eip155: networkId }, selectedNetworkId: networkId })
    },
    setOptions: (options) => void calls.push(['setOptions', options]),
    setEnvironment: (environment) => void calls.push(['setEnvironment', environment]),
    resumeChanged: ({ value }) => void calls.push(['resumeChanged', value]),
  },
})

Object.assign(window, { calls, host })

async function change(next: Partial<Snapshot>) {
  snapshot = { ...snapshot, ...next, seq: snapshot.seq + 1 }
  await host.call('stateChanged', snapshot)
}

function session(): Session | null {
  const account = snapshot.accounts.eip155?.[0]
  const wallet = snapshot.wallets.eip155
  const networkId = snapshot.networkIds.eip155
  if (!account || !wallet || !networkId) return null
  const { address } = account
  return { namespace: 'eip155', address, caipAddress: `${networkId}:${address}`, networkId, accounts: [account], wallet }
}

function close() {
  void change({ open: false })
  void host.call('setVisible', { visible: false })
  closed?.()
  closed = undefined
}

async function connect(walletId: string, method: 'eth_requestAccounts' | 'eth_accounts') {
  const ask = (name: string) =>
    host.call(
      'walletRequest',
      { id: crypto.randomUUID(), walletId, namespace: 'eip155', method: name, params: undefined },
      { timeout: null },
    )
  const [address] = (await ask(method)) as string[]
  const networkId = `eip155:${Number(await ask('eth_chainId'))}` as const
  if (!address) return change({ status: 'disconnected' })
  await host.call('saveResume', {
    value: JSON.stringify({ v: 1, active: 'eip155', connections: { eip155: { walletId, kind: 'host', networkId } } }),
  })
  await change({
    status: 'connected',
    activeNamespace: 'eip155',
    selectedNetworkId: networkId,
    accounts: { eip155: [{ namespace: 'eip155', address, type: 'eoa' }] },
    networkIds: { eip155: networkId },
    wallets: { eip155: { id: walletId, name: 'Test', kind: 'host' } },
  })
  if (method === 'eth_requestAccounts') close()
}

function button(name: string, onClick: () => unknown) {
  const element = document.createElement('button')
  element.textContent = name
  element.addEventListener('click', onClick)
  document.querySelector('main')?.append(element)
}

const main = document.createElement('main')
main.dataset.view = 'Connect'
document.body.append(main)
button('Close', close)
if (!is('silent')) {
  const error = is('refused') ? { code: 4100, message: 'Origin Not Allowed' } : undefined
  const hello = await host.call('hello', { protocol: protocolVersion, build: 'test', epoch: crypto.randomUUID(), ...(error && { error }) })
  calls.push(['hello', hello])
  // A refused document says nothing more: nobody listens.
  if (!error) {
    for (const wallet of hello.wallets) button(wallet.name, () => connect(wallet.id, 'eth_requestAccounts'))
    const resume = hello.resume && JSON.parse(hello.resume)
    await change({ status: resume ? 'reconnecting' : 'disconnected' })
    if (resume) await connect(resume.connections.eip155.walletId, 'eth_accounts')
  }
}
