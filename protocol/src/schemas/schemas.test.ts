import { describe, expect, test } from 'vitest'
import { limits } from '../constants.js'
import type { Hello } from '../contracts.js'
import { dialogApiSchemas, helloSchema, hostApiSchemas, optionsSchema, parseResume, walletInfoSchema, wireErrorSchema } from './index.js'

const icon = 'data:image/svg+xml,<svg/>'
const wallet = { id: 'io.example', name: 'Example', icon, rdns: 'io.example', source: 'announced', namespaces: { eip155: {} } }
const hello: Hello = {
  protocol: 1,
  sdk: { type: 'script', version: '0.1.0' },
  page: { url: 'https://a.example/', title: 'A' },
  options: {},
  environment: { colorScheme: 'dark', dir: 'rtl', lang: 'ar' },
  resume: null,
  wallets: [],
  events: [],
}
const invalid = expect.objectContaining({ name: 'RpcError', code: -32602 })
const rejects = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
const own = (json: string): Record<string, unknown> => JSON.parse(json)

describe('walletInfoSchema', () => {
  test('behavior: keeps what the contract knows', () => {
    expect(
      walletInfoSchema({ ...wallet, isMetaMask: true, namespaces: { eip155: { chains: ['eip155:1'], extra: 1 }, dogecoin: {} } }),
    ).toEqual({
      ...wallet,
      namespaces: { eip155: { chains: ['eip155:1'] } },
    })
  })

  test.each([
    ['an https picture', 'https://a.example/i.png'],
    ['a document', 'data:text/html,<script>1</script>'],
    ['another picture type', 'data:image/bmp;base64,AA=='],
    ['more than 64 kB', `data:image/png;base64,${'A'.repeat(limits.iconBytes)}`],
    ['no string', 7],
  ])('behavior: drops an icon that is %s', (_what, bad) => {
    expect(walletInfoSchema({ ...wallet, icon: bad })).not.toHaveProperty('icon', bad)
  })

  test.each([
    ['no name', { ...wallet, name: '' }],
    ['a name of 65 characters', { ...wallet, name: 'x'.repeat(65) }],
    ['a name that is read backwards', { ...wallet, name: '\u202eksaMateM' }],
    ['a name with characters that nobody sees', { ...wallet, name: 'Meta\u200bMask' }],
    ['a name of two lines', { ...wallet, name: 'Meta\nMask' }],
    ['an id of 129 characters', { ...wallet, id: 'x'.repeat(129) }],
    ['a source of its own', { ...wallet, source: 'trusted' }],
    ['no namespaces', { ...wallet, namespaces: undefined }],
    ['a list', [wallet]],
    ['null', null],
  ])('error: refuses %s', (_what, bad) => {
    expect(rejects(() => walletInfoSchema(bad))).toEqual(invalid)
  })
})

describe('dialogApiSchemas', () => {
  test('behavior: has one per method', () => {
    expect(Object.keys(dialogApiSchemas).sort()).toMatchInlineSnapshot(`
      [
        "abort",
        "back",
        "close",
        "disconnect",
        "open",
        "request",
        "resumeChanged",
        "setEnvironment",
        "setOptions",
        "signOut",
        "switchNetwork",
        "walletEvent",
        "walletsChanged",
      ]
    `)
  })

  test('behavior: one malformed wallet does not hide the others, and a flood is cut to 100', () => {
    const flood = Array.from({ length: 300 }, (_, index) => ({ ...wallet, id: `w${index}` }))
    const { wallets } = dialogApiSchemas.walletsChanged({ wallets: [null, { ...wallet, name: 5 }, ...flood] })
    expect(wallets).toHaveLength(100)
    expect(wallets[0]?.id).toBe('w0')
  })

  test('behavior: leaves request parameters alone', () => {
    const params = [{ nested: new Uint8Array([1]) }]
    const request = { id: 'a', namespace: 'eip155', networkId: null, method: 'eth_call', params }
    expect(dialogApiSchemas.request(request)).toEqual(request)
  })

  test.each([
    ['an unknown family', { namespace: 'dogecoin' }, 'namespace: '],
    ['a malformed network', { networkId: 'eip155' }, 'networkId: Invalid CAIP-2 network id'],
    ['an inherited family', { namespace: 'constructor' }, 'namespace: '],
    ['a method that is no string', { method: ['eth_call'] }, 'method: '],
    ['a method of a megabyte', { method: 'x'.repeat(1_000_000) }, 'method: '],
    ['no id', { id: undefined }, 'id: '],
  ])('error: request refuses %s', (_what, change, message) => {
    const request = { id: 'a', namespace: 'eip155', networkId: 'eip155:1', method: 'eth_call', params: [], ...change }
    const error = rejects(() => dialogApiSchemas.request(request))
    expect(error).toEqual(invalid)
    expect((error as Error).message).toContain(message)
  })

  test('error: open refuses a view that does not exist', () => {
    expect(rejects(() => dialogApiSchemas.open({ id: 'a', view: 'toString' }))).toEqual(invalid)
  })

  test('behavior: a resume record that is too long counts as none', () => {
    expect(dialogApiSchemas.resumeChanged({ value: 'x'.repeat(limits.resumeBytes + 1) })).toEqual({ value: null })
  })

  test('behavior: a strange environment falls back', () => {
    expect(dialogApiSchemas.setEnvironment({ colorScheme: 'sepia', dir: 7 })).toEqual({ colorScheme: 'light', dir: 'ltr', lang: '' })
  })
})

