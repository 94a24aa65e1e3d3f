// @vitest-environment happy-dom

import { codes, RpcError, type SocialProvider } from '@latchkey/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readItem, writeItem } from '../../lib/storage.js'
import { farcasterStore } from '../../state/farcaster.js'
import { defaultFeatures, settingsStore } from '../../state/settings.js'
import { socialStore } from '../../state/social.js'
import { openEmbedded } from '../../testing/embeddedPage.js'
import { type PageOptions, stubServices } from '../../testing/fakePage.js'
import { secureUser } from '../../testing/scriptedFrame.js'
import { embeddedId } from '../../wallets/embedded/index.js'
import { setConsent } from '../connect/consent.js'
import { closeDialog } from '../navigator/close.js'
import { acceptLogin } from './acceptLogin.js'
import { resumeEmbedded } from './resumeEmbedded.js'
import { reopenSocial } from './socialLogin.js'

const connections = {
  eip155: { walletId: embeddedId, kind: 'embedded', networkId: 'eip155:31337' },
  solana: { walletId: embeddedId, kind: 'embedded', networkId: 'solana:x' },
} as const

/** A page that remembers a login which the frame does not have, with the dialog closed. */
async function returning(replies: Parameters<typeof openEmbedded>[0] = { isConnected: { isConnected: false } }, options: PageOptions = {}) {
  const opened = await openEmbedded(replies, options)
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

/** A page whose last login was by a provider, where the project's owner allows these. */
async function returningBy(provider: SocialProvider, allowed: readonly SocialProvider[] | null, ...given: Parameters<typeof returning>) {
  vi.stubGlobal('fetch', async () =>
    Response.json({ features: [{ id: 'social_login', isEnabled: true, config: allowed }], allowedOrigins: [], balances: [] }),
  )
  const opened = await returning(...given)
  const { dialog } = opened.page
  writeItem(dialog, 'socialProvider', provider)
  const known = allowed ?? defaultFeatures.socials
  await vi.waitFor(() => expect(settingsStore(dialog).getState()).toMatchObject({ features: { socials: known } }))
  return { ...opened, dialog }
}

const expired = {
  getUser: () => {
    throw new RpcError(codes.unauthorized, 'Session expired', { data: { reason: 'session_expired' } })
  },
}

beforeEach(() => {
  localStorage.clear()
  stubServices()
})
afterEach(() => vi.unstubAllGlobals())

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

test.each([
  ['is there', {}],
  ['cannot be asked for', { getUser: () => Promise.reject(new RpcError(codes.disconnected, 'Provider disconnected')) }],
])('behavior: a login that %s is ended when the page disconnects while it is brought back', async (_what, replies) => {
  let answer = () => {}
  const isConnected = new Promise((resolve) => {
    answer = () => resolve({ isConnected: true })
  })
  const { page, tryAgain, asked, remembered, open, toast } = await returning({ isConnected: () => isConnected, ...replies })
  const resumed = tryAgain()
  await page.call('disconnect', {})
  expect([remembered(), asked('signOut')]).toEqual([[], []])
  answer()
  await resumed
  await vi.waitFor(() => expect(asked('signOut')).not.toEqual([]))
  await open()
  expect([page.state().status, toast()]).toEqual(['disconnected', undefined])
})

test('behavior: a login stays for the family that the page did not disconnect while it was brought back', async () => {
  let answer = () => {}
  const isConnected = new Promise((resolve) => {
    answer = () => resolve({ isConnected: true })
  })
  const { page, tryAgain, asked } = await returning({ isConnected: () => isConnected })
  const resumed = tryAgain()
  await page.call('disconnect', { namespace: 'solana' })
  answer()
  expect((await resumed).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(asked('signOut')).toEqual([])
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
  const { page, tryAgain, open, views, toast } = await returning(expired)
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

test.each([
  ['that the browser has not kept', 'lost', undefined],
  ['whose session ran out', 'ended', expired],
] as const)('behavior: a login by a provider %s: its button is one press away', async (_, phase, replies) => {
  const { dialog, tryAgain, open, views, toast, asked } = await returningBy('google', null, replies)
  await tryAgain()
  await open()
  expect(views()).toEqual(['Connect', 'ConnectingSocial'])
  expect(socialStore(dialog).getState()).toMatchObject({ provider: 'google', phase })
  expect([toast(), readItem(dialog, 'socialProvider')]).toEqual([undefined, undefined])
  const opened = vi.fn(() => ({ closed: false, location: { href: '' }, close() {} }))
  vi.stubGlobal('open', opened)
  // Nothing opens by itself: browsers would block it.
  expect(opened).not.toHaveBeenCalled()
  reopenSocial(dialog)
  expect(opened).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(asked('getSocialRedirectUri')[0]).toMatchObject({ provider: 'google' }))
})

test('behavior: a login by Farcaster: its code is one press away', async () => {
  const { dialog, tryAgain, open, views, asked } = await returningBy('farcaster', null)
  await tryAgain()
  await open()
  expect(views()).toEqual(['Connect', 'ConnectingSocial'])
  reopenSocial(dialog)
  expect(views()).toEqual(['Connect', 'ConnectingFarcaster'])
  expect([farcasterStore(dialog).getState().phase, asked('getSocialRedirectUri')]).toEqual(['preparing', []])
})

test('behavior: where the page asks for consent, the provider’s button waits for it', async () => {
  const options = { features: { legalCheckbox: true }, termsConditionsUrl: 'https://meadow.example' }
  const { dialog, tryAgain, open } = await returningBy('google', null, undefined, { options })
  await tryAgain()
  await open()
  const opened = vi.fn(() => null)
  vi.stubGlobal('open', opened)
  reopenSocial(dialog)
  expect(opened).not.toHaveBeenCalled()
  setConsent(dialog, true)
  expect(opened).toHaveBeenCalledOnce()
})

test('behavior: a provider that the page does not offer any more is not offered', async () => {
  const { tryAgain, open, views, toast } = await returningBy('google', ['x'])
  await tryAgain()
  await open()
  expect(views()).toEqual(['Connect'])
  await vi.waitFor(() => expect(toast()).toMatch(/^Your browser has removed your login/))
})

test('behavior: the last way to log in is the one that is remembered', async () => {
  const { page } = await returning()
  const { dialog } = page
  const way = () => [readItem(dialog, 'emailLoginUsed'), readItem(dialog, 'socialProvider')]
  acceptLogin(dialog, secureUser)
  expect(way()).toEqual([true, undefined])
  acceptLogin(dialog, { ...secureUser, provider: 'google', userName: 'mira@meadow.example' })
  expect(way()).toEqual([undefined, 'google'])
  acceptLogin(dialog, secureUser)
  expect(way()).toEqual([true, undefined])
})
