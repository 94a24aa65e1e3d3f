import type { ConfigInput } from '@latchkey/services/src/config/schema.ts'
import { type RunningServices, startServices } from '@latchkey/services/src/startServices.ts'
import { localChain } from './localChain.js'

/** Base URLs of the tests. Names decide where a request goes; the port is whatever was free. */
export const urls = {
  app: 'http://app.localhost',
  dialog: 'http://dialog.localhost',
  secure: 'http://secure.localhost',
  api: 'http://api.localhost',
}

export const projects: NonNullable<ConfigInput['projects']> = [
  { id: 'open', name: 'Open', mode: 'development', ancestors: ['https://web.telegram.org'], rpcOrigins: ['https://rpc.example.com'] },
  {
    id: 'listed',
    name: 'Listed',
    mode: 'production',
    origins: ['https://shop.example.com'],
    features: [{ id: 'swap', isEnabled: false, config: [] }],
    networks: ['eip155:31337'],
    defaultNetwork: 'eip155:31337',
  },
  { id: 'off', name: 'Off', mode: 'development', enabled: false },
]

/** Starts the whole of the services on a free port. */
export function startTestServices(
  options: Pick<ConfigInput, 'database' | 'folders'> & { readonly node: string } & Partial<ConfigInput>,
): Promise<RunningServices> {
  const { node, ...rest } = options
  const first = { ...localChain(node), blockTime: 0 }
  return startServices({
    listen: { port: 0 },
    urls,
    log: { level: 'silent' },
    chains: [
      { ...first, testnet: true },
      { ...first, id: 31_338, name: 'Second' },
      { caip2: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', upstreams: [{ url: node }] },
      // Without a node: pages may name it, the gateway does not serve it.
      { caip2: 'bip122:000000000933ea01ad0ee984209779ba' },
    ],
    projects,
    ...rest,
  })
}
