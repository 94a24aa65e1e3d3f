// @vitest-environment happy-dom

import type { Hello } from '@latchkey/protocol'
import { readSignInMessage } from '@latchkey/protocol/siwx'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sendStore } from '../../state/send.js'
import { siwxStore } from '../../state/siwx.js'
import { openAndChoose, type Page, type PageOptions, startPage } from '../../testing/fakePage.js'
import { address, deferred, otherAddress, type ScriptedWallet, scriptedWallet } from '../../testing/scriptedWallet.js'
import { type SignInServer, stubSignInServer } from '../../testing/signInServer.js'
import { hold } from '../navigator/hold.js'
import { confirmSignIn, declineSignIn, returnToPrevious } from './startSiwx.js'

let api: SignInServer
beforeEach(() => {
  api = stubSignInServer()
  return () => vi.unstubAllGlobals()
})

const signer = (replies: Parameters<typeof scriptedWallet>[0] = {}) => scriptedWallet({ personal_sign: () => '0x51', ...replies })
const begin = async (wallet: ScriptedWallet, siwx: Hello['options']['siwx'] = { required: true }, more: PageOptions = {}) => {
  const page = await startPage({ wallets: { 'io.test': wallet }, ...more, options: { ...(siwx ? { siwx } : {}), ...more.options } })
  const { session } = await openAndChoose(page as Page, 'io.test')
  return { page, session }
}
const view = (page: Page) => page.stores.view.getState().history.at(-1)?.name
const phase = (page: Page) => siwxStore(page.dialog).getState().phase
const ready = (page: Page) => vi.waitFor(() => expect([view(page), phase(page)]).toEqual(['SIWXSignMessage', 'ready']), 10_000)
const accountsSeen = (page: Page) => page.snapshots.flatMap(({ accounts }) => Object.keys(accounts))

