import { describe, expect, test } from 'vitest'
import { findMistakes, readOptions } from './mistakes.js'

const network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
}

describe('readOptions', () => {
  test('behavior: options that are right are taken as they are', () => {
    const options = { themeMode: 'dark', networks: ['eip155:1', network], metadata: { name: 'Shop' }, features: { email: false } }
    expect(readOptions(options)).toEqual(options)
  })

  test('error: of options with mistakes only the mistakes are left out', () => {
    const options = {
      themeMode: 'drak',
      networks: ['eip155:1', 'ethereum', 10, network],
      customWallets: [
        { id: 'a', name: 'A', image_url: '' },
        { id: 'b', name: '' },
        { id: 'c', name: 'C' },
      ],
      features: { email: 'yes', socials: ['google', 'gogle'], collapseWallets: true },
      themeVariables: { accent: ['#fff', 'red;'], radius: 1 },
      metadata: { name: 'Shop', icons: 'https://shop.example/icon.png' },
      locale: 'ar',
    }
    expect(readOptions(options)).toEqual({
      networks: ['eip155:1', network],
      customWallets: [
        { id: 'a', name: 'A' },
        { id: 'c', name: 'C' },
      ],
      features: { socials: ['google'], collapseWallets: true },
      themeVariables: { radius: 1 },
      metadata: { name: 'Shop' },
      locale: 'ar',
    })
  })

  test('error: a network with a wrong part that it can do without keeps its place', () => {
    const { networks } = readOptions({ networks: [{ ...network, blockExplorers: { default: { name: 'Scan', url: '' } } }] })
    expect(networks).toMatchObject([{ caipNetworkId: 'eip155:1' }])
  })

  test('error: a list of which nothing is right is left out; an empty one is what its author wants', () => {
    expect(readOptions({ networks: ['ethereum', 10], features: { socials: ['gogle'] } })).toEqual({ features: {} })
    expect(readOptions({ networks: [], features: { socials: [] } })).toEqual({ networks: [], features: { socials: [] } })
  })

  test('error: an option that is wrong throughout goes as a whole, and takes no other with it', () => {
    expect(readOptions({ networks: Array.from({ length: 1_000 }, () => 'ethereum'), locale: 'ar' })).toEqual({ locale: 'ar' })
  })

  test.each([undefined, null, 'dark', [], 5])('error: %j is as good as no options', (value) => {
    expect(readOptions(value)).toEqual({})
  })
})

describe('findMistakes', () => {
  const paths = (input: unknown, development = true) => findMistakes(input, development).map(({ kind, path, value }) => [kind, path, value])

  test('behavior: options that are right have none', () => {
    const options = { themeMode: 'dark', networks: ['eip155:1', network], preload: 'idle', announce: true, metadata: { name: 'Shop' } }
    expect(findMistakes(options, true)).toEqual([])
  })

  test('error: each is named once, with its value and what the option takes', () => {
    expect(findMistakes({ themeMode: 'drak', preload: 'eager', features: { email: 'yes' } }, false)).toEqual([
      { kind: 'value', path: 'features.email', value: '"yes"', expected: 'boolean' },
      { kind: 'value', path: 'themeMode', value: '"drak"', expected: '"light", "dark", "auto"' },
      { kind: 'value', path: 'preload', value: '"eager"', expected: '"intent", "idle", "none"' },
    ])
    expect(paths({ themeVariables: { accent: ['#fff', 'red;'] } })).toEqual([['value', 'themeVariables.accent.1', '"red;"']])
    expect(paths({ customWallets: [{ id: 'a' }] })).toEqual([['value', 'customWallets.0', '{"id":"a"}']])
    expect(paths({ metadata: { icons: ['x', 'https://shop.example/i.png'] } })).toEqual([['value', 'metadata.icons.0', '"x"']])
  })

  test('behavior: what has no effect yet is named, unless it asks for nothing', () => {
    expect(
      paths({ enableAnalytics: true, siwx: { required: false }, features: { swaps: ['1inch'], send: false, email: true } }, false),
    ).toEqual([
      ['noEffect', 'siwx', '{"required":false}'],
      ['noEffect', 'features.swaps', '["1inch"]'],
    ])
  })

  test('error: options that do not exist are named in development', () => {
    const options = { thememode: 'dark', features: { emial: true }, metadata: { nam: 'x' } }
    expect(paths(options)).toEqual([
      ['unknown', 'thememode', '"dark"'],
      ['unknown', 'features.emial', 'true'],
      ['unknown', 'metadata.nam', '"x"'],
    ])
    expect(paths(options, false)).toEqual([])
  })

  test('behavior: a long value is cut', () => {
    expect(findMistakes({ locale: 'x'.repeat(5_000) }, false)[0]?.value.length).toBeLessThan(120)
  })
})