describe('hostApiSchemas', () => {
  test('behavior: has one per method', () => {
    expect(Object.keys(hostApiSchemas).sort()).toMatchInlineSnapshot(`
      [
        "abort",
        "callback",
        "emit",
        "hello",
        "leave",
        "reportMistakes",
        "saveResume",
        "setHeight",
        "setVisible",
        "stateChanged",
        "walletRequest",
      ]
    `)
  })

  test('error: a height that is no finite number is refused', () => {
    for (const px of [Number.NaN, Number.POSITIVE_INFINITY, -1, '5'])
      expect(rejects(() => hostApiSchemas.setHeight({ px }))).toEqual(invalid)
  })
})

describe('helloSchema', () => {
  test('behavior: keeps a whole hello', () => {
    const whole = { ...hello, options: { themeMode: 'dark', networks: ['eip155:1'] }, wallets: [wallet] }
    expect(helloSchema(whole)).toEqual(whole)
  })

  test('behavior: long titles are cut, malformed events left out', () => {
    const answer = helloSchema({ ...hello, page: { url: 5, title: 'x'.repeat(10_000) }, events: [{ walletId: 'a' }, null] })
    expect([answer.page.url, answer.page.title.length, answer.events.length]).toEqual(['', 256, 0])
  })

  test('behavior: nothing that is called __proto__ reaches an object', () => {
    const hostile = own(
      `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"messages":{"__proto__":{"polluted":"1"},"en":{"__proto__":"1","title":"T"}},"themeVariables":{"__proto__":"red","accent":"red"}}`,
    )
    const answer = helloSchema({ ...hello, options: hostile })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(Object.keys(answer.options).sort()).toEqual(['messages', 'themeVariables'])
    for (const value of [answer.options, answer.options.messages, answer.options.themeVariables])
      expect((value as { polluted?: unknown }).polluted).toBeUndefined()
    expect(answer.options.messages?.en).toEqual({ title: 'T' })
    expect(answer.options.themeVariables).toEqual({ accent: 'red' })
  })

  test('error: tells which option is wrong', () => {
    const error = rejects(() => helloSchema({ ...hello, options: { features: { email: 'yes' } } }))
    expect(error).toEqual(invalid)
    expect((error as Error).message).toMatch(/^options\.features\.email: /)
  })
})

describe('optionsSchema', () => {
  test('behavior: unknown keys are left out', () => {
    expect(optionsSchema({ themeMode: 'auto', onConnect: 'eval', projectId: 'p' })).toEqual({ themeMode: 'auto' })
  })

  test.each(['red;background:url(//x)', 'url(https://x)', '</style>', 'image-set("x" 1x)', 'a{b}', 'red !important', '\\75rl(x)'])(
    'error: refuses %s as a theme value',
    (value) => {
      expect(rejects(() => optionsSchema({ themeVariables: { accent: value } }))).toEqual(invalid)
    },
  )

  test('behavior: takes colours, lengths and pairs of them as theme values', () => {
    const themeVariables = { accent: ['#0a84ff', 'rgb(10 132 255 / 80%)'], radius: 12, font: `'Inter', system-ui` }
    expect(optionsSchema({ themeVariables })).toEqual({ themeVariables })
  })

  test.each(['javascript:alert(1)', 'JavaScript:alert(1)', ' javascript:alert(1)', 'data:text/html,1', 'vbscript:x', 'blob:https://a/1'])(
    'error: refuses %s as any link',
    (url) => {
      expect(rejects(() => optionsSchema({ termsConditionsUrl: url }))).toEqual(invalid)
      expect(rejects(() => optionsSchema({ customWallets: [{ id: 'a', name: 'A', mobile_link: url }] }))).toEqual(invalid)
      const network = {
        id: 1,
        caipNetworkId: 'eip155:1',
        chainNamespace: 'eip155',
        name: 'One',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: {},
        blockExplorers: { default: { name: 'x', url } },
      }
      expect(rejects(() => optionsSchema({ networks: [network] }))).toEqual(invalid)
    },
  )

  test('behavior: takes an app scheme as a wallet link', () => {
    const customWallets = [{ id: 'a', name: 'A', mobile_link: 'example-wallet://' }]
    expect(optionsSchema({ customWallets })).toEqual({ customWallets })
  })

  test('behavior: page metadata is decoration and never a reason to refuse', () => {
    expect(optionsSchema({ metadata: { name: 'A', url: 'javascript:1', icons: 'x' } }).metadata).toEqual({ name: 'A' })
  })
})

describe('parseResume', () => {
  const resume = {
    v: 1,
    active: 'eip155',
    connections: { eip155: { walletId: 'io.example', kind: 'host', networkId: 'eip155:1' } },
    recent: ['a'],
  }

  test('behavior: reads what was written', () => {
    expect(parseResume(JSON.stringify(resume))).toEqual(resume)
  })

  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['another version', JSON.stringify({ ...resume, v: 2 })],
    ['another family', JSON.stringify({ ...resume, active: 'dogecoin' })],
    ['a malformed network', JSON.stringify({ ...resume, connections: { eip155: { walletId: 'a', kind: 'host', networkId: '0x1' } } })],
    ['too long', JSON.stringify({ ...resume, recent: ['x'.repeat(5_000)] })],
    ['a list', '[]'],
    ['an object', {}],
  ])('behavior: null for %s', (_what, value) => {
    expect(parseResume(value)).toBeNull()
  })
})

describe('wireErrorSchema', () => {
  test('behavior: keeps code, message and data, and nothing else', () => {
    expect(wireErrorSchema({ code: 4100, message: 'm', data: { a: 1 }, stack: 'at https://…' })).toEqual({
      code: 4100,
      message: 'm',
      data: { a: 1 },
    })
  })

  test('error: refuses a code that is no whole number', () => {
    for (const code of ['4100', 1.5, null, Number.NaN]) expect(rejects(() => wireErrorSchema({ code, message: 'm' }))).toEqual(invalid)
  })
})