describe('required sign-in', () => {
  test('behavior: the page learns of the account only with the session, and open() ends with it', async () => {
    const wallet = signer()
    const { page, session } = await begin(wallet)
    await ready(page)
    expect(accountsSeen(page)).toEqual([])
    expect(page.state()).toMatchObject({ status: 'connecting', activeNamespace: null })
    // Closing is refused; the ways out are to sign and to disconnect.
    expect(await page.call('close', undefined as never)).toBe(false)
    expect(page.stores.ui.getState()).toMatchObject({ open: true, shake: true, locked: true })
    await expect(
      page.call('request', { id: '1', namespace: 'eip155', networkId: null, method: 'personal_sign', params: [] }),
    ).rejects.toMatchObject({ code: 4100 })
    await confirmSignIn(page.dialog)
    const [, params] = [0, wallet.calls.find(({ method }) => method === 'personal_sign')?.params as string[]]
    const text = Buffer.from(params?.[0]?.slice(2) ?? '', 'hex').toString()
    const read = readSignInMessage(text)
    expect(read).toMatchObject({ domain: 'app.example', uri: 'https://app.example', address, chainId: '31337' })
    const token = `token-${read?.nonce}`
    expect([...api.sessions.keys()]).toEqual([token])
    expect(await session).toMatchObject({
      address,
      signIn: { address, networkId: 'eip155:31337', token, signature: '0x51' },
    })
    expect(page.state()).toMatchObject({ status: 'connected', signIns: { eip155: { token } } })
  })

  test('behavior: a page that takes sign-in back while it asks has who connected, without a signature', async () => {
    const wallet = signer()
    const { page, session } = await begin(wallet)
    await ready(page)
    await page.call('setOptions', { siwx: false })
    expect(await session).toMatchObject({ address })
    expect(page.state()).toMatchObject({ status: 'connected' })
    expect(page.stores.ui.getState()).toMatchObject({ locked: false })
    expect(wallet.methods()).not.toContain('personal_sign')
  })

  test('behavior: a transfer that the page asks for is there once the user has signed in, and is not given up by that', async () => {
    const { page } = await begin(signer())
    await ready(page)
    const settled = vi.fn()
    const params = { id: 'transfer', view: 'WalletSend', token: 'eip155:31337', amount: '1', recipient: otherAddress } as const
    page.call('open', params).then(settled, settled)
    await vi.waitFor(() => expect(sendStore(page.dialog).getState().preset?.id).toBe('transfer'))
    await ready(page)
    await confirmSignIn(page.dialog)
    await vi.waitFor(() => expect([view(page), page.stores.ui.getState().open]).toEqual(['WalletSend', true]))
    expect(settled).not.toHaveBeenCalled()
    await page.call('close', undefined as never)
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(expect.objectContaining({ code: 4001, message: 'Modal closed' })))
  })

  test('behavior: two clicks are one signature; a refusal says so and can be tried again', async () => {
    let refuse = true
    const wallet = signer({
      personal_sign: () => {
        if (refuse) throw { code: 4001, message: 'User rejected' }
        return '0x51'
      },
    })
    const { page, session } = await begin(wallet)
    await ready(page)
    await Promise.all([confirmSignIn(page.dialog), confirmSignIn(page.dialog)])
    expect(wallet.methods().filter((method) => method === 'personal_sign')).toHaveLength(1)
    expect([view(page), phase(page)]).toEqual(['SIWXSignMessage', 'refused'])
    expect(page.stores.ui.getState().toast?.message).toBe('Error signing message')
    refuse = false
    await confirmSignIn(page.dialog)
    expect(await session).toMatchObject({ address })
  })

  test('error: a server that does not accept the signature gives nobody in, and another try has another nonce', async () => {
    const wallet = signer()
    const { page } = await begin(wallet)
    await ready(page)
    api.refuses = 'bad_signature'
    await confirmSignIn(page.dialog)
    expect(phase(page)).toBe('failed')
    expect(siwxStore(page.dialog).getState().error).toMatchObject({ code: 4100, message: 'No.' })
    expect(accountsSeen(page)).toEqual([])
    api.refuses = ''
    await confirmSignIn(page.dialog)
    await vi.waitFor(() => expect(page.state().signIns?.eip155?.token).toBeDefined())
    const signed = wallet.calls.filter(({ method }) => method === 'personal_sign').map(({ params }) => String(params))
    expect(new Set(signed).size).toBe(2)
  })

  test('error: without a nonce nobody stays connected, and the dialog is at its start', async () => {
    api.down = true
    const { page } = await begin(signer())
    await vi.waitFor(() =>
      expect(page.stores.ui.getState().toast?.message).toBe('A problem occurred while trying initialize authentication'),
    )
    expect(view(page)).toBe('Connect')
    expect(page.stores.session.getState().connections).toEqual({})
    expect(page.stores.ui.getState()).toMatchObject({ open: true, locked: false })
  })

  test('behavior: “Disconnect” ends the connection, and so does a page that closes the dialog against the rule', async () => {
    const { page, session } = await begin(signer())
    await ready(page)
    declineSignIn(page.dialog)
    expect(await session).toBeNull()
    expect(page.stores.session.getState().connections).toEqual({})

    const control = new AbortController()
    const other = await startPage({ wallets: { 'io.test': signer() }, options: { siwx: { required: true } } })
    const opened = other.call('open', { id: 'open' }, control.signal)
    await openAndChoose(other as Page, 'io.test').catch(() => {})
    await ready(other)
    control.abort()
    expect(await opened).toBeNull()
    expect(other.stores.session.getState().connections).toEqual({})
  })

  test('behavior: each network has its session; leaving leads back to the one that has it', async () => {
    const wallet = signer()
    const { page, session } = await begin(wallet)
    await ready(page)
    await confirmSignIn(page.dialog)
    await session
    await wallet.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    await page.event('io.test', 'chainChanged', '0x7a6a')
    await ready(page)
    expect(page.state().accounts).toEqual({})
    expect(siwxStore(page.dialog).getState()).toMatchObject({ target: { networkId: 'eip155:31338' }, previous: 'eip155:31337' })
    await returnToPrevious(page.dialog)
    await vi.waitFor(() => expect(page.state().networkIds.eip155).toBe('eip155:31337'))
    expect(page.state().signIns?.eip155?.networkId).toBe('eip155:31337')
    expect(api.ended).toEqual([])
    expect(wallet.methods().filter((method) => method === 'personal_sign')).toHaveLength(1)
  })

  test('behavior: a wallet that goes on to another network right after the sign-in is asked there, and nobody is disconnected', async () => {
    const wallet = signer()
    const { page, session } = await begin(wallet)
    await ready(page)
    await confirmSignIn(page.dialog)
    expect([page.stores.ui.getState().open, phase(page)]).toEqual([true, 'signed'])
    const shown = Date.now()
    await wallet.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    await page.event('io.test', 'chainChanged', '0x7a6a')
    await ready(page)
    // The first success has been seen for long enough by then.
    await vi.waitFor(() => expect(Date.now() - shown).toBeGreaterThan(2 * hold), 10_000)
    expect([page.stores.ui.getState().open, view(page), phase(page)]).toEqual([true, 'SIWXSignMessage', 'ready'])
    await confirmSignIn(page.dialog)
    expect(await session).toMatchObject({ address })
    expect(page.state()).toMatchObject({ status: 'connected', signIns: { eip155: { networkId: 'eip155:31338' } } })
  })

  test('behavior: a wallet that goes back to the network that is signed in, while it asks for another, ends the question and nothing else', async () => {
    let asked = 0
    const late = deferred<string>()
    const wallet = signer({
      personal_sign: () => {
        asked += 1
        return asked === 1 ? '0x51' : late.promise
      },
    })
    const { page, session } = await begin(wallet)
    await ready(page)
    await confirmSignIn(page.dialog)
    await session
    await wallet.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    await page.event('io.test', 'chainChanged', '0x7a6a')
    await ready(page)
    void confirmSignIn(page.dialog)
    await vi.waitFor(() => expect(asked).toBe(2))
    await wallet.request('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])
    await page.event('io.test', 'chainChanged', '0x7a69')
    await vi.waitFor(() => expect(page.stores.ui.getState().open).toBe(false))
    late.resolve('0x52')
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'connected', signIns: { eip155: { networkId: 'eip155:31337' } } }))
    expect(api.ended).toEqual([])
  })

  test('behavior: an account that is switched while the wallet asks signs for itself; the old answer counts for nothing', async () => {
    const first = deferred<string>()
    let asked = 0
    const wallet = signer({
      personal_sign: () => {
        asked += 1
        return asked === 1 ? first.promise : '0x52'
      },
    })
    const { page, session } = await begin(wallet)
    await ready(page)
    void confirmSignIn(page.dialog)
    await vi.waitFor(() => expect(asked).toBe(1))
    await page.event('io.test', 'accountsChanged', [otherAddress])
    await ready(page)
    expect(siwxStore(page.dialog).getState().target?.address).toBe(otherAddress)
    await confirmSignIn(page.dialog)
    first.resolve('0x51')
    expect(await session).toMatchObject({ address: otherAddress, signIn: { address: otherAddress, signature: '0x52' } })
    expect(page.state().accounts.eip155?.map((account) => account.address)).toEqual([otherAddress])
    expect([...api.sessions.values()].map((one) => one.address)).toEqual([otherAddress])
  })

  test('behavior: a connection that ends while it is being checked leaves no session behind', async () => {
    const { page } = await begin(signer())
    await ready(page)
    const wait = deferred()
    const real = globalThis.fetch
    vi.stubGlobal('fetch', async (url: URL, init: object) => {
      if (String(url).includes('/siwx/sessions')) await wait.promise
      return await real(url, init)
    })
    const signing = confirmSignIn(page.dialog)
    await vi.waitFor(() => expect(phase(page)).toBe('verifying'))
    await page.call('disconnect', {})
    wait.resolve(undefined)
    await signing
    await vi.waitFor(() => expect(api.ended).toHaveLength(1))
    expect(api.sessions.size).toBe(0)
    expect(page.state()).toMatchObject({ status: 'disconnected', accounts: {}, signIns: {} })
  })

  test('behavior: disconnecting signs out, unless the page wants to keep the session', async () => {
    for (const keep of [false, true]) {
      const { page, session } = await begin(signer(), { required: true }, { options: keep ? { signOutOnDisconnect: false } : {} })
      await ready(page)
      await confirmSignIn(page.dialog)
      await session
      const before = api.ended.length
      await page.call('disconnect', {})
      await vi.waitFor(() => expect(api.ended.length - before).toBe(keep ? 0 : 1))
      if (!keep) continue
      const { session: again } = await openAndChoose(page as Page, 'io.test')
      expect(await again).toMatchObject({ address, signIn: { address } })
    }
  })

  test('behavior: signOut() of the page ends the session and the connection', async () => {
    const { page, session } = await begin(signer())
    await ready(page)
    await confirmSignIn(page.dialog)
    await session
    await page.call('signOut', {})
    expect(api.sessions.size).toBe(0)
    expect(page.state()).toMatchObject({ status: 'disconnected', accounts: {}, signIns: {} })
  })
})

