// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Dialog } from '../../lib/dialog.js'
import { createKeyValueStorage } from '../../lib/keyValueStorage.js'
import { openStorage } from '../../lib/storage.js'
import { testDialog } from '../../testing/testDialog.js'
import { createTestLocks } from '../../wallets/walletConnect/testing/locks.js'
import { openSiteChannel } from './siteChannel.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

const scope = { projectId: 'p', origin: 'https://a.example' }
const open = () =>
  openSiteChannel(dialog, scope, {
    projectId: 'p',
    relayUrl: 'ws://127.0.0.1:1',
    metadata: { name: 'Page', description: '', url: scope.origin, icons: [] },
    storage: createKeyValueStorage(dialog, 'walletConnect'),
    storagePrefix: 'latchkey',
  })

describe('openSiteChannel', () => {
  beforeEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    localStorage.clear()
    Object.defineProperty(navigator, 'locks', { value: createTestLocks(), configurable: true })
    openStorage(dialog, scope)
  })

  test('behavior: one channel for the tabs that share a storage', () => {
    expect(open()).toBeDefined()
  })

  test('behavior: a page whose browser keeps nothing has a client of its own', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    openStorage(dialog, scope)
    expect(open()).toBeUndefined()
  })

  test('behavior: so has one whose browser lacks what tabs agree by', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    expect(open()).toBeUndefined()
    vi.unstubAllGlobals()
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
    expect(open()).toBeUndefined()
  })
})
