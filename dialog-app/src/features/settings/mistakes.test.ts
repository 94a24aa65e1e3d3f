// @vitest-environment happy-dom

import type { Boot, Mistake, Options } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as directory from '../../api/wallets.js'
import { setHost } from '../../bridge/host.js'
import type { Dialog } from '../../lib/dialog.js'
import { initialSettings, settingsStore } from '../../state/settings.js'
import { testDialog } from '../../testing/testDialog.js'
import { report, reportMistakes } from './mistakes.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

const network = { caipNetworkId: 'eip155:1', chainNamespace: 'eip155', name: 'One' }
const call = vi.fn(async (_method: string, _params: unknown) => undefined)
const fetchWallets = vi.spyOn(directory, 'fetchWallets')

function page(options: Options, mode: Boot['mode'] = 'development', origin = 'https://shop.example') {
  settingsStore(dialog).setState({ ...initialSettings, boot: { mode, origin, networks: [network] } as unknown as Boot, options })
}
const named = () =>
  call.mock.calls.flatMap(([, params]) =>
    (params as { mistakes: readonly Mistake[] }).mistakes.map(({ kind, path, value }) => [kind, path, value]),
  )

beforeEach(() => {
  setHost(dialog, { call } as never)
  fetchWallets.mockResolvedValue({ wallets: [], count: 0 })
})
afterEach(() => {
  call.mockClear()
  fetchWallets.mockReset()
})

describe('reportMistakes', () => {
  test('behavior: a page without mistakes hears nothing', async () => {
    page({ networks: ['eip155:1'], themeMode: 'dark' })
    await reportMistakes(dialog, { networks: ['eip155:1'], themeMode: 'dark' })
    expect(call).not.toHaveBeenCalled()
    expect(fetchWallets).not.toHaveBeenCalled()
  })

  test('error: bad values, unknown networks and unknown theme tokens are named', async () => {
    page({ networks: ['eip155:1', 'eip155:999'], defaultNetwork: 'eip155:7', themeVariables: { acent: 'red' } })
    await reportMistakes(dialog, { themeMode: 'drak' })
    expect(named()).toEqual([
      ['value', 'themeMode', '"drak"'],
      ['network', 'networks', '"eip155:999"'],
      ['network', 'defaultNetwork', '"eip155:7"'],
      ['token', 'themeVariables.acent', '"red"'],
    ])
  })

  test('error: what is mistyped is named with what was most likely meant, whatever kind of name it is', async () => {
    const networks = ['eip155:1', 'one', 'eip155:11']
    page({ networks: ['eip155:1', 'eip155:11'], locale: 'eso', themeVariables: { acent: 'red' } })
    const written = { networks, locale: 'eso', themeMode: 'drak', features: { emial: true, socials: ['gogle'] }, thememode: 'dark' }
    await reportMistakes(dialog, written)
    const meant = call.mock.calls.flatMap(([, params]) =>
      (params as { mistakes: readonly Mistake[] }).mistakes.map(({ path, closest }) => [path, closest]),
    )
    expect(Object.fromEntries(meant)).toEqual({
      'networks.1': 'eip155:1',
      networks: 'eip155:1',
      themeMode: 'dark',
      'features.socials.0': 'google',
      thememode: 'themeMode',
      'features.emial': 'email',
      'themeVariables.acent': 'accent',
      locale: 'es',
    })
  })

  test('behavior: a language that the page has its own texts for, and every one of ours, is none', async () => {
    for (const locale of ['en-GB', 'pt', 'zh-TW', 'de-AT', 'tlh']) {
      page({ locale, messages: { tlh: {} } })
      await reportMistakes(dialog, {})
    }
    expect(call).not.toHaveBeenCalled()
  })

  test('error: an empty list of networks is named', async () => {
    page({ networks: [] })
    await reportMistakes(dialog, { networks: [] })
    expect(named()).toEqual([['network', 'networks', '[]']])
  })

  test('error: a wallet to open on that nobody has is named, with the one that was meant', async () => {
    page({})
    await report(dialog, [{ kind: 'wallet', path: 'open', value: '"Metamsk"' }])
    expect(call).toHaveBeenCalledExactlyOnceWith('reportMistakes', {
      mistakes: [{ kind: 'wallet', path: 'open', value: '"Metamsk"', closest: 'MetaMask' }],
    })
  })

  test('error: wallets that nobody knows are named, those of the page and of the directory are not', async () => {
    const id = 'a'.repeat(64)
    fetchWallets.mockImplementation(
      async (_dialog, { include = [] }) => ({ wallets: include.includes(id) ? [{ id }] : [], count: 1 }) as never,
    )
    page({
      featuredWalletIds: [id, 'metamsk'],
      excludeWalletIds: ['walletConnect', 'own', 'metamsk'],
      customWallets: [{ id: 'own', name: 'Own' }],
    })
    await reportMistakes(dialog, {})
    expect(named()).toEqual([
      ['wallet', 'featuredWalletIds', '"metamsk"'],
      ['wallet', 'excludeWalletIds', '"metamsk"'],
    ])
  })

  test('behavior: the directory is asked once, for ids and rdns together, however long the lists are', async () => {
    const names = [...Array.from({ length: 60 }, (_, index) => index.toString(16).padStart(64, '0')), 'io.rabby']
    fetchWallets.mockImplementation(async (_dialog, { include = [], entries = 0 }) => {
      const wallets = include.slice(0, entries).map((name) => (name.length === 64 ? { id: name } : { id: 'f'.repeat(64), rdns: name }))
      return { wallets, count: include.length } as never
    })
    page({ featuredWalletIds: names })
    await reportMistakes(dialog, {})
    expect([named(), fetchWallets.mock.calls.length]).toEqual([[], 1])
  })

  test('behavior: what only an author needs is asked and said in development, which a page on localhost is too', async () => {
    page({ featuredWalletIds: ['metamsk'] }, 'production')
    await reportMistakes(dialog, { thememode: 'dark' })
    expect([named(), fetchWallets.mock.calls]).toEqual([[], []])
    page({}, 'production', 'http://localhost:3000')
    await reportMistakes(dialog, { thememode: 'dark' })
    expect(named()).toEqual([['unknown', 'thememode', '"dark"']])
  })

  test('error: a directory that does not answer, and a page that has no words for mistakes, stop nothing', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    fetchWallets.mockRejectedValue(new Error('offline'))
    call.mockRejectedValueOnce(new Error('Method not found'))
    page({ featuredWalletIds: ['metamsk'] })
    await reportMistakes(dialog, { themeMode: 'drak' })
    expect(warn).toHaveBeenCalledExactlyOnceWith('[latchkey] themeMode: "drak"')
  })
})
