// @vitest-environment jsdom
import { createModal, defineButton, type Modal } from '@latchkey/sdk'
import { beforeEach, expect, test, vi } from 'vitest'

/* As an embedder tests their page: nothing answers at `dialogUrl`, and nobody awaits what a click opens. */

defineButton()

let modal: Modal
beforeEach(() => {
  document.body.innerHTML = '<button data-latchkey-open>Connect wallet</button><latchkey-button></latchkey-button>'
  modal = createModal({ projectId: 'shop', dialogUrl: 'http://dialog.localhost:1' })
  return () => modal.destroy()
})
const click = () => document.querySelector<HTMLElement>('[data-latchkey-open]')?.click()
/** Long enough for whatever a click begins to have failed. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1_000))

test('a visitor presses the button', async () => {
  click()
  await settled()
  expect(modal.getState()).toMatchObject({ status: 'disconnected', accounts: {} })
})

test('a button of the page opens the dialog, and is told that it cannot', async () => {
  await expect(modal.open()).rejects.toMatchObject({ name: 'ModalError', code: 4900 })
  expect(document.querySelector('[role=alert]')?.textContent).toContain('not possible')
})

test('the ready-made button is drawn, and can be pressed', async () => {
  const button = await vi.waitUntil(() => document.querySelector('latchkey-button')?.shadowRoot?.querySelector('button'))
  expect(button.textContent).toBe('Connect wallet')
  button.click()
  await settled()
})

test('nobody is connected', async () => {
  expect(await modal.provider('eip155').request({ method: 'eth_accounts' })).toEqual([])
  expect(await modal.provider('eip155').request({ method: 'eth_chainId' })).toBe('0x1')
})

// The last one: what it began ends after the page was taken away.
test('the page goes while the dialog is being opened', () => {
  click()
  modal.preload()
})
