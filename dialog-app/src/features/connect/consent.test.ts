// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Page, startPage, stubServices } from '../../testing/fakePage.js'
import { address, scriptedWallet } from '../../testing/scriptedWallet.js'
import { chooseWallet } from './chooseWallet.js'
import { setConsent } from './consent.js'
import { readWalletRows } from './rows.js'

/** A wallet elsewhere: what asks it for a code counts. */
const codes = vi.hoisted(() => ({ asked: 0 }))
vi.mock('../walletConnect/mobileWallet.js', () => ({
  isConfigured: () => true,
  describedWallet: () => ({ info: { name: 'Phone wallet' } }),
  mobileWallet: () => ({
    relay: { get: () => ({ state: 'up' }), subscribe: () => () => {} },
    connect: () => {
      codes.asked += 1
      return new Promise(() => {})
    },
  }),
}))

beforeEach(() => {
  localStorage.clear()
  stubServices()
  codes.asked = 0
})

const options = { features: { legalCheckbox: true }, termsConditionsUrl: 'https://app.example/terms' }
const listed = { id: 'a'.repeat(64), name: 'Distant', certified: false, namespaces: ['eip155'] as const, walletConnect: true }

async function start() {
  const wallet = scriptedWallet()
  const page = await startPage({ wallets: { 'io.test': wallet }, options })
  const frame: string[] = []
  const { setEmbedded } = await import('../embedded/embedded.js')
  const call = (method: string) => {
    frame.push(method)
    return new Promise(() => {})
  }
  setEmbedded(page.dialog, { frame: { call, exists: () => false }, wallet: {} } as never)
  vi.stubGlobal('open', () => {
    frame.push('window')
    return null
  })
  return { page, wallet, frame, dialog: page.dialog, setConsent: (accepted: boolean) => setConsent(page.dialog, accepted) }
}

const opened = async (page: Page, params: object = {}) => {
  void page.call('open', { id: 'a', ...params })
  await vi.waitFor(() => expect(page.state().open).toBe(true))
}

type Started = Awaited<ReturnType<typeof start>>
type Door = { readonly go: (started: Started) => unknown; readonly went: (started: Started) => boolean }

const asksWallet = ({ wallet }: Started) => wallet.methods().includes('eth_requestAccounts')
const asksFrame =
  (method: string) =>
  ({ frame }: Started) =>
    frame.includes(method)

/** Every way in. Whoever adds one adds it here. */
const doors: Readonly<Record<string, Door>> = {
  'a wallet that the page names': { go: ({ page }) => opened(page, { wallet: 'io.test' }), went: asksWallet },
  'a row': {
    go: async ({ page }) => {
      await opened(page)
      for (const row of readWalletRows(page.dialog)) if (row.id === 'io.test') chooseWallet(page.dialog, row)
    },
    went: asksWallet,
  },
  'a wallet of the directory': {
    go: async ({ page }) => {
      await opened(page, { view: 'AllWallets' })
      const { chooseListed } = await import('../walletConnect/choose.js')
      chooseListed(page.dialog, { ...listed, namespaces: [...listed.namespaces] })
    },
    went: () => codes.asked > 0,
  },
  'a code in a view that the page opens': {
    go: ({ page }) => opened(page, { view: 'ConnectingWalletConnectBasic' }),
    went: () => codes.asked > 0,
  },
  'an e-mail address': {
    go: async ({ page }) => {
      await opened(page, { view: 'EmailLogin' })
      const { sendEmail } = await import('../embedded/emailLogin.js')
      sendEmail(page.dialog, 'mira@studio.example')
    },
    went: asksFrame('connectEmail'),
  },
  'a social login': {
    go: async ({ page }) => {
      await opened(page)
      const { openSocial } = await import('../embedded/lazy.js')
      openSocial(page.dialog, 'google')
    },
    went: asksFrame('window'),
  },
}

describe('withConsent', () => {
  test.each(Object.entries(doors))('behavior: %s waits for the box, and goes on when it is ticked', async (_name, { go, went }) => {
    const started = await start()
    await go(started)
    const { termsStore } = await import('../../state/terms.js')
    await vi.waitFor(() => expect(termsStore(started.dialog).getState().waiting).not.toBeNull())
    expect(went(started)).toBe(false)
    started.setConsent(true)
    await vi.waitFor(() => expect(went(started)).toBe(true))
  })

  test('behavior: an address that is typed starts the secure frame only after consent', async () => {
    const { page, frame, dialog, setConsent } = await start()
    await opened(page, { view: 'EmailLogin' })
    const [{ startFrame }, { watchEmailLogin }] = await Promise.all([
      import('../embedded/startFrame.js'),
      import('../embedded/emailLogin.js'),
    ])
    startFrame(dialog)
    const stop = watchEmailLogin(dialog)
    expect(frame).toEqual([])
    setConsent(true)
    startFrame(dialog)
    expect(frame).toEqual(['isConnected'])
    stop()
  })

  test('behavior: who ticks the box for a named wallet is connected by it', async () => {
    const { page, setConsent } = await start()
    const session = page.call('open', { id: 'a', wallet: 'io.test' })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'Connect' }))
    setConsent(true)
    expect(await session).toMatchObject({ address })
  })

  test('behavior: what waited is given up with its view', async () => {
    const { page, wallet, setConsent } = await start()
    void page.call('open', { id: 'a', wallet: 'io.test' })
    await vi.waitFor(() => expect(page.state().open).toBe(true))
    await page.call('close', undefined)
    await vi.waitFor(() => expect(page.state().open).toBe(false))
    void page.call('open', { id: 'b' })
    await vi.waitFor(() => expect(page.state().open).toBe(true))
    setConsent(true)
    expect(page.state().view).toBe('Connect')
    expect(wallet.methods()).not.toContain('eth_requestAccounts')
  })
})

test('error: a wallet of the directory whose code does not arrive leads to the code for any wallet', async () => {
  vi.doMock('../walletConnect/choose.js', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const page = await startPage()
  await opened(page)
  chooseWallet(page.dialog, { id: listed.id, name: listed.name, installed: false, listed: true, namespaces: ['eip155'] })
  await vi.waitFor(() => expect(page.state().view).toBe('ConnectingWalletConnectBasic'))
  vi.doUnmock('../walletConnect/choose.js')
})