describe('a reload and other tabs', () => {
  const signedIn = async (wallet: ScriptedWallet, boot: NonNullable<PageOptions['boot']>) => {
    const { page, session } = await begin(wallet, { required: true }, { boot })
    await ready(page)
    await confirmSignIn(page.dialog)
    await session
    return page
  }

  test('behavior: the session is still there, without a moment in which the page sees nobody', async () => {
    const boot = { projectId: crypto.randomUUID() }
    const wallet = signer()
    const page = await signedIn(wallet, boot)
    const token = page.state().signIns?.eip155?.token
    const again = await startPage({ wallets: { 'io.test': wallet }, options: { siwx: { required: true } }, boot, resume: page.page.resume })
    await vi.waitFor(() => expect(again.state().signIns?.eip155?.token).toBe(token))
    expect(token).toMatch(/^token-nonce/)
    expect(new Set(again.snapshots.map(({ status }) => status))).toEqual(new Set(['reconnecting', 'connected']))
    expect(again.stores.ui.getState().open).toBe(false)
    expect(wallet.methods().filter((method) => method === 'personal_sign')).toHaveLength(1)
  })

  test('behavior: one that the server has ended is over; the dialog does not open by itself, and asks when it is opened', async () => {
    const boot = { projectId: crypto.randomUUID() }
    const wallet = signer()
    const page = await signedIn(wallet, boot)
    api.sessions.clear()
    const again = await startPage({ wallets: { 'io.test': wallet }, options: { siwx: { required: true } }, boot, resume: page.page.resume })
    await vi.waitFor(() => expect(again.state()).toMatchObject({ status: 'disconnected', accounts: {} }))
    expect(again.stores.ui.getState().open).toBe(false)
    const opened = again.call('open', { id: '1' })
    await ready(again)
    await confirmSignIn(again.dialog)
    expect(await opened).toMatchObject({ signIn: { token: [...api.sessions.keys()][0] } })
    expect(api.sessions.size).toBe(1)
  })

  test('behavior: a sign-in in one tab is one in the other, and so is a sign-out', async () => {
    const boot = { projectId: crypto.randomUUID() }
    const wallet = signer()
    const { page, session } = await begin(wallet, { required: true }, { boot })
    await ready(page)
    const other = await startPage({ wallets: { 'io.test': wallet }, options: { siwx: { required: true } }, boot, resume: page.page.resume })
    await vi.waitFor(() => expect(Object.keys(other.stores.session.getState().connections)).toEqual(['eip155']))
    const waiting = other.call('open', { id: '1' })
    await ready(other)
    await confirmSignIn(page.dialog)
    await session
    expect(await waiting).toMatchObject({ signIn: { token: expect.stringContaining('token-') } })
    await page.call('disconnect', {})
    await vi.waitFor(() => expect(other.state()).toMatchObject({ status: 'disconnected', signIns: {} }))
    expect(api.sessions.size).toBe(0)
  })
})

