import type { Network } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { resolveNetworks } from './networks.js'
import { resolveUrls } from './networkUrls.js'

const network = (id: number, name = `${id}`) => ({ caipNetworkId: `eip155:${id}`, name, rpcUrls: {} }) as Network
const project = [network(1), network(10)]

describe('resolveNetworks', () => {
  test('behavior: the project’s, unless the page has its own, in its order, each once', () => {
    expect(resolveNetworks({ wanted: undefined, project, defaultId: null }).networks).toEqual(project)
    const wanted = ['eip155:10', network(5), 'eip155:10'] as const
    expect(resolveNetworks({ wanted, project, defaultId: null }).networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual([
      'eip155:10',
      'eip155:5',
    ])
  })

  test('behavior: what the page’s own network leaves out, the project’s of this id has', () => {
    const urls = { default: { http: ['https://api.example/v1/'] } }
    const known = { ...network(1, 'Ethereum'), rpcUrls: urls, assets: { imageUrl: 'https://api.example/1.png' } }
    const own = { ...network(1, 'Mainnet'), rpcUrls: {} }
    expect(resolveNetworks({ wanted: [own], project: [known], defaultId: null }).networks).toEqual([{ ...known, name: 'Mainnet' }])
  })

  test('behavior: the default is the named one, else the first of the page’s, else the usual one of the project’s', () => {
    const pick = (wanted: readonly (Network | `${string}:${string}`)[] | undefined, defaultId: `${string}:${string}` | null) =>
      resolveNetworks({ wanted, project: [network(10), network(1)], defaultId }).defaultNetwork?.caipNetworkId
    expect(pick(['eip155:1', 'eip155:10'], 'eip155:10')).toBe('eip155:10')
    expect(pick(['eip155:10', 'eip155:1'], null)).toBe('eip155:10')
    expect(pick([network(5), 'eip155:1'], null)).toBe('eip155:5')
    expect(pick(undefined, null)).toBe('eip155:1')
  })

  test('error: ids that nobody knows, and a default outside the list, are named', () => {
    expect(resolveNetworks({ wanted: ['eip155:9', 'eip155:1'], project, defaultId: 'eip155:10' })).toMatchObject({
      networks: [network(1)],
      defaultNetwork: network(1),
      missing: ['eip155:9', 'eip155:10'],
    })
  })

  test('error: a page whose networks are all unknown gets the project’s, and they are named', () => {
    expect(resolveNetworks({ wanted: ['eip155:9'], project, defaultId: null })).toMatchObject({ networks: project, missing: ['eip155:9'] })
  })

  test('behavior: a page that wants no network has none', () => {
    expect(resolveNetworks({ wanted: [], project, defaultId: null }).networks).toEqual([])
  })
})

describe('resolveUrls', () => {
  const gateway = 'https://api.example/v1/'
  const sources = { networkId: 'eip155:1', customRpcUrls: { 'eip155:1': [{ url: 'https://rpc.example/key' }] }, gateway } as const

  test('behavior: the page’s URL where the operator registered its origin, with the gateway behind it', () => {
    expect(resolveUrls({ ...sources, rpcOrigins: ['https://rpc.example'] })).toEqual({
      urls: ['https://rpc.example/key', gateway],
      ignored: [],
    })
  })

  test('behavior: a network of which the server has no node is read at the page’s URL, or nowhere', () => {
    const without = { ...sources, gateway: undefined }
    expect(resolveUrls({ ...without, rpcOrigins: ['https://rpc.example'] }).urls).toEqual(['https://rpc.example/key'])
    expect(resolveUrls({ ...without, rpcOrigins: [] }).urls).toEqual([])
  })

  test('behavior: otherwise the gateway alone', () => {
    for (const rpcOrigins of [[], ['https://rpc.example.evil'], ['http://rpc.example']]) {
      expect(resolveUrls({ ...sources, rpcOrigins })).toEqual({ urls: [gateway], ignored: ['https://rpc.example/key'] })
    }
  })
})
