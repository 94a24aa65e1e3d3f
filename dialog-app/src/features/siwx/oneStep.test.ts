// @vitest-environment happy-dom

import { type Hello, solanaMainnet } from '@latchkey/protocol'
import { readSignInMessage, type SignInMessage, writeSignInMessage } from '@latchkey/protocol/siwx'
import { base64 } from '@scure/base'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loadNamespace } from '../../namespaces/registry.js'
import { currentOffer } from '../../state/signInOffer.js'
import { siwxStore } from '../../state/siwx.js'
import { network, openAndChoose, startPage, walletInfo } from '../../testing/fakePage.js'
import { otherSolanaAddress, solanaAddress } from '../../testing/familyAddresses.js'
import { address, deferred, otherAddress, type ScriptedWallet, scriptedWallet } from '../../testing/scriptedWallet.js'
import { type SignInServer, stubSignInServer } from '../../testing/signInServer.js'
import { retryConnect } from '../connect/connect.js'
import { setDiscovered } from '../connect/wallets.js'
import { closeDialog } from '../navigator/close.js'
import { confirmSignIn } from './startSiwx.js'

/* An extension that connects and signs in by one question. The server's own judgement of what it signed is tested in e2e/siwx.spec.ts. */

let api: SignInServer
beforeEach(() => {
  localStorage.clear()
  api = stubSignInServer()
  return () => vi.unstubAllGlobals()
})

type Started = Awaited<ReturnType<typeof startPage>>
const phase = (page: Started) => page.stores.connecting.getState().phase
const view = (page: Started) => page.stores.view.getState().history.at(-1)?.name
const asksAgain = (page: Started) =>
  vi.waitFor(() => expect([view(page), siwxStore(page.dialog).getState().phase]).toEqual(['SIWXSignMessage', 'ready']), 10_000)

/** Opens the dialog, waits until a sign-in can be offered, and chooses the wallet. */
async function begin(
  wallet: ScriptedWallet,
  siwx: Exclude<Hello['options']['siwx'], false> = { required: true },
  family: 'eip155' | 'solana' = 'eip155',
) {
  const networks = family === 'solana' ? [solanaMainnet] : [network(31337), network(31338)]
  const page = await startPage({ wallets: { 'io.test': wallet }, options: { ...(siwx && { siwx }) }, boot: { networks } })
  setDiscovered(page.dialog, { wallets: [{ ...walletInfo('io.test'), namespaces: { [family]: {} } }] })
  const opened = page.call('open', { id: 'first' })
  await loadNamespace(page.dialog, family)
  if (siwx?.required) await vi.waitFor(() => expect(currentOffer(page.dialog)).toBeDefined(), 10_000)
  const { session } = await openAndChoose(page, 'io.test')
  return { page, session: Promise.race([opened, session]) }
}

type Asked = { readonly chainIds: string[]; readonly capabilities: { readonly signInWithEthereum: Record<string, string> } }

/** Holds the server's check of what was signed until the test ends it. */
function holdCheck() {
  const { fetch } = globalThis
  const began = deferred<void>()
  const ended = deferred<void>()
  vi.stubGlobal('fetch', async (url: URL, init: object) => {
    if (String(url).includes('/siwx/sessions')) {
      began.resolve()
      await ended.promise
    }
    return await fetch(url, init)
  })
  return { began: began.promise, end: () => ended.resolve() }
}

/** A wallet's message for what it was asked, and its answer (ERC-7846). */
const answer = (params: unknown, said: Partial<SignInMessage> = {}) => {
  const [{ capabilities } = {} as Asked] = params as Asked[]
  const { domain = '', uri = '', statement = '', nonce = '', issuedAt = '', chainId = '' } = capabilities?.signInWithEthereum ?? {}
  const message = writeSignInMessage({
    domain,
    family: 'Ethereum',
    address,
    statement,
    uri,
    version: '1',
    chainId: String(Number(chainId)),
    nonce,
    issuedAt,
    ...said,
  })
  return { accounts: [{ address, capabilities: { signInWithEthereum: { message, signature: '0x51' } } }] }
}