describe('optional sign-in', () => {
  test('behavior: “Not now” leaves the account connected, and is not asked again', async () => {
    const { page, session } = await begin(signer(), { required: false })
    await ready(page)
    expect(page.state().accounts.eip155).toHaveLength(1)
    expect(page.stores.ui.getState().locked).toBe(false)
    declineSignIn(page.dialog)
    expect(await session).toMatchObject({ address })
    expect(page.state().signIns).toEqual({})
    const opened = page.call('open', { id: '2' })
    await vi.waitFor(() => expect(view(page)).toBe('Account'))
    await page.call('close', undefined as never)
    expect(await opened).toMatchObject({ address })
    // The page may ask for it again.
    const asked = page.call('open', { id: '3', view: 'SIWXSignMessage' })
    await ready(page)
    await confirmSignIn(page.dialog)
    expect(await asked).toMatchObject({ signIn: { address } })
  })

  test('behavior: a switch of the account or the network signs out where the page wants that', async () => {
    const wallet = signer()
    const { page, session } = await begin(wallet, { required: false, signOutOnAccountChange: true, signOutOnNetworkChange: true })
    await ready(page)
    await confirmSignIn(page.dialog)
    await session
    await page.event('io.test', 'accountsChanged', [otherAddress])
    await vi.waitFor(() => expect(api.ended).toEqual(['token-nonce00000001']))
    expect(page.state().signIns).toEqual({})
  })
})

