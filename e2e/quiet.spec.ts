import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import type { Page } from '@playwright/test'
import { loginByEmail, pressYes, secureOf } from './support/login.ts'
import { spoilSession } from './support/storage.ts'
import { connected, expect, openConnected, request, stateOf, test } from './support/test.ts'

/* What a page pays that does not use the dialog, or creates it over and over; and that "connected" is true. */

const frames = (page: Page) => page.locator('iframe[data-latchkey="dialog"]')

/** Counts what is listened to on `window`, `document` and media queries: what goes with an element is gone with it. */
function countListeners(): void {
  const count = { now: 0 }
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const key = (type: string, options: unknown) =>
    `${type} ${typeof options === 'object' ? (options as { capture?: boolean } | null)?.capture : options}`
  const known = new WeakMap<EventTarget, Map<unknown, Set<string>>>()
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const lasts = this === window || this === document || this instanceof MediaQueryList
    const own = known.get(this) ?? new Map<unknown, Set<string>>()
    const types = own.get(listener) ?? new Set()
    if (lasts && !types.has(key(type, options))) count.now++
    known.set(this, own.set(listener, types.add(key(type, options))))
    return addEventListener.call(this, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const lasts = this === window || this === document || this instanceof MediaQueryList
    if (known.get(this)?.get(listener)?.delete(key(type, options)) && lasts) count.now--
    return removeEventListener.call(this, type, listener, options)
  }
  Object.assign(window, { listeners: count })
}
const listeners = (page: Page) => page.evaluate(() => (window as unknown as { listeners: { now: number } }).listeners.now)

test('behavior: without a stored session, a page that preloads nothing asks for the script and nothing else @once', async ({
  page,
  hosts,
  install,
  server,
}) => {
  await install()
  const asked: string[] = []
  page.on('request', (sent) => asked.push(sent.url()))
  await page.goto(hosts.url('meadow', 'script', { preload: 'none' }))
  expect((await request(page, 'eth_accounts')).result).toEqual([])
  expect((await request(page, 'eth_chainId')).result).toBe('0x1')
  await page.evaluate(() => window.host.modal.getState())
  await page.getByRole('button', { name: 'Connect wallet' }).hover()
  await page.waitForLoadState('networkidle')
  const own = new URL(page.url()).origin
  expect(asked.filter((url) => !url.startsWith(own) && !url.startsWith('data:'))).toEqual([server.sdk])
  await expect(frames(page)).toHaveCount(0)
})

test('behavior: a page that opens a wallet by itself, untouched, leaves nothing in its console @once', async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  await install()
  await page.goto(hosts.url('meadow', 'script'))
  // No click, no key: the frame was never activated.
  await page.evaluate(() => void window.host.modal.open({ wallet: 'Harbor' }))
  await connected(page)
  await dialog.closed()
})

test('behavior: created and destroyed a hundred times, nothing of the modal is left @once', async ({
  page,
  hosts,
  install,
  expectProblems,
}) => {
  // Its project does not list this page: some frames live long enough to hear it.
  expectProblems('error: Failed to load resource: the server responded with a status of 403 (Forbidden)')
  await page.addInitScript(countListeners)
  await install()
  await page.goto(hosts.url('meadow', 'script', { preload: 'none' }))
  const again = () =>
    page.evaluate(async () => {
      const { modal } = window.host
      const { createModal } = window as unknown as { createModal: (options: object) => typeof modal }
      const made = (modal as unknown as { createModal: typeof createModal }).createModal({
        projectId: 'latchkey-listed',
        preload: 'none',
        networks: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:1'],
      })
      made.provider('eip155')
      made.preload()
      await new Promise((resolve) => setTimeout(resolve, 10))
      made.destroy()
    })
  for (let round = 0; round < 10; round++) await again()
  await expect(frames(page)).toHaveCount(0)
  const before = await listeners(page)
  for (let round = 0; round < 90; round++) await again()
  await expect(frames(page)).toHaveCount(0)
  await expect(page.locator('dialog')).toHaveCount(0)
  expect(await listeners(page)).toBe(before)
})

