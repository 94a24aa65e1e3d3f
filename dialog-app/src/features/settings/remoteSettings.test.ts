// @vitest-environment happy-dom

import type { Boot, Features, RemoteFeature } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { configureApi } from '../../api/http.js'
import type { Dialog } from '../../lib/dialog.js'
import { settingsStore } from '../../state/settings.js'
import { testDialog } from '../../testing/testDialog.js'
import { applyOptions } from './options.js'
import { fetchRemoteSettings, ignoredFeatures } from './remoteSettings.js'

const entry = (id: string, config: string[] | null, isEnabled = true): RemoteFeature => ({ id, config, isEnabled })
const open = ['social_login', 'swap', 'onramp', 'activity', 'multi_wallet', 'reown_branding'].map((id) => entry(id, null))

describe('ignoredFeatures', () => {
  const local: Features = {
    email: false,
    socials: false,
    swaps: true,
    onramp: ['one'],
    activity: true,
    multiWallet: false,
    reownBranding: true,
    send: false,
  }

  test('behavior: none where the project leaves everything to the page', () => {
    expect(ignoredFeatures(local, open)).toEqual([])
  })

  test('behavior: those that the project decides, by a list, by switching off and by leaving out', () => {
    const decided = [entry('social_login', ['email']), entry('swap', null, false), entry('activity', []), entry('multi_wallet', null)]
    expect(ignoredFeatures(local, decided)).toEqual(['email', 'socials', 'swaps', 'onramp', 'activity', 'reownBranding'])
  })

  test('behavior: only what the page set, by its older name too', () => {
    expect(ignoredFeatures({ history: false }, [])).toEqual(['history'])
    expect(ignoredFeatures({ send: false }, [])).toEqual([])
  })
})

describe('fetchRemoteSettings', () => {
  const boot: Partial<Boot> = { origin: 'https://app.example', logins: { email: false, socials: [] } }
  let dialog: Dialog
  let warn: MockInstance<typeof console.warn>
  const start = (remote: readonly RemoteFeature[], more: Partial<Boot> = {}) => {
    vi.stubGlobal('fetch', async () => Response.json({ features: remote }))
    settingsStore(dialog).setState({ boot: { ...boot, ...more } as Boot })
  }
  const warned = () => warn.mock.calls.map(([line]) => /"features\.(\w+)" is ignored/.exec(String(line))?.[1])

  beforeEach(() => {
    dialog = testDialog()
    configureApi(dialog, { baseUrls: { api: 'https://api.example' }, projectId: 'p', sdk: { type: 'html', version: '1' } })
    warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  test.each([
    ['fetched', {}],
    ['written into the document', { features: [entry('activity', [])] }],
  ])('behavior: a setting of the page that the project overrules is named once, also one that is set later: %s', async (_name, more) => {
    start([entry('activity', [])], more)
    applyOptions(dialog, { features: { history: false } })
    await fetchRemoteSettings(dialog)
    expect(warned()).toEqual(['history'])
    applyOptions(dialog, { features: { swaps: false, send: false } })
    applyOptions(dialog, { features: { swaps: true } })
    expect(warned()).toEqual(['history', 'swaps'])
  })

  test('behavior: nothing is said of settings that hold', async () => {
    start(open)
    applyOptions(dialog, { features: { history: false, swaps: false } })
    await fetchRemoteSettings(dialog)
    expect(warned()).toEqual([])
  })

  test('error: the project’s settings do not come, the page’s own hold, and nothing is said of them', async () => {
    start([])
    vi.stubGlobal('fetch', async () => new Response('', { status: 403 }))
    applyOptions(dialog, { features: { swaps: false } })
    await fetchRemoteSettings(dialog)
    expect(settingsStore(dialog).getState().features.swaps).toBe(false)
    expect(warned().filter(Boolean)).toEqual([])
  })
})