describe('wallet_connect (ERC-7846)', () => {
  test('behavior: connects and signs in by one question, which leaves within the click', async () => {
    const wallet = scriptedWallet({ wallet_connect: answer })
    const { page, session } = await begin(wallet)
    expect(wallet.methods()).toEqual(['wallet_connect'])
    expect(await session).toMatchObject({ address, signIn: { address, networkId: 'eip155:31337', signature: '0x51' } })
    expect(wallet.methods()).toEqual(['wallet_connect', 'eth_accounts', 'eth_chainId'])
    const nonce = [...api.sessions.keys()][0]?.slice('token-'.length)
    expect(wallet.calls[0]?.params).toEqual([
      {
        version: '1',
        chainIds: ['0x7a69'],
        capabilities: {
          signInWithEthereum: {
            version: '1',
            chainId: '0x7a69',
            domain: 'app.example',
            uri: 'https://app.example',
            statement: 'Sign in with your wallet. This costs nothing and moves no funds.',
            nonce,
            issuedAt: expect.stringMatching(/Z$/),
          },
        },
      },
    ])
    // The page hears of the account and of its session in one snapshot.
    const [first] = page.snapshots.filter(({ accounts }) => accounts.eip155)
    expect(first?.signIns?.eip155).toMatchObject({ address })
    expect(currentOffer(page.dialog)).toBeUndefined()
  })

  test.each([
    ['does not know it', { code: 4200, message: 'Unsupported' }],
    ['does not know the method', { code: -32601, message: 'Method not found' }],
    ['fails at it', { code: -32603, message: 'Boom' }],
  ])('behavior: a wallet that %s connects by eth_requestAccounts and is asked to sign afterwards', async (_how, fault) => {
    const wallet = scriptedWallet({
      wallet_connect: () => {
        throw fault
      },
      personal_sign: '0x51',
    })
    const { page, session } = await begin(wallet)
    await asksAgain(page)
    expect(wallet.methods().slice(0, 2)).toEqual(['wallet_connect', 'eth_requestAccounts'])
    await confirmSignIn(page.dialog)
    expect(await session).toMatchObject({ address, signIn: { address } })
  })

  test('error: a refusal is one: nothing else is asked, and another try asks the same', async () => {
    const wallet = scriptedWallet({
      wallet_connect: () => {
        throw { code: 4001, message: 'User rejected' }
      },
    })
    const { page, session } = await begin(wallet)
    await vi.waitFor(() => expect(phase(page)).toBe('cancelled'))
    expect(wallet.methods()).toEqual(['wallet_connect'])
    wallet.replies = { wallet_connect: answer }
    retryConnect(page.dialog)
    expect(await session).toMatchObject({ signIn: { address } })
    expect(wallet.methods()).toEqual(['wallet_connect', 'wallet_connect', 'eth_accounts', 'eth_chainId'])
  })

  test.each<[string, Partial<SignInMessage>]>([
    ['another site', { domain: 'evil.example' }],
    ['another address of this site', { uri: 'https://evil.example' }],
    ['another account', { address: otherAddress }],
    ['another network', { chainId: '1' }],
  ])('error: a message for %s is never sent to the server, and the user is asked for the right one', async (_what, said) => {
    const wallet = scriptedWallet({ wallet_connect: (params: unknown) => answer(params, said) })
    const { page } = await begin(wallet)
    await asksAgain(page)
    expect(api.sessions.size).toBe(0)
    expect(page.state()).toMatchObject({ status: 'connecting', accounts: {} })
  })

  test('error: a signature that the server does not accept, as of another nonce, connects nobody', async () => {
    api.refuses = 'wrong_nonce'
    const wallet = scriptedWallet({
      wallet_connect: (params: unknown) => answer(params, { nonce: 'anotherNonce1' }),
      personal_sign: '0x52',
    })
    const { page, session } = await begin(wallet)
    await asksAgain(page)
    expect(page.state().accounts).toEqual({})
    api.refuses = ''
    await confirmSignIn(page.dialog)
    expect(await session).toMatchObject({ signIn: { signature: '0x52' } })
  })

  test('behavior: a wallet that connects and says why it signed nothing is asked again', async () => {
    const refused = { code: 4001, message: 'User rejected' }
    const wallet = scriptedWallet({
      wallet_connect: { accounts: [{ address, capabilities: { signInWithEthereum: refused } }] },
      personal_sign: '0x51',
    })
    const { page } = await begin(wallet)
    await asksAgain(page)
    expect(wallet.methods()).not.toContain('eth_requestAccounts')
    expect(wallet.methods()).not.toContain('personal_sign')
  })

  test('behavior: a wallet that never answers is asked for its accounts alone when the user asks again', async () => {
    const wallet = scriptedWallet({ wallet_connect: () => new Promise(() => {}) })
    const { page } = await begin(wallet)
    page.stores.connecting.setState({ phase: 'slow' })
    retryConnect(page.dialog)
    await asksAgain(page)
    expect(wallet.methods().slice(0, 2)).toEqual(['wallet_connect', 'eth_requestAccounts'])
  })

  test('behavior: a dialog that is closed while the signature is checked leaves no session behind', async () => {
    const check = holdCheck()
    const { page, session } = await begin(scriptedWallet({ wallet_connect: answer }))
    await check.began
    closeDialog(page.dialog)
    expect(await session).toBeNull()
    check.end()
    await vi.waitFor(() => expect(api.ended).toHaveLength(1))
    expect(page.state()).toMatchObject({ status: 'disconnected', accounts: {}, signIns: {} })
  })

  test('behavior: a wallet that moves to another account while its signature is checked is asked for that one, and the first has no session', async () => {
    const check = holdCheck()
    const wallet = scriptedWallet({ wallet_connect: answer, personal_sign: '0x52' })
    const { page, session } = await begin(wallet)
    await check.began
    wallet.replies = { ...wallet.replies, eth_accounts: [otherAddress] }
    await page.event('io.test', 'accountsChanged', [otherAddress])
    check.end()
    await asksAgain(page)
    expect(siwxStore(page.dialog).getState().target).toMatchObject({ address: otherAddress })
    expect(api.sessions.size).toBe(0)
    expect(page.snapshots.flatMap(({ accounts }) => Object.values(accounts))).toEqual([])
    await confirmSignIn(page.dialog)
    expect(await session).toMatchObject({ address: otherAddress, signIn: { address: otherAddress, signature: '0x52' } })
    expect([...api.sessions.values()].map((each) => each.address)).toEqual([otherAddress])
  })

  test('behavior: a wallet that moves to another network while its signature is checked is asked for that one, and the first has no session', async () => {
    const check = holdCheck()
    const wallet = scriptedWallet({ wallet_connect: answer, personal_sign: '0x52' })
    const { page, session } = await begin(wallet)
    await check.began
    await wallet.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    await page.event('io.test', 'chainChanged', '0x7a6a')
    check.end()
    await asksAgain(page)
    expect(siwxStore(page.dialog).getState().target).toMatchObject({ networkId: 'eip155:31338', address })
    expect(api.sessions.size).toBe(0)
    await confirmSignIn(page.dialog)
    expect(await session).toMatchObject({ signIn: { networkId: 'eip155:31338', signature: '0x52' } })
    expect(page.state()).toMatchObject({ networkIds: { eip155: 'eip155:31338' }, signIns: { eip155: { networkId: 'eip155:31338' } } })
  })

  test('behavior: a wallet that moves away and back while its signature is checked is signed in', async () => {
    const check = holdCheck()
    const { page, session } = await begin(scriptedWallet({ wallet_connect: answer }))
    await check.began
    await page.event('io.test', 'accountsChanged', [otherAddress])
    await page.event('io.test', 'accountsChanged', [address])
    check.end()
    expect(await session).toMatchObject({ address, signIn: { address, signature: '0x51' } })
    expect(api.ended).toEqual([])
  })

  test('error: a wallet that is locked while its signature is checked connects nobody, and no session is left behind', async () => {
    const check = holdCheck()
    const wallet = scriptedWallet({ wallet_connect: answer })
    const { page } = await begin(wallet)
    await check.began
    wallet.replies = { ...wallet.replies, eth_accounts: [] }
    await page.event('io.test', 'accountsChanged', [])
    check.end()
    await vi.waitFor(() => expect(phase(page)).toBe('locked'), 10_000)
    await vi.waitFor(() => expect(api.sessions.size).toBe(0))
    expect(page.state()).toMatchObject({ status: 'disconnected', accounts: {}, signIns: {} })
  })

  test('behavior: a wallet that moves to another network while it asks is asked for that one, and no session is left behind', async () => {
    const asked = deferred<void>()
    const agreed = deferred<void>()
    const wallet = scriptedWallet({
      async wallet_connect(params: unknown) {
        asked.resolve()
        await agreed.promise
        return answer(params)
      },
      personal_sign: '0x52',
    })
    const { page, session } = await begin(wallet)
    await asked.promise
    await wallet.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    await page.event('io.test', 'chainChanged', '0x7a6a')
    agreed.resolve()
    await asksAgain(page)
    expect(siwxStore(page.dialog).getState().target).toMatchObject({ networkId: 'eip155:31338', address })
    expect(page.state()).toMatchObject({ status: 'connecting', accounts: {} })
    await confirmSignIn(page.dialog)
    expect(await session).toMatchObject({ signIn: { networkId: 'eip155:31338', signature: '0x52' } })
    expect(page.state()).toMatchObject({ networkIds: { eip155: 'eip155:31338' }, signIns: { eip155: { networkId: 'eip155:31338' } } })
  })

  test('behavior: a wallet that moves to another account while it asks is asked for that one, and nobody hears of the first', async () => {
    const asked = deferred<void>()
    const agreed = deferred<void>()
    const wallet = scriptedWallet({
      async wallet_connect(params: unknown) {
        asked.resolve()
        await agreed.promise
        return answer(params)
      },
      personal_sign: '0x52',
    })
    const { page, session } = await begin(wallet)
    await asked.promise
    wallet.replies = { ...wallet.replies, eth_accounts: [otherAddress] }
    await page.event('io.test', 'accountsChanged', [otherAddress])
    agreed.resolve()
    await asksAgain(page)
    expect(api.sessions.size).toBe(0)
    expect(siwxStore(page.dialog).getState().target).toMatchObject({ address: otherAddress })
    expect(page.snapshots.flatMap(({ accounts }) => Object.values(accounts))).toEqual([])
    await confirmSignIn(page.dialog)
    expect(await session).toMatchObject({ address: otherAddress, signIn: { address: otherAddress, signature: '0x52' } })
  })

  test('behavior: nothing is offered where sign-in may be declined', async () => {
    const wallet = scriptedWallet({ wallet_connect: answer })
    const { page } = await begin(wallet, { required: false })
    await asksAgain(page)
    expect(wallet.methods()[0]).toBe('eth_requestAccounts')
  })
})