test('behavior: a script that is evaluated again and again finds the modal that is there @once', async ({
  page,
  hosts,
  install,
  server,
  dialog,
}) => {
  await page.addInitScript(countListeners)
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  const before = await listeners(page)
  const load = () =>
    page.evaluate(
      ([src, projectId]) =>
        new Promise<boolean>((resolve) => {
          const tag = Object.assign(document.createElement('script'), { src })
          tag.dataset.projectId = projectId
          tag.onload = () => resolve((window as unknown as { Modal: unknown }).Modal === window.host.modal)
          document.head.append(tag)
        }),
      [server.sdk, server.projectId] as const,
    )
  for (let round = 0; round < 20; round++) expect(await load()).toBe(true)
  await expect(frames(page)).toHaveCount(1)
  expect(await listeners(page)).toBe(before)
  expect((await stateOf(page)).status).toBe('connected')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Account')
})

/** Whoever is connected can sign: the wallet answers, or is asked. */
async function signs(page: Page): Promise<void> {
  expect((await stateOf(page)).status).toBe('connected')
  expect((await request(page, 'eth_accounts')).result).toEqual([accounts[0].address])
  expect((await request(page, 'personal_sign', ['0x01', accounts[0].address])).result).toMatch(/^0x[0-9a-f]{130}$/)
}

test('behavior: whenever the state is "connected", a signature is possible: over reloads, a lock, and a page that slept @once', async ({
  page,
  hosts,
  install,
}) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  await signs(page)
  for (let round = 0; round < 3; round++) {
    await page.reload()
    // Asked at once, while the session is being resumed: it waits, and never says that nobody is there.
    expect((await request(page, 'eth_accounts')).result).toEqual([accounts[0].address])
    await connected(page)
    await signs(page)
  }
  // A locked wallet is not connected, and what it is asked is refused.
  await extension.lock()
  await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
  expect(await request(page, 'personal_sign', ['0x01', accounts[0].address])).toMatchObject({ code: 4100 })
  await extension.unlock()
  await connected(page)
  await signs(page)
  // Locked while the page was away.
  const away = page.url()
  await page.goto('about:blank')
  await extension.lock()
  await page.goto(away)
  await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
  expect((await request(page, 'eth_accounts')).result).toEqual([])
  await extension.unlock()
  await connected(page)
  // The laptop sleeps: the page is frozen, and the clock has moved when it is back.
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  await signs(page)
})

test('behavior: a login is "connected" as long as its wallet can sign: not for a moment once its session has ended @once', async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  test.setTimeout(120_000)
  await page.goto(hosts.url('meadow', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await loginByEmail(page, server)
  await dialog.closed()
  const address = async () => ((await request(page, 'eth_accounts')).result as string[])[0]
  const signsApproved = async () => {
    expect((await stateOf(page)).status).toBe('connected')
    const signed = request(page, 'personal_sign', ['0x48656c6c6f', await address()])
    await dialog.shows('ApproveTransaction')
    await pressYes(secureOf(page).getByRole('button', { name: 'Sign', exact: true }))
    expect((await signed).result).toMatch(/^0x[0-9a-f]+$/)
    await dialog.closed()
  }
  await signsApproved()
  await page.reload()
  await connected(page)
  await signsApproved()
  // The session ends on the server, and this page does not know yet: its next life never says that it is connected.
  await spoilSession(page, server.secure)
  await page.reload()
  await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
  expect(await page.evaluate(() => window.host.transitions)).toEqual(['reconnecting', 'disconnected'])
  expect(await address()).toBeUndefined()
  expect(await request(page, 'personal_sign', ['0x01', '0x0000000000000000000000000000000000000001'])).toMatchObject({ code: 4100 })
})
