import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError } from './mistakes.js'
import { checkConfig, readConfig } from './readConfig.js'

const chain = {
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [{ url: 'http://127.0.0.1:8545' }],
}
const valid = {
  urls: { dialog: 'https://dialog.example.com', secure: 'https://secure.example.net/', api: 'https://api.example.com' },
  chains: [chain],
  projects: [{ id: 'shop', name: 'Shop', origins: ['https://shop.example.com'] }],
}

function mistakes(input: unknown, environment: Record<string, string> = {}): readonly string[] {
  try {
    checkConfig(input, environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes
    throw error
  }
  return []
}

describe('checkConfig', () => {
  test('behavior: fills in every default and normalises base URLs', () => {
    expect(checkConfig(valid)).toMatchObject({
      listen: { host: '127.0.0.1', port: 4100 },
      urls: { secure: 'https://secure.example.net' },
      trustedProxies: 0,
      log: { level: 'info', hashAddresses: false },
      limits: { batch: 1000 },
      chains: [{ rpcMethods: [], upstreams: [{ weight: 1 }] }],
      projects: [{ enabled: true, mode: 'production', ancestors: [], features: null, networks: null }],
    })
  })

  test('behavior: a checked configuration is itself a valid one', () => {
    const once = checkConfig(valid)
    expect(checkConfig(once)).toEqual(once)
  })

  test('behavior: LI.FI needs no key, and MoonPay its two', () => {
    const services = { swaps: { lifi: {} }, onramp: { moonpay: { key: 'pk_live_a', secret: 'sk_live_b' } } }
    const checkout = { url: 'https://api.moonpay.com', checkout: 'https://buy.moonpay.com' }
    expect(checkConfig({ ...valid, ...services })).toMatchObject({
      swaps: { lifi: {} },
      onramp: { moonpay: { key: 'pk_live_a', secret: 'sk_live_b', ...checkout } },
    })
  })

  test('behavior: the environment wins over the file', () => {
    const environment = {
      LATCHKEY_PORT: '5000',
      LATCHKEY_API_URL: 'https://api.other.com',
      DATABASE_URL: 'postgres://db/x',
      LATCHKEY_LOG_LEVEL: '',
    }
    expect(checkConfig({ ...valid, listen: { port: 1 } }, environment)).toMatchObject({
      listen: { port: 5000 },
      urls: { api: 'https://api.other.com', dialog: 'https://dialog.example.com' },
      database: { url: 'postgres://db/x' },
      log: { level: 'info' },
    })
  })

  test('behavior: a name in dollar and braces inside a string is taken from the environment', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the file's own syntax
    const input = { ...valid, chains: [{ ...chain, upstreams: [{ url: 'https://node.example.com/${NODE_KEY}' }] }] }
    expect(checkConfig(input, { NODE_KEY: 'k3y' }).chains[0]?.upstreams?.[0]?.url).toBe('https://node.example.com/k3y')
    expect(mistakes(input)).toEqual(['chains[0].upstreams[0].url names the environment variable NODE_KEY, which is not set.'])
  })

  test.each<[string, unknown, string[]]>([
    ['no object', [], ['The configuration must be a JSON object.']],
    ['nothing', {}, ['urls is missing.', 'chains is missing.']],
    ['a misspelt key', { ...valid, chain: [] }, ['The configuration has an unknown key: chain.']],
    ['misspelt keys inside', { ...valid, urls: { ...valid.urls, dialogue: 'x', foo: 1 } }, ['urls has unknown keys: dialogue, foo.']],
    [
      'services of swaps and purchases without what they need',
      { ...valid, swaps: { lifi: { integrator: 'my shop!' } }, onramp: { moonpay: { key: 'pk_live_a', secret: '' } } },
      ['swaps.lifi.integrator must have 1 to 23 letters, digits, -, _ or dots.', 'onramp.moonpay.secret must not be empty.'],
    ],
    ['a number as text', { ...valid, listen: { port: '80' } }, ['listen.port must be a number.']],
    ['a port too high', { ...valid, listen: { port: 70_000 } }, ['listen.port must be at most 65535.']],
    [
      'a base URL with a path',
      { ...valid, urls: { ...valid.urls, api: 'https://api.example.com/x' } },
      ['urls.api must be a base URL such as https://dialog.example.com, without a path.'],
    ],
    [
      'one origin twice',
      { ...valid, urls: { ...valid.urls, api: 'https://dialog.example.com' } },
      ['urls.api must have another hostname, or another port, than urls.dialog: the parts are told apart by host.'],
    ],
    [
      'an API for restricted visitors on the hostname of another part',
      { ...valid, restricted: { api: 'https://dialog.example.com' } },
      ['restricted.api must have another hostname, or another port, than urls.dialog: the parts are told apart by host.'],
    ],
    ['no chains', { ...valid, chains: [] }, ['chains must not be empty.']],
    ['a secret that can be guessed', { ...valid, secret: 'abc' }, ['secret must have at least 16 characters.']],
    [
      'an upstream that is no URL',
      { ...valid, chains: [{ ...chain, upstreams: [{ url: 'ws://x' }] }] },
      ['chains[0].upstreams[0].url must be an http or https URL.'],
    ],
    ['a chain without id', { ...valid, chains: [{ name: 'x' }] }, ['chains[0] must name its chain by exactly one of id and caip2.']],
    [
      'contracts that are none',
      {
        ...valid,
        chains: [
          {
            id: 1,
            multicall3: '0x12',
            pools: { weth: `0x${'a1'.repeat(20)}` },
            tokens: [{ address: `0x${'a1'.repeat(20)}`, symbol: 'USDC', decimals: 6, logo: 'http://logo.example/usdc.png' }],
          },
        ],
      },
      [
        'chains[0].tokens[0].logo must be an https URL, or a data: URI of an image.',
        'chains[0].pools must name at least one of v2Factory and v3Factory.',
        'chains[0].multicall3 must be an address: 0x and 40 hexadecimal digits.',
      ],
    ],
    [
      'a contract with a slip in it, which its checksum tells',
      { ...valid, chains: [{ ...chain, multicall3: '0xcA11bde05977b3631167028862bE2a173976CA12' }] },
      ['chains[0].multicall3 must be an address; the capitals of this one are no checksum (EIP-55), so a digit may be wrong.'],
    ],
    [
      'an unknown family',
      { ...valid, chains: [{ caip2: 'doge:x' }] },
      ['chains[0].caip2 must be a CAIP-2 id such as eip155:1 or solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp.'],
    ],
    [
      'a bad origin pattern',
      { ...valid, projects: [{ id: 'a', name: 'A', origins: ['https://www-*.example.com'] }] },
      ['projects[0].origins[0] may use * only as one whole label, as in *.example.com.'],
    ],
    [
      'production without origins',
      { ...valid, projects: [{ id: 'a', name: 'A' }] },
      ['projects[0].origins must list at least one origin, because a project in production mode allows no other.'],
    ],
    [
      'an unknown mode',
      { ...valid, projects: [{ id: 'a', name: 'A', mode: 'test' }] },
      ['projects[0].mode must be one of: development, production.'],
    ],
    [
      'a wildcard ancestor',
      { ...valid, projects: [{ id: 'a', name: 'A', mode: 'development', ancestors: ['https://*.telegram.org'] }] },
      ['projects[0].ancestors[0] must be an exact origin such as https://web.telegram.org, in lower case and without a path.'],
    ],
    [
      'one project twice',
      { ...valid, projects: [valid.projects[0], valid.projects[0]] },
      ['projects[1].id is used by another project: shop.'],
    ],
    [
      'a network that is not configured',
      { ...valid, projects: [{ ...valid.projects[0], networks: ['eip155:1'] }] },
      ['projects[0] names the network eip155:1, which is not among chains.'],
    ],
    ['another database', { ...valid, database: { url: 'mysql://x' } }, ['database.url must start with postgres:// or postgresql://.']],
  ])('error: %s', (_, input, expected) => {
    expect(mistakes(input)).toEqual(expected)
  })

  test('error: all mistakes come together, one sentence each', () => {
    const found = mistakes({ ...valid, listen: { port: -1 }, log: { level: 'loud' }, nonsense: true }, { LATCHKEY_TRUSTED_PROXIES: 'many' })
    expect(found).toEqual([
      'LATCHKEY_TRUSTED_PROXIES must be a whole number.',
      'listen.port must be at least 0.',
      'log.level must be one of: trace, debug, info, warn, error, silent.',
      'The configuration has an unknown key: nonsense.',
    ])
  })

  test('error: a key named __proto__ pollutes nothing and is a mistake', () => {
    const input = JSON.parse(`{"__proto__":{"polluted":true},"urls":${JSON.stringify(valid.urls)},"chains":[{"id":1,"__proto__":{"x":1}}]}`)
    expect(mistakes(input).length).toBeGreaterThan(0)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('readConfig', () => {
  const inFolder = async (text: string | null, run: (path: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-config-'))
    const path = join(folder, 'latchkey.config.json')
    try {
      if (text !== null) await writeFile(path, text)
      await run(path)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  test('behavior: reads the file that LATCHKEY_CONFIG names', () =>
    inFolder(JSON.stringify(valid), async (path) => {
      expect((await readConfig({ LATCHKEY_CONFIG: path })).urls.dialog).toBe('https://dialog.example.com')
    }))

  test('error: a missing file is named', () =>
    inFolder(null, async (path) => {
      await expect(readConfig({ LATCHKEY_CONFIG: path })).rejects.toThrow(`The configuration file ${path} does not exist.`)
    }))

  test('error: a file that is not JSON is named', () =>
    inFolder('{ "urls": ', async (path) => {
      await expect(readConfig({ LATCHKEY_CONFIG: path })).rejects.toThrow(`The configuration file ${path} is not JSON`)
    }))
})
