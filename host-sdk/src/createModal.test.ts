import { describe, expect, test } from 'vitest'
import { createModal } from './createModal.js'

const options = { projectId: 'p', dialogUrl: 'https://dialog.example.com' }

describe('createModal', () => {
  test('behavior: on a server it is there, disconnected, and throws nothing a render may call', async () => {
    expect(typeof window).toBe('undefined')
    const modal = createModal(options)
    expect(modal.getState()).toMatchObject({ ready: false, open: false, status: 'disconnected', accounts: {}, wallet: null })
    const opening = modal.open()
    expect(opening.on('uri', () => {})).toBeTypeOf('function')
    expect(await opening).toBeNull()
    expect(await modal.close()).toBe(true)
    await modal.disconnect()
    modal.preload()
    modal.setTheme({ themeMode: 'dark' })
    modal.setLocale('ar')
    for (const unsubscribe of [modal.subscribe(() => {}), modal.on('connect', () => {})]) unsubscribe()
    modal.destroy()
  })

  test('behavior: on a server the provider is disconnected and names the default chain', async () => {
    const provider = createModal(options).provider('eip155')
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001, message: 'Connection rejected' })
    await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4900 })
    await expect(createModal(options).switchNetwork('eip155:1')).rejects.toMatchObject({ name: 'ModalError', code: 4900 })
  })

  test('behavior: the same project and dialog is the same instance', () => {
    expect(createModal(options)).toBe(createModal({ ...options }))
    expect(createModal({ ...options, projectId: 'q' })).not.toBe(createModal(options))
  })
})
