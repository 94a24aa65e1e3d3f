import { describe, expect, test } from 'vitest'
import { resolveChains, withImages } from './chains.js'
import { networksOf, smartAccountsOf } from './networks.js'

const local = {
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [{ url: 'http://127.0.0.1:8545/secret-key', weight: 2 }],
  rpcMethods: [],
  blockTime: 0,
}

describe('resolveChains', () => {
  test('behavior: a well-known chain named by its id alone is complete', async () => {
    const [chain] = await resolveChains([{ id: 10, rpcMethods: [] }])
    expect(chain).toMatchObject({
      caipNetworkId: 'eip155:10',
      name: 'OP Mainnet',
      nativeCurrency: { symbol: 'ETH', decimals: 18 },
      testnet: false,
    })
    expect(chain?.upstreams[0]?.url).toMatch(/^https:\/\//)
    expect(chain?.explorer?.url).toMatch(/^https:\/\//)
  })

  test('behavior: caip2 means the same, and what is written wins over what is known', async () => {
    const [chain] = await resolveChains([
      { caip2: 'eip155:1', name: 'My Ethereum', upstreams: [{ url: 'http://node', weight: 1 }], rpcMethods: [] },
    ])
    expect(chain).toMatchObject({ id: 1, name: 'My Ethereum', upstreams: [{ url: 'http://node' }], nativeCurrency: { symbol: 'ETH' } })
  })

  test('behavior: the built-in networks of the other families are complete by their id alone', async () => {
    const ids = ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'bip122:000000000019d6689c085ae165831e93', 'cosmos:cosmoshub-4']
    const chains = await resolveChains(ids.map((caip2) => ({ caip2, rpcMethods: [] })))
    expect(chains.map(({ caipNetworkId, name, nativeCurrency }) => [caipNetworkId, name, nativeCurrency.symbol])).toEqual([
      [ids[0], 'Solana', 'SOL'],
      [ids[1], 'Bitcoin', 'BTC'],
      [ids[2], 'Cosmos Hub', 'ATOM'],
    ])
    expect(chains[0]).toMatchObject({
      id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      deprecatedCaipNetworkId: expect.stringMatching(/^solana:4sGj/),
    })
    expect(chains.map(({ upstreams }) => upstreams.length)).toEqual([1, 0, 0])
  })

  test('error: nodes of a family that the gateway does not speak', async () => {
    const chain = { caip2: 'cosmos:cosmoshub-4', upstreams: [{ url: 'http://node', weight: 1 }], rpcMethods: [] }
    await expect(resolveChains([chain])).rejects.toThrow(
      'chains[0].upstreams must be left out: the gateway does not speak to nodes of the cosmos family.',
    )
  })

  test('error: a bundler of a family that has no user operations', async () => {
    const chain = { caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', rpcMethods: [], bundler: { url: 'https://bundler.example.com' } }
    await expect(resolveChains([chain])).rejects.toThrow('chains[0].bundler must be left out')
  })

  test('behavior: tokens, pools and contracts are those that are written, else those that are known', async () => {
    const tokens = [{ address: `0x${'a1'.repeat(20)}`, symbol: 'USDC', decimals: 6 }]
    const pools = { weth: `0x${'b2'.repeat(20)}`, v3Factory: `0x${'c3'.repeat(20)}` }
    const ens = { universalResolver: `0x${'d4'.repeat(20)}` }
    const contracts = [{ address: `0x${'f6'.repeat(20)}`, name: 'Vault' }]
    const own = { ...local, tokens, pools, ens, contracts, multicall3: `0x${'e5'.repeat(20)}` }
    const [chain, mainnet, none] = await resolveChains([own, { id: 1, rpcMethods: [] }, { ...local, id: 987_654_321 }])
    expect(chain).toMatchObject({ tokens, pools, ens, contracts, multicall3: own.multicall3 })
    expect(mainnet).toMatchObject({
      multicall3: '0xca11bde05977b3631167028862be2a173976ca11',
      ens: { universalResolver: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
    })
    for (const field of ['tokens', 'pools', 'ens', 'contracts', 'multicall3']) expect(none).not.toHaveProperty(field)
  })

  test('error: contracts of a family that has none of the kind, tokens elsewhere or given twice', async () => {
    const solana = { caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', rpcMethods: [] }
    const address = `0x${'a1'.repeat(20)}`
    const token = { address, symbol: 'USDC', decimals: 6 }
    const refusals = [
      [{ ...solana, pools: { weth: address, v2Factory: address } }, 'chains[0].pools must be left out: these pools are of EVM chains.'],
      [{ ...solana, multicall3: address }, 'chains[0].multicall3 must be left out: Multicall3 is of EVM chains.'],
      [{ ...solana, ens: { universalResolver: address } }, 'chains[0].ens must be left out: ENS is of EVM chains.'],
      [{ ...solana, tokens: [token] }, 'chains[0].tokens[0].address is no address of the solana family.'],
      [{ caip2: 'bip122:000000000019d6689c085ae165831e93', rpcMethods: [], tokens: [token] }, 'chains[0].tokens must be left out'],
      [{ ...local, tokens: [token, { ...token, address: address.toUpperCase().replace('X', 'x') }] }, 'chains[0].tokens[1] names 0xA1'],
    ] as const
    for (const [chain, refusal] of refusals) await expect(resolveChains([chain as never])).rejects.toThrow(refusal)
  })

  test('error: an unknown chain is told what it lacks', async () => {
    await expect(resolveChains([{ id: 987_654_321, rpcMethods: [] }])).rejects.toThrow(
      [
        'chains[0].name is missing, and chain 987654321 is not well known.',
        'chains[0].nativeCurrency is missing, and chain 987654321 is not well known.',
        'chains[0].upstreams is missing, and chain 987654321 is not well known.',
      ].join('\n'),
    )
  })

  test('error: a chain that is named twice', async () => {
    await expect(resolveChains([local, local])).rejects.toThrow('chains[1] names eip155:31337 a second time.')
  })
})

describe('networksOf', () => {
  test('behavior: browsers get the gateway and never an upstream', async () => {
    const chains = await resolveChains([local])
    const networks = networksOf(chains, null, 'https://api.example.com', 'my shop')
    expect(networks).toEqual([
      {
        id: 31337,
        caipNetworkId: 'eip155:31337',
        chainNamespace: 'eip155',
        name: 'Local',
        nativeCurrency: local.nativeCurrency,
        rpcUrls: { default: { http: ['https://api.example.com/v1/?chainId=eip155%3A31337&projectId=my+shop'] } },
      },
    ])
    expect(JSON.stringify(networks)).not.toContain('secret-key')
  })

  test('behavior: smart accounts are where a bundler is, and its address stays here', async () => {
    const bundler = { url: 'https://bundler.example.com/secret-key', paymaster: 'https://paymaster.example.com/secret-key' }
    const chains = await resolveChains([
      { ...local, bundler },
      { ...local, id: 5 },
    ])
    const offered = smartAccountsOf(chains, networksOf(chains, null, 'https://api.example.com', 'p'), 'https://api.example.com', 'p')
    expect(offered).toEqual([
      {
        caipNetworkId: 'eip155:31337',
        bundler: 'https://api.example.com/v1/bundler?projectId=p&chainId=eip155%3A31337',
        sponsored: true,
      },
    ])
  })

  test('behavior: a chain that the directory knows has its picture, from our own host', async () => {
    const picture = 'a'.repeat(64)
    const catalog = { networks: new Map([['eip155:31337', { id: 'eip155:31337', name: 'Local', image_id: picture }]]) }
    const [network] = networksOf(withImages(await resolveChains([local]), catalog), null, 'https://api.example.com', 'p')
    expect(network?.assets).toEqual({ imageId: picture, imageUrl: `https://api.example.com/public/getAssetImage/${picture}` })
  })

  test('behavior: without a node of its own a network has no URL; a test network has the picture of its family', async () => {
    const picture = 'b'.repeat(64)
    const main = 'bip122:000000000019d6689c085ae165831e93'
    const catalog = { networks: new Map([[main, { id: main, name: 'Bitcoin', image_id: picture }]]) }
    const chains = withImages(await resolveChains([{ caip2: 'bip122:000000000933ea01ad0ee984209779ba', rpcMethods: [] }]), catalog)
    expect(networksOf(chains, null, 'https://api.example.com', 'p')[0]).toMatchObject({
      id: '000000000933ea01ad0ee984209779ba',
      chainNamespace: 'bip122',
      testnet: true,
      rpcUrls: {},
      assets: { imageId: picture },
    })
  })

  test("behavior: the project's own order, without chains that have left the configuration", async () => {
    const chains = await resolveChains([local, { ...local, id: 5 }])
    const ids = networksOf(chains, ['eip155:5', 'eip155:99', 'eip155:31337'], 'https://api.example.com', 'p').map(({ id }) => id)
    expect(ids).toEqual([5, 31337])
  })
})

describe('indexer', () => {
  test('behavior: nobody is indexed unless the operator says so', async () => {
    const chains = await resolveChains([
      local,
      { ...local, id: 5, indexer: 'off' },
      { ...local, id: 6, indexer: 'full' },
      { ...local, id: 7, indexer: 'watch' },
    ])
    expect(chains.map(({ indexer }) => indexer)).toEqual([undefined, undefined, 'full', 'watch'])
  })

  test('error: only EVM chains are', async () => {
    const solana = { caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', rpcMethods: [], indexer: 'full' as const }
    await expect(resolveChains([solana])).rejects.toThrow('chains[0].indexer must be left out: only EVM chains are indexed')
  })
})