describe('solana:signIn', () => {
  const signed = (params: unknown) => {
    const { input } = params as { input: Omit<SignInMessage, 'family' | 'address'> & { readonly address?: string } }
    const address = input.address ?? solanaAddress
    const message = writeSignInMessage({ ...input, family: 'Solana', address })
    return { pubkey: address, signedMessage: base64.encode(new TextEncoder().encode(message)), signature: '5ig' }
  }

  test('behavior: connects and signs in by one question, which leaves within the click', async () => {
    const wallet = scriptedWallet({ solana_signIn: signed, solana_getAccounts: [{ pubkey: solanaAddress }] })
    const { session } = await begin(wallet, { required: true }, 'solana')
    expect(wallet.methods()).toEqual(['solana_signIn'])
    expect(await session).toMatchObject({ address: solanaAddress, signIn: { address: solanaAddress, signature: '5ig' } })
    expect(wallet.methods()).toEqual(['solana_signIn', 'solana_getAccounts'])
    const [{ message } = { message: '' }] = [...api.sessions.values()]
    expect(readSignInMessage(message)).toMatchObject({ domain: 'app.example', chainId: 'mainnet', address: solanaAddress })
  })

  test('behavior: a wallet that moves to another account while its signature is checked is asked for that one, and the first has no session', async () => {
    const check = holdCheck()
    const wallet = scriptedWallet({
      solana_signIn: signed,
      solana_getAccounts: [{ pubkey: solanaAddress }],
      solana_requestAccounts: [{ pubkey: otherSolanaAddress }],
    })
    const { page, session } = await begin(wallet, { required: true }, 'solana')
    await check.began
    await page.event('io.test', 'accountsChanged', [{ pubkey: otherSolanaAddress }], 'solana')
    check.end()
    await asksAgain(page)
    expect(siwxStore(page.dialog).getState().target).toMatchObject({ address: otherSolanaAddress })
    expect(api.sessions.size).toBe(0)
    expect(page.snapshots.flatMap(({ accounts }) => Object.values(accounts))).toEqual([])
    await confirmSignIn(page.dialog)
    expect(await session).toMatchObject({ address: otherSolanaAddress, signIn: { address: otherSolanaAddress, signature: '5ig' } })
    expect([...api.sessions.values()].map((each) => each.address)).toEqual([otherSolanaAddress])
  })

  test('error: a wallet that signs with another account than it was asked for signs nobody in', async () => {
    const wallet = scriptedWallet()
    const { page, session } = await begin(wallet, { required: true }, 'solana')
    await asksAgain(page)
    wallet.replies = {
      solana_signIn: (params: { input: Omit<SignInMessage, 'family'> }) =>
        signed({ input: { ...params.input, address: otherSolanaAddress } }),
    }
    await confirmSignIn(page.dialog)
    expect(siwxStore(page.dialog).getState()).toMatchObject({ phase: 'failed', target: { address: solanaAddress } })
    expect(api.sessions.size).toBe(0)
    expect(page.state()).toMatchObject({ status: 'connecting', accounts: {}, signIns: {} })
    wallet.replies = { solana_signIn: signed }
    await confirmSignIn(page.dialog)
    expect(await session).toMatchObject({ address: solanaAddress, signIn: { address: solanaAddress, signature: '5ig' } })
  })

  test.each([
    ['has it not', { code: 4200, message: 'Unsupported' }],
    ['fails at it', { code: -32603, message: 'Boom' }],
  ])('behavior: a wallet that %s connects, and signs the message afterwards', async (_how, fault) => {
    const wallet = scriptedWallet({
      solana_signIn: () => {
        throw fault
      },
    })
    const { page } = await begin(wallet, { required: true }, 'solana')
    await asksAgain(page)
    expect(wallet.methods()).toEqual(['solana_signIn', 'solana_requestAccounts'])
  })

  test('error: a refusal is one: nothing else is asked', async () => {
    const wallet = scriptedWallet({
      solana_signIn: () => {
        throw { code: 4001, message: 'User rejected' }
      },
    })
    const { page } = await begin(wallet, { required: true }, 'solana')
    await vi.waitFor(() => expect(phase(page)).toBe('cancelled'))
    expect(wallet.methods()).toEqual(['solana_signIn'])
  })
})
