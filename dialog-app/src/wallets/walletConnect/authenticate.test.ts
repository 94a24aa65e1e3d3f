import { readSignInMessage } from '@latchkey/protocol/siwx'
import { until } from '@latchkey/testkit/src/until.ts'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { deferred } from '../../testing/scriptedWallet.js'
import { testNetworks } from './testing/networks.js'
import { type Scene, scan, sign, startScene } from './testing/setup.js'

/* Connecting and signing in by one approval (`wc_sessionAuthenticate`), with a real relay and WalletConnect's own client as the wallet. */

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.close())

const evm = testNetworks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
const offer = { domain: 'page.example', uri: 'https://page.example', statement: 'Hello.', issuedAt: '' }
function startDialog() {
  let nonces = 0
  const offerSignIn = async () => ({ ...offer, nonce: `nonce0000${nonces++}` })
  return { ...scene.startDialog({ networks: () => evm, offerSignIn }), nonces: () => nonces }
}

test('behavior: one approval gives the session and a message that says what was offered', async () => {
  const { wallet } = startDialog()
  const phone = await scene.startPhone({ authenticates: true })
  const { signed, accounts, networkId } = await scan(wallet, phone)
  expect(accounts[0]?.address).toBe(phone.address('eip155:31337'))
  expect(signed).toMatchObject({ networkId, address: accounts[0]?.address })
  expect(readSignInMessage(signed?.message ?? '')).toMatchObject({
    domain: 'page.example',
    uri: 'https://page.example',
    nonce: 'nonce00000',
    chainId: '31337',
    statement: expect.stringMatching(/^Hello\. I further authorize/),
  })
  const { message = '', signature } = signed ?? {}
  expect(await verifyMessage({ address: signed?.address as `0x${string}`, message, signature: signature as `0x${string}` })).toBe(true)
  // What was granted can be used, and no second question was needed.
  expect(phone.requests).toEqual([])
  expect(await sign(wallet)).toMatch(/^0x/)
  expect(wallet.connections().eip155?.accounts).toHaveLength(1)
})

test('behavior: a wallet that does not know it connects by the same code', async () => {
  const { wallet, nonces } = startDialog()
  const phone = await scene.startPhone()
  const connection = await scan(wallet, phone)
  expect(connection.signed).toBeUndefined()
  expect(connection.accounts[0]?.address).toBe(phone.address('eip155:31337'))
  expect(nonces()).toBe(1)
  expect(await sign(wallet)).toMatch(/^0x/)
})

test('error: the user refuses: so does the connection', async () => {
  const phone = await scene.startPhone({ authenticates: true, approveSession: () => false })
  await expect(scan(startDialog().wallet, phone)).rejects.toMatchObject({ code: 5000, message: 'User rejected.' })
})

test('error: a wallet that fails at it is asked to connect alone, by another code', async () => {
  const { wallet, nonces } = startDialog()
  const phone = await scene.startPhone({ authenticates: 'badly' })
  const { signed, accounts } = await scan(wallet, phone)
  expect(signed).toBeUndefined()
  expect(accounts[0]?.address).toBe(phone.address('eip155:31337'))
  expect(nonces()).toBe(1)
})

/** Plays the node of the library's vendor, which says of every signature that it is the contract's. */
function stubVendorsNode() {
  const asked = vi.fn<typeof fetch>(async () => Response.json({ result: '0x1626ba7e' }))
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', asked)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    complained.mockRestore()
  })
  return { asked, complained }
}

test('behavior: a contract account is asked to connect alone, and no node of anybody else’s about its signature', async () => {
  const { asked, complained } = stubVendorsNode()
  const { wallet, nonces } = startDialog()
  const log: string[] = []
  const phone = await scene.startPhone({ authenticates: 'contract', log: (line) => log.push(line) })
  const { signed, accounts } = await scan(wallet, phone)
  expect(signed).toBeUndefined()
  expect(accounts[0]?.address).toBe(phone.address('eip155:31337'))
  expect(nonces()).toBe(1)
  expect(await sign(wallet)).toMatch(/^0x/)
  // One is the phone's own look at what it signed: the same library, in this process.
  expect(log.filter((line) => line.startsWith('Signed in at'))).toHaveLength(1)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(complained).not.toHaveBeenCalled()
})

test('error: an approval after the code was cancelled connects nobody', async () => {
  const { wallet } = startDialog()
  const log: string[] = []
  const asked = deferred<void>()
  const answer = deferred<boolean>()
  const phone = await scene.startPhone({
    authenticates: true,
    log: (line) => log.push(line),
    approveSession: () => {
      asked.resolve()
      return answer.promise
    },
  })
  const control = new AbortController()
  const connecting = scan(wallet, phone, { signal: control.signal })
  await asked.promise
  control.abort()
  await expect(connecting).rejects.toMatchObject({ code: 4001 })
  answer.resolve(true)
  await until(() => log.some((line) => /sign/i.test(line)), 'the late approval')
  expect(wallet.connections()).toEqual({})
  const other = await scene.startPhone({ authenticates: true, name: 'Another phone' })
  await scan(wallet, other)
  expect(wallet.info.name).toBe('Another phone')
  // Nothing is left of the first one that a reload could find.
  expect(other.topics()).toContain(wallet.topic())
})
