import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import type { Page } from '@playwright/test'
import { toHex } from 'viem'
import { networkIds } from './support/server.ts'
import { connected, expect, openConnect, openConnected, request, stateOf, test } from './support/test.ts'

// As most people see it.
test.use({ reducedMotion: 'no-preference' })

/* Runs in both storage modes: a frame's storage apart for each site, and a frame whose storage throws. */

test('behavior: connected, signed, reloaded: connected again without a flash of disconnected, and nothing secret in the page’s own storage', async ({
  page,
  hosts,
  install,
  dialog,
}, { project }) => {
  const extension = await install()
  await openConnect(page, hosts.url('meadow', 'script'))
  await test.step('the mode is what its name says', async () => {
    const storage = await dialog.main.evaluate(() => {
      try {
        return typeof localStorage.length
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(storage).toBe(project.name === 'denied' ? 'SecurityError' : 'number')
  })
  await dialog.choose('Harbor')
  await connected(page)
  await dialog.closed()
  await test.step('nothing secret is kept in the page’s own storage', async () => {
    const stored = await page.evaluate(() => Object.entries(localStorage))
    expect(stored.map(([key]) => key)).toEqual([expect.stringMatching(/^latchkey:/)])
    const resume = JSON.parse(stored[0]?.[1] ?? '{}')
    expect(resume).toMatchObject({ v: 1, active: 'eip155', connections: { eip155: { walletId: 'example.harbor', kind: 'host' } } })
  })
  const sign = () => request(page, 'personal_sign', [toHex('Hello'), accounts[0].address])
  const first = (await sign()).result
  expect(first).toMatch(/^0x/)
  const asked = extension.methods().filter((method) => method === 'eth_requestAccounts').length

  await page.reload()
  await connected(page)
  expect(await page.evaluate(() => window.host.transitions)).toEqual(['reconnecting', 'connected'])
  expect((await sign()).result).toBe(first)
  // Coming back asks nobody anything, and opens nothing.
  expect(extension.methods().filter((method) => method === 'eth_requestAccounts')).toHaveLength(asked)
  await dialog.closed()
})

test('behavior: eth_accounts waits for the resumed session; eth_chainId never waits', async ({ page, hosts, install }) => {
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  await page.evaluate((id) => window.host.modal.switchNetwork(id), networkIds.second)
  await page.reload()
  const [accountsAnswer, chainAnswer] = await Promise.all([request(page, 'eth_accounts'), request(page, 'eth_chainId')])
  expect(accountsAnswer.result).toEqual([expect.stringMatching(new RegExp(accounts[0].address, 'i'))])
  expect(chainAnswer.result).toBe('0x7a6a')
})

test('behavior: a wallet that forgot the site is dropped without a word', async ({ page, hosts, install, dialog }) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  extension.lockSilently()
  await page.reload()
  await expect.poll(() => stateOf(page).then(({ ready, status }) => `${ready} ${status}`)).toBe('true disconnected')
  await dialog.closed()
  expect((await request(page, 'eth_accounts')).result).toEqual([])
})

test('behavior: two tabs of one site agree after a switch and after a disconnect', async ({ page, context, hosts, install }) => {
  await install()
  const url = hosts.url('meadow', 'script')
  await openConnected(page, url)
  const second = await context.newPage()
  await second.goto(url)
  await connected(second)

  await page.evaluate((id) => window.host.modal.switchNetwork(id), networkIds.second)
  for (const tab of [page, second]) await expect.poll(() => stateOf(tab).then((state) => state.selectedNetworkId)).toBe(networkIds.second)

  await second.evaluate(() => window.host.modal.disconnect())
  for (const tab of [page, second]) await expect.poll(() => stateOf(tab).then((state) => state.status)).toBe('disconnected')
  for (const tab of [page, second]) expect((await request(tab, 'eth_accounts')).result).toEqual([])
})

test('behavior: a connection made in one tab reaches the other', async ({ page, context, hosts, install }) => {
  await install()
  const url = hosts.url('meadow', 'script')
  const second = await context.newPage()
  await second.goto(url)
  // A tab without frame learns of it when it is asked; this one has its frame up.
  await second.evaluate(() => window.host.modal.preload())
  await expect.poll(() => stateOf(second).then(({ ready }) => ready)).toBe(true)
  await page.bringToFront()
  await openConnected(page, url)
  await connected(second)
})

test('behavior: a connection at one site is invisible at another', async ({ page, hosts, install }) => {
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  await page.goto(hosts.url('brook', 'script'))
  await page.evaluate(() => window.host.modal.preload())
  await expect.poll(() => stateOf(page).then(({ ready }) => ready)).toBe(true)
  expect((await stateOf(page)).status).toBe('disconnected')
  expect((await request(page, 'eth_accounts')).result).toEqual([])
})

test('behavior: a disconnect outlives a reload', async ({ page, hosts, install }) => {
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  await page.evaluate(() => window.host.modal.disconnect())
  await page.reload()
  await page.evaluate(() => window.host.modal.preload())
  await expect.poll(() => stateOf(page).then(({ ready }) => ready)).toBe(true)
  expect((await stateOf(page)).status).toBe('disconnected')
})

/** Takes all the room that a page's own storage has left. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    for (let size = 1 << 22; size >= 1; size = size >> 1)
      try {
        for (let n = 0; ; n++) localStorage.setItem(`full ${size} ${n}`, 'x'.repeat(size))
      } catch {
        // Less fits.
      }
  })

test('behavior: with the page’s own storage full, a reload shows no flash of disconnected', async ({ page, hosts, install, dialog }) => {
  await install()
  await page.goto(hosts.url('meadow', 'script'))
  await fillStorage(page)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('Harbor')
  await connected(page)
  await dialog.closed()
  await page.reload()
  await connected(page)
  expect(await page.evaluate(() => window.host.transitions)).toEqual(['reconnecting', 'connected'])
  // Nothing is left over that would come back after a disconnect.
  await page.evaluate(() => window.host.modal.disconnect())
  await page.reload()
  await expect.poll(() => stateOf(page).then(({ ready }) => ready)).toBe(true)
  expect(await page.evaluate(() => window.host.transitions)).toEqual(['disconnected'])
})
