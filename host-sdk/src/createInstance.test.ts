// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPageModal } from './createPageModal.js'
import { registry } from './registry.js'
import type { ModalOptions } from './types.js'

const options = { projectId: 'shop', dialogUrl: 'https://dialog.example', networks: ['eip155:1'] } satisfies ModalOptions

const frames = () => document.querySelectorAll('iframe').length

beforeEach(() => {
  // There is no dialog: a frame is empty.
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {})
})
afterEach(() => {
  for (const modal of [...registry().instances.values()]) modal.destroy()
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('destroy', () => {
  test('behavior: before the page is idle: the dialog is not loaded', async () => {
    let idle = () => {}
    vi.stubGlobal('requestIdleCallback', (run: () => void) => {
      idle = run
    })
    const modal = createPageModal(options)
    modal.destroy()
    idle()
    modal.preload()
    expect(frames()).toBe(0)
  })

  test('error: what is called afterwards rejects with 4900, and nothing is loaded or registered again', async () => {
    const registered = vi.fn()
    const modal = createPageModal({ ...options, preload: 'none' })
    // Its code is there, as on a page that has used it.
    await expect(modal.provider('eip155').request({ method: '' })).rejects.toMatchObject({ code: -32600 })
    modal.destroy()
    addEventListener('wallet-standard:register-wallet', registered)
    const calls = [
      () => modal.open(),
      () => modal.open({ container: document.body }),
      () => modal.switchNetwork('eip155:1'),
      () => modal.signOut(),
      () => modal.disconnect(),
      () => modal.provider('eip155').request({ method: 'eth_blockNumber' }),
      () => modal.provider('eip155').request({ method: 'eth_requestAccounts' }),
      () => modal.provider('bip122').request({ method: 'getAccountAddresses', params: {} }),
      () => modal.provider('solana').features['standard:connect'].connect(),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 4900 })
    modal.setOptions({ networks: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] })
    removeEventListener('wallet-standard:register-wallet', registered)
    expect(registered).not.toHaveBeenCalled()
    expect(frames()).toBe(0)
    expect(modal.getState()).toMatchObject({ open: false, status: 'disconnected' })
  })

  test('behavior: while a connection is being resumed: nobody waits for it any longer', async () => {
    const connections = { eip155: { walletId: 'a.wallet', kind: 'host', networkId: 'eip155:10' } }
    localStorage.setItem('latchkey:shop:https://dialog.example', JSON.stringify({ v: 1, active: 'eip155', connections }))
    const modal = createPageModal(options)
    expect(modal.getState().status).toBe('reconnecting')
    const accounts = modal.provider('eip155').request({ method: 'eth_accounts' })
    modal.destroy()
    expect(await accounts).toEqual([])
    expect(await modal.provider('eip155').request({ method: 'eth_accounts' })).toEqual([])
    expect(frames()).toBe(0)
  })
})

describe('disconnect', () => {
  test('behavior: of a destroyed modal: what the next one of the project is to resume stays', async () => {
    const record = JSON.stringify({ v: 1, active: 'eip155', connections: { eip155: { walletId: 'a.wallet', kind: 'host' } } })
    const old = createPageModal({ ...options, preload: 'none' })
    old.destroy()
    localStorage.setItem('latchkey:shop:https://dialog.example', record)
    const next = createPageModal({ ...options, preload: 'none' })
    await expect(old.disconnect()).rejects.toMatchObject({ code: 4900 })
    expect(localStorage.getItem('latchkey:shop:https://dialog.example')).toBe(record)
    expect(next.getState().status).toBe('reconnecting')
  })
})

describe('several modals', () => {
  const other = { ...options, projectId: 'other', preload: 'none' } satisfies ModalOptions

  test('behavior: the first was destroyed: openers without a project id open the next one, and no two', () => {
    const first = createPageModal({ ...options, preload: 'none' })
    const second = createPageModal(other)
    const opener = document.body.appendChild(document.createElement('button'))
    opener.dataset.latchkeyOpen = ''
    first.destroy()
    const again = createPageModal({ ...options, preload: 'none' })
    opener.click()
    opener.remove()
    expect([second, again].map((modal) => modal.getState().open)).toEqual([true, false])
  })

  test('behavior: destroyed twice, a modal does not take the next one of its project with it', () => {
    const old = createPageModal({ ...options, preload: 'none' })
    old.destroy()
    const next = createPageModal({ ...options, preload: 'none' })
    old.destroy()
    expect(createPageModal(options)).toBe(next)
  })
})

describe('setOptions', () => {
  const siweConfig = {
    getNonce: async () => 'abcdefgh',
    createMessage: () => '',
    verifyMessage: async () => true,
    getSession: async () => null,
    signOut: async () => true,
  }
  const both = { code: -32602, message: 'Cannot set both `siweConfig` and `siwx` options' }

  test('error: `siwx` and `siweConfig` together throw, and nothing is changed', () => {
    const modal = createPageModal({ ...options, preload: 'none', siweConfig })
    expect(() => modal.setOptions({ siwx: {}, locale: 'ar' })).toThrow(expect.objectContaining(both))
    modal.setOptions({ locale: 'ar' })
    expect(() => modal.setTheme({ siwx: {} } as object)).toThrow(expect.objectContaining(both))
    modal.setOptions({ siwx: false })
    modal.setOptions({ locale: 'en' })
  })

  test('behavior: what is undefined counts as left out, as the dialog has it: nothing is taken back', () => {
    const modal = createPageModal({ ...options, preload: 'none', siweConfig, enableReconnect: false, features: { email: false } })
    modal.setOptions({ siweConfig: undefined, enableReconnect: undefined, features: undefined } as object)
    expect(() => modal.setOptions({ siwx: {} })).toThrow(expect.objectContaining(both))
    // A connection that another tab keeps is not resumed.
    localStorage.setItem(
      'latchkey:shop:https://dialog.example',
      JSON.stringify({ v: 1, connections: { eip155: { walletId: 'a', kind: 'host' } } }),
    )
    dispatchEvent(Object.assign(new Event('storage'), { key: 'latchkey:shop:https://dialog.example' }))
    expect(frames()).toBe(0)
  })

  test('error: they throw from a second createModal of the project, too', () => {
    const modal = createPageModal({ ...options, preload: 'none' })
    expect(() => createPageModal({ ...options, siwx: {}, siweConfig })).toThrow(expect.objectContaining(both))
    expect(createPageModal({ ...options, siwx: false, siweConfig })).toBe(modal)
  })
})
