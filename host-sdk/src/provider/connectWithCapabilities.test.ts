// @vitest-environment happy-dom

import { readSignInMessage } from '@latchkey/protocol/siwx'
import { verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CapabilitiesContext, connectWithCapabilities } from './connectWithCapabilities.js'

const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const asked: string[] = []
const context: CapabilitiesContext = {
  connect: async () => {
    asked.push('connect')
    return [account.address, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC']
  },
  network: () => 'eip155:8453',
  signIn: () => undefined,
  async request({ method, params }) {
    asked.push(method)
    return account.signMessage({ message: { raw: (params as [`0x${string}`])[0] } })
  },
}
type Granted = {
  readonly accounts: readonly {
    readonly address: string
    readonly capabilities: { readonly signInWithEthereum?: { message: string; signature: `0x${string}` } }
  }[]
  readonly chainIds: readonly string[]
}
const connect = (options: object, changes: Partial<CapabilitiesContext> = {}) =>
  connectWithCapabilities({ ...context, ...changes }, [{ version: '1', ...options }]) as Promise<Granted>
const signIn = (signInWithEthereum: object, more: object = {}) => connect({ capabilities: { signInWithEthereum }, ...more })

beforeEach(() => {
  asked.length = 0
  location.href = 'https://shop.example/cart'
})

describe('wallet_connect', () => {
  test('behavior: without capabilities, the accounts and where they are', async () => {
    expect(await connect({})).toEqual({
      accounts: [
        { address: account.address, capabilities: {} },
        { address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', capabilities: {} },
      ],
      chainIds: ['0x2105'],
    })
    expect(asked).toEqual(['connect'])
  })

  test('behavior: signs the exact message of EIP-4361 for this page, which viem verifies', async () => {
    const { accounts } = await signIn(
      { nonce: 'abcdefgh1', statement: 'Welcome.', requestId: 'r1', resources: ['https://shop.example/terms'] },
      { chainIds: ['0xa'] },
    )
    const { message = '', signature = '0x' } = accounts[0]?.capabilities.signInWithEthereum ?? {}
    const parsed = parseSiweMessage(message)
    expect(parsed).toMatchObject({
      domain: 'shop.example',
      uri: 'https://shop.example',
      nonce: 'abcdefgh1',
      chainId: 10,
      statement: 'Welcome.',
      requestId: 'r1',
    })
    expect(validateSiweMessage({ message: parsed, domain: 'shop.example', nonce: 'abcdefgh1', address: account.address })).toBe(true)
    expect(readSignInMessage(message)).not.toBeNull()
    expect(await verifyMessage({ address: account.address, message, signature })).toBe(true)
    expect(accounts[1]?.capabilities).toEqual({})
  })

  test('behavior: a page without a nonce gets a fresh one each time, on the network of the wallet', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => parseSiweMessage((await signIn({})).accounts[0]?.capabilities.signInWithEthereum?.message ?? '')),
    )
    expect(nonces.map(({ chainId }) => chainId)).toEqual([8453, 8453])
    expect(new Set(nonces.map(({ nonce }) => nonce)).size).toBe(2)
  })

  test('behavior: a sign-in that connecting led to is not asked for again', async () => {
    const known = { address: account.address, networkId: 'eip155:8453' as const, message: 'm', signature: '0x1' }
    const { accounts } = await connect({ capabilities: { signInWithEthereum: {} } }, { signIn: () => known })
    expect(accounts[0]?.capabilities.signInWithEthereum).toEqual({ message: 'm', signature: '0x1' })
    expect(asked).toEqual(['connect'])
  })

  test.each([
    ['another domain', { domain: 'evil.example' }],
    ['an address elsewhere', { uri: 'https://evil.example/' }],
    ['another scheme', { scheme: 'http' }],
    ['a short nonce', { nonce: 'abc' }],
    ['a chain that is none', { chainId: 'mainnet' }],
    ['a field of two lines', { statement: 'a\nNonce: 1' }],
  ])('error: %s is refused before the user is asked', async (_what, wrong) => {
    await expect(signIn({ nonce: 'abcdefgh1', ...wrong })).rejects.toMatchObject({ code: -32602 })
    expect(asked).toEqual([])
  })
})