describe('a site with functions of its own', () => {
  const own = () => {
    const seen: Record<string, unknown>[] = []
    let session: unknown = null
    const callbacks: NonNullable<PageOptions['callbacks']> = {
      'siwx.getNonce': () => 'siteNonce1234',
      'siwx.verify': (proof: Record<string, unknown>) => {
        seen.push(proof)
        session = proof.address
        return true
      },
      'siwx.getSession': () => session,
      'siwx.signOut': () => {
        session = null
      },
    }
    return { seen, callbacks, current: () => session }
  }
  const options = { required: true, callbacks: ['getNonce', 'verify', 'getSession', 'signOut'] }

  test('behavior: its nonce is signed, it verifies, and what it knows after a reload counts', async () => {
    const site = own()
    const wallet = signer()
    const { page, session } = await begin(wallet, options, { callbacks: site.callbacks })
    await ready(page)
    await confirmSignIn(page.dialog)
    expect(await session).toMatchObject({ signIn: { address, signature: '0x51' } })
    expect(site.seen).toMatchObject([
      {
        namespace: 'eip155',
        networkId: 'eip155:31337',
        address,
        signature: '0x51',
        message: expect.stringContaining('Nonce: siteNonce1234'),
      },
    ])
    expect(api.nonces).toBe(0)
    const again = await startPage({
      wallets: { 'io.test': wallet },
      options: { siwx: options },
      resume: page.page.resume,
      callbacks: site.callbacks,
    })
    await vi.waitFor(() => expect(again.state().status).toBe('connected'))
    expect(new Set(again.snapshots.map(({ status }) => status))).toEqual(new Set(['reconnecting', 'connected']))
    await again.call('disconnect', {})
    await vi.waitFor(() => expect(site.current()).toBeNull())
  })

  test('behavior: one that never answers stands in nobody’s way: who left can connect and sign in again', async () => {
    const site = own()
    let verifying = 0
    const verify = (said: never) => {
      verifying += 1
      return verifying === 1 ? new Promise(() => {}) : site.callbacks['siwx.verify']?.(said)
    }
    const { page } = await begin(signer(), options, { callbacks: { ...site.callbacks, 'siwx.verify': verify } })
    await ready(page)
    void confirmSignIn(page.dialog)
    await vi.waitFor(() => expect([phase(page), verifying]).toEqual(['verifying', 1]))
    await page.call('disconnect', {})
    await vi.waitFor(() => expect(page.state().open).toBe(false))
    const { session } = await openAndChoose(page as Page, 'io.test')
    await ready(page)
    void confirmSignIn(page.dialog)
    await vi.waitFor(() => expect(verifying).toBe(2))
    expect(await session).toMatchObject({ signIn: { address, signature: '0x51' } })
  })

  test.each([false, undefined, null, 'yes', 1])('error: an answer of its `verify` that is no yes signs nobody in, %s', async (answer) => {
    const { page } = await begin(signer(), options, { callbacks: { ...own().callbacks, 'siwx.verify': () => answer } })
    await ready(page)
    await confirmSignIn(page.dialog)
    expect(phase(page)).toBe('failed')
    expect(accountsSeen(page)).toEqual([])
  })

  test('error: a message that is for another site', async () => {
    const wallet = signer()
    const foreign = 'evil.example wants you to sign in with your Ethereum account:'
    const createMessage = (said: { address: string; nonce: string; issuedAt: string }) =>
      `${foreign}\n${said.address}\n\n\nURI: https://evil.example\nVersion: 1\nChain ID: 31337\nNonce: ${said.nonce}\nIssued At: ${said.issuedAt}`
    const { page: other } = await begin(
      wallet,
      { ...options, callbacks: [...options.callbacks, 'createMessage'] },
      { callbacks: { ...own().callbacks, 'siwx.createMessage': createMessage } },
    )
    await vi.waitFor(() => expect(phase(other)).toBe('foreign'))
    await confirmSignIn(other.dialog)
    expect(wallet.methods()).not.toContain('personal_sign')
  })
})
