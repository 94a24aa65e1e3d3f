// @vitest-environment happy-dom

import { codes, RpcError } from '@latchkey/protocol'
import { beforeEach, expect, test, vi } from 'vitest'
import { writeItem } from '../../lib/storage.js'
import { openEmbedded } from '../../testing/embeddedPage.js'
import { stubServices } from '../../testing/fakePage.js'
import { secureUser } from '../../testing/scriptedFrame.js'
import { embeddedId } from '../../wallets/embedded/index.js'
import { closeDialog } from '../navigator/close.js'
import { acceptLogin } from './acceptLogin.js'
import { resumeEmbedded } from './resumeEmbedded.js'

const connections = {
  eip155: { walletId: embeddedId, kind: 'embedded', networkId: 'eip155:31337' },
  solana: { walletId: embeddedId, kind: 'embedded', networkId: 'solana:x' },
} as const

/** A page that remembers a login which the frame does not have, with the dialog closed. */
async function returning(replies: Parameters<typeof openEmbedded>[0] = { isConnected: { isConnected: false } }) {
  const opened = await openEmbedded(replies)
  const { page } = opened
  closeDialog(page.dialog, { force: true })
  await vi.waitFor(() => expect(page.state().open).toBe(false))
  page.stores.records.setState({ active: 'eip155', connections })
  const tryAgain = () =>
    Promise.allSettled([
      resumeEmbedded(page.dialog, 'eip155', 'eip155:31337'),
      resumeEmbedded(page.dialog, 'solana', 'solana:x' as 'eip155:31337'),
    ])
  const open = async () => {
    void page.call('open', { id: crypto.randomUUID() })
    await vi.waitFor(() => expect(page.state().open).toBe(true))
  }
  const toast = () => page.stores.ui.getState().toast?.message
  const remembered = () => Object.keys(page.stores.records.getState().connections)
  return { ...opened, tryAgain, open, toast, remembered }
}

function lastTime(page: Awaited<ReturnType<typeof returning>>['page']) {
  writeItem(page.dialog, 'emailLoginUsed', true)
  writeItem(page.dialog, 'email', 'mira@meadow.example')
}

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

test('behavior: a login that the browser has not kept is remembered until the dialog says so: its address is one press away', async () => {
  const { page, tryAgain, open, views, toast, remembered } = await returning()
  lastTime(page)
  await tryAgain()
  expect(remembered()).toEqual(['eip155', 'solana'])
  await open()
  expect(views()).toEqual(['Connect', 'EmailLogin'])
  expect(page.stores.view.getState().history.at(-1)?.data).toEqual({ lost: true, address: 'mira@meadow.example' })
  expect([toast(), remembered()]).toEqual([undefined, []])
})

test('behavior: without an address it is told over the first view, once', async () => {
  const { page, tryAgain, open, views, toast } = await returning()
  await tryAgain()
  await open()
  expect(views()).toEqual(['Connect'])
  await vi.waitFor(() => expect(toast()).toMatch(/^Your browser has removed your login/))
  page.stores.ui.setState({ toast: null })
  closeDialog(page.dialog, { force: true })
  await vi.waitFor(() => expect(page.state().open).toBe(false))
  await open()
  expect(toast()).toBeUndefined()
})

test('behavior: a dialog that is open already keeps its view', async () => {
  const { page, tryAgain, open, views, toast } = await returning()
  lastTime(page)
  await open()
  await tryAgain()
  expect(views()).toEqual(['Connect'])
  await vi.waitFor(() => expect(toast()).toMatch(/^Your browser has removed your login/))
})

test('behavior: a session that ran out offers the address, and says nothing of the browser', async () => {
  const { page, tryAgain, open, views, toast } = await returning({
    getUser: () => {
      throw new RpcError(codes.unauthorized, 'Session expired', { data: { reason: 'session_expired' } })
    },
  })
  lastTime(page)
  await tryAgain()
  await open()
  expect(views()).toEqual(['Connect', 'EmailLogin'])
  expect(page.stores.view.getState().history.at(-1)?.data).toEqual({ lost: false, address: 'mira@meadow.example' })
  expect(toast()).toBeUndefined()
})

test('behavior: who has logged in meanwhile is told nothing', async () => {
  const { page, tryAgain, open, toast } = await returning()
  await tryAgain()
  acceptLogin(page.dialog, secureUser)
  await open()
  expect(page.state().status).toBe('connected')
  expect(toast()).toBeUndefined()
})
