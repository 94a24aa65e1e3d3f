// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testDialog } from '../testing/testDialog.js'
import type { Dialog } from './dialog.js'
import { createKeyValueStorage } from './keyValueStorage.js'
import { openStorage, writeItem } from './storage.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

beforeEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  openStorage(dialog, { projectId: 'p', origin: 'https://a.example' })
})

describe('createKeyValueStorage', () => {
  test('behavior: keeps JSON data, apart from the dialog’s own items and from other projects', async () => {
    const store = createKeyValueStorage(dialog, 'wc')
    writeItem(dialog, 'walletId', 'x')
    await store.setItem('wc@2:core//keychain', { a: [1] })
    expect(await createKeyValueStorage(dialog, 'wc').getItem('wc@2:core//keychain')).toEqual({ a: [1] })
    expect(await store.getKeys()).toEqual(['wc@2:core//keychain'])
    openStorage(dialog, { projectId: 'q', origin: 'https://a.example' })
    expect(await createKeyValueStorage(dialog, 'wc').getKeys()).toEqual([])
  })

  test('behavior: what is removed is gone', async () => {
    const store = createKeyValueStorage(dialog, 'wc')
    await store.setItem('a', 1)
    await store.setItem('b', null)
    await store.removeItem('a')
    expect(await store.getItem('a')).toBeUndefined()
    expect(await store.getEntries()).toEqual([['b', null]])
  })

  test('behavior: where the browser keeps nothing it lasts for the page’s life', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    openStorage(dialog, { projectId: 'p', origin: 'https://a.example' })
    const store = createKeyValueStorage(dialog, 'wc')
    await store.setItem('a', 1)
    await store.setItem('b', 2)
    await store.removeItem('b')
    expect(await store.getEntries()).toEqual([['a', 1]])
    openStorage(dialog, { projectId: 'p', origin: 'https://a.example' })
    expect(await createKeyValueStorage(dialog, 'wc').getKeys()).toEqual([])
  })

  test('error: what is no JSON counts as absent', async () => {
    const store = createKeyValueStorage(dialog, 'wc')
    await store.setItem('a', 1)
    const key = Object.keys(localStorage).find((each) => each.endsWith('wc:a')) ?? ''
    localStorage.setItem(key, '{')
    expect(await store.getItem('a')).toBeUndefined()
  })
})
