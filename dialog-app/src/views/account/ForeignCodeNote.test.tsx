// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { loadLaterMessages } from '../../lib/i18n.js'
import { type ActiveConnection, activeConnection, sessionStore } from '../../state/session.js'
import { drawView } from '../../testing/drawView.js'
import { evmNode } from '../../testing/evmNode.js'
import { connectedPage } from '../../testing/fakePage.js'
import { address, scriptedWallet } from '../../testing/scriptedWallet.js'
import { ForeignCodeNote } from './ForeignCodeNote.js'

const contract = `0x${'ab'.repeat(20)}`
const node = evmNode(address)
const asked = vi.fn()
beforeEach(() => {
  localStorage.clear()
  asked.mockClear()
  vi.stubGlobal('fetch', node.fetch)
})

/** The note of an account whose address carries this code. */
async function draw(code: string, kind: ActiveConnection['wallet']['kind']) {
  Object.assign(node.results, {
    eth_getCode: ([of]: readonly string[]) => {
      asked(of?.toLowerCase())
      return code
    },
  })
  const { dialog } = await connectedPage(scriptedWallet())
  await loadLaterMessages(dialog)
  const connection = activeConnection(sessionStore(dialog).getState()) as ActiveConnection
  return drawView(dialog, <ForeignCodeNote connection={{ ...connection, wallet: { ...connection.wallet, kind } }} />)
}

test('behavior: says that a contract acts for the embedded wallet’s key, and names it by one press', async () => {
  const view = await draw(`0xef0100${contract.slice(2)}`, 'embedded')
  await vi.waitFor(() => expect(view.textContent).toContain('A contract acts for your account'))
  expect(view.textContent).not.toContain(contract)
  view.querySelector('button')?.click()
  await vi.waitFor(() => expect(view.textContent).toContain(contract))
  expect(asked).toHaveBeenCalledWith(address.toLowerCase())
})

test('behavior: says nothing of an account without such code', async () => {
  const view = await draw('0x', 'embedded')
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  expect(view.textContent).toBe('')
})

test('behavior: says nothing of other wallets, which use such code themselves', async () => {
  const view = await draw(`0xef0100${contract.slice(2)}`, 'host')
  expect(view.textContent).toBe('')
  expect(asked).not.toHaveBeenCalled()
})
