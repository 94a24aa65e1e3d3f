import { describe, expect, test } from 'vitest'
import { secureFrameUrl } from '../secure.js'
import { secureApiSchemas, secureClientApiSchemas, secureHelloSchema, secureUserSchema, socialResultSchema } from './secure.js'

const invalid = expect.objectContaining({ name: 'RpcError', code: -32602 })
const thrown = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return error
  }
}
const target = { chainId: 'eip155:1', preferredAccountType: 'eoa', siwxMessage: 'a', rpcUrl: 'https://a.example/' }
const rectangle = { x: -12.5, y: 40, width: 360, height: 520 }

/** One well-formed call of every method. */
const calls: { readonly [K in keyof typeof secureApiSchemas]: unknown } = {
  connectEmail: { id: '1', email: 'a@example.com' },
  connectDevice: { id: '1' },
  connectOtp: { id: '1', otp: '123456' },
  getSocialRedirectUri: { id: '1', provider: 'google' },
  leaveForSocial: { id: '1', provider: 'google' },
  returnSocial: { id: '1' },
  waitSocial: { id: '1' },
  connectSocial: { id: '1', uri: 'https://secure.example/x', ...target },
  getFarcasterUri: { id: '1' },
  connectFarcaster: { id: '1', ...target },
  getUser: { id: '1', ...target },
  switchNetwork: { id: '1', chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', rpcUrl: 'https://a.example' },
  signOut: { refused: true },
  isConnected: {},
  getChainId: {},
  getSmartAccountEnabledNetworks: {},
  initSmartAccount: { id: '1', chainId: 'eip155:1' },
  estimateFee: { id: '1', chainId: 'eip155:1', calls: [{ to: `0x${'ab'.repeat(20)}`, value: '0x0', data: '0x' }] },
  setPreferredAccount: { id: '1', type: 'smartAccount' },
  updateEmail: { id: '1', email: 'b@example.com' },
  updateEmailPrimaryOtp: { id: '1', otp: '000000' },
  updateEmailSecondaryOtp: { id: '1', otp: '999999' },
  signIns: { id: '1', messages: [{ chainId: 'eip155:1', message: 'a' }] },
  syncTheme: { themeMode: 'dark', themeVariables: { accent: ['#000', '#fff'], radius: 4 }, locale: 'ar', dir: 'rtl' },
  syncDappData: { metadata: { name: 'A', icons: [] }, sdkVersion: '1', sdkType: 'html' },
  reload: {},
  rpcRequest: { id: '1', namespace: 'eip155', chainId: 'eip155:1', method: 'personal_sign', params: ['0x', '0x'] },
  rpcAbort: { requestId: '1' },
  placeApproval: { rectangle },
  getSecurity: { id: '1' },
  showSecurity: { id: '1', page: 'unlock' },
  abort: { id: '1' },
}

describe('secureApiSchemas', () => {
  test.each(Object.entries(calls))('behavior: %s', (method, params) => {
    const parse = secureApiSchemas[method as keyof typeof calls] as (input: unknown) => unknown
    expect(parse(params)).toEqual(params)
    expect(thrown(() => parse({ ...(params as object), extra: 1 }))).toEqual(invalid)
    for (const bad of [null, 7, 'x', [params]]) expect(thrown(() => parse(bad))).toEqual(invalid)
  })

  test('behavior: a code keeps its digits when it was pasted with spaces', () => {
    expect(secureApiSchemas.connectOtp({ id: '1', otp: ' 123 456 ' })).toEqual({ id: '1', otp: '123456' })
  })

  test('behavior: an address loses the spaces around it', () => {
    expect(secureApiSchemas.connectEmail({ id: '1', email: ' a@example.com ' })).toEqual({ id: '1', email: 'a@example.com' })
  })

  test.each([
    ['an e-mail address', 'connectEmail', { id: '1', email: 'a@' }],
    ['a code of five digits', 'connectOtp', { id: '1', otp: '12345' }],
    ['letters in a code', 'connectOtp', { id: '1', otp: '12345a' }],
    ['another provider', 'getSocialRedirectUri', { id: '1', provider: 'myspace' }],
    ['a network of another form', 'switchNetwork', { id: '1', chainId: '1' }],
    ['a script as a URL', 'connectSocial', { id: '1', uri: 'javascript:1' }],
    ['a rectangle without an end', 'placeApproval', { rectangle: { ...rectangle, height: Number.POSITIVE_INFINITY } }],
    ['no id', 'getUser', {}],
  ] as const)('error: refuses %s', (_what, method, params) => {
    expect(thrown(() => secureApiSchemas[method](params))).toEqual(invalid)
  })
})

describe('secureClientApiSchemas', () => {
  test.each([
    ['hello', { protocol: 1, build: '0.1.0', epoch: 'a' }],
    ['heartbeat', { seq: 3 }],
    ['approvalChanged', { seq: 1, approval: { requestId: '1', method: 'personal_sign', surface: 'frame', position: 1, total: 6 } }],
    ['approvalChanged', { seq: 1, approval: null }],
    ['heightChanged', { seq: 1, px: 480.5 }],
    ['sessionChanged', { seq: 1, isConnected: false, reason: 'expired' }],
    ['chainChanged', { seq: 1, chainId: 'eip155:10' }],
    ['keyPressed', { key: 'Escape' }],
  ] as const)('behavior: %s', (method, params) => {
    expect(secureClientApiSchemas[method](params)).toEqual(params)
    expect(thrown(() => secureClientApiSchemas[method]({ ...params, extra: 1 }))).toEqual(invalid)
  })
})

describe('secureHelloSchema', () => {
  test('behavior: what the dialog answers', () => {
    const hello = { protocol: 1, theme: calls.syncTheme, sdk: { type: 'html', version: '1' }, preferredAccountTypes: { eip155: 'eoa' } }
    expect(secureHelloSchema(hello)).toEqual(hello)
  })
})

describe('secureUserSchema', () => {
  test('behavior: a user without an address', () => {
    const user = {
      email: null,
      provider: 'farcaster',
      address: '0x1',
      chainId: 'eip155:1',
      accounts: [{ namespace: 'eip155', address: '0x1', type: 'eoa' }],
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    }
    expect(secureUserSchema(user)).toEqual(user)
    expect(thrown(() => secureUserSchema({ ...user, seed: '…' }))).toEqual(invalid)
  })
})

describe('socialResultSchema', () => {
  test('error: another message', () => {
    expect(thrown(() => socialResultSchema({ type: 'x', resultUri: 'https://a.example' }))).toEqual(invalid)
  })
})

describe('secureFrameUrl', () => {
  test('behavior: the specified query, and the origin', () => {
    const query = { projectId: 'p', origin: 'https://a.example', chainId: 'eip155:1', rpcUrl: 'https://rpc.example/?a=1' } as const
    expect(secureFrameUrl('https://secure.example', query)).toMatchInlineSnapshot(
      `"https://secure.example/sdk?projectId=p&chainId=eip155%3A1&version=4&enableLogger=false&rpcUrl=https%3A%2F%2Frpc.example%2F%3Fa%3D1&origin=https%3A%2F%2Fa.example"`,
    )
  })
})
