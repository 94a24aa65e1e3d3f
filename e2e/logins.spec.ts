import type { Page } from '@playwright/test'
import type { Hosts } from './support/hosts.ts'
import { secureOf } from './support/login.ts'
import { answerProvider, newName, openProvider } from './support/social.ts'
import { expect, request, stateOf, test } from './support/test.ts'

/* Logins with another service's account: a real window, and a standards-conforming provider on this machine that plays all of them. */

const open = (page: Page) => void page.evaluate(() => void window.host.modal.open())
const start = async (page: Page, hosts: Hosts) => {
  await page.goto(hosts.url('meadow', 'script'))
  open(page)
}
const accountOf = async (page: Page) => ((await request(page, 'eth_accounts')).result as string[])[0] ?? ''
const leave = async (page: Page) => {
  await page.evaluate(() => window.host.modal.disconnect())
  await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
}

/** The session ends as it does when it ran out: what the frame keeps about it is gone, and nobody signed out. */
const forgetSession = (page: Page) =>
  secureOf(page)
    .locator('html')
    .evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          void indexedDB.databases().then(([{ name = '' } = {}]) => {
            const opening = indexedDB.open(name)
            opening.onsuccess = () => {
              const change = opening.result.transaction('values', 'readwrite')
              change.objectStore('values').delete('session')
              change.oncomplete = () => resolve()
              change.onerror = () => reject(change.error)
            }
          })
        }),
    )

test('behavior: every provider leads to a wallet of its own, and the same person to the same one', { tag: '@once' }, async ({
  page,
  hosts,
  dialog,
  problems,
}) => {
  await start(page, hosts)
  const name = newName()
  const wallets = new Map<string, string>()
  // The last is the first once more. Apple answers by a form, the others by their address; Google and Apple tell the same e-mail address.
  for (const provider of ['Google', 'X', 'Discord', 'GitHub', 'Apple', 'Facebook', 'Google']) {
    await answerProvider(await openProvider(page, provider), name)
    await dialog.closed()
    const address = await accountOf(page)
    expect(address).toMatch(/^0x/)
    if (wallets.has(provider)) expect(address).toBe(wallets.get(provider))
    wallets.set(provider, address)
    await leave(page)
    open(page)
  }
  expect(new Set(wallets.values()).size).toBe(6)
  expect(problems).toEqual([])
})

test('error: declining, an answer that is not ours, a blocked window and a lost network each have their words', { tag: '@once' }, async ({
  page,
  context,
  server,
  hosts,
  dialog,
}) => {
  await start(page, hosts)

  await test.step('declined', async () => {
    await answerProvider(await openProvider(page, 'Google'), newName(), 'Deny')
    await expect(dialog.heading('Google didn’t sign you in')).toBeVisible()
    await dialog.button('Other ways to sign in').click()
  })

  await test.step('an answer to a sign-in that nobody started', async () => {
    const popup = await openProvider(page, 'Google')
    await popup.getByLabel('Name').waitFor()
    await popup.goto(`${server.secure}/oauth/callback/google?${new URLSearchParams({ code: 'stolen', state: 'invented' })}`).catch(() => {})
    await expect(dialog.heading('That ran out')).toBeVisible()
    await dialog.button('Other ways to sign in').click()
  })

  await test.step('a window that the browser blocks', async () => {
    await dialog.shows('Connect')
    const blocked = dialog.main.evaluate(() => {
      const { open: real } = window
      window.open = () => {
        window.open = real
        return null
      }
    })
    await blocked
    await dialog.button('Continue with Google').click()
    await expect(dialog.heading('Your browser blocked the window')).toBeVisible()
    const [popup] = await Promise.all([page.waitForEvent('popup'), dialog.button('Open Google').click()])
    await expect(dialog.heading('Continue in the Google window')).toBeVisible()
    await popup.getByLabel('Name').waitFor()
    await dialog.button('Use another way').click()
    await expect.poll(() => popup.isClosed()).toBe(true)
  })

  await test.step('no network', async () => {
    await dialog.shows('Connect')
    await context.setOffline(true)
    await dialog.button('Continue with Google').click()
    await expect(dialog.heading('You’re offline')).toBeVisible()
    await context.setOffline(false)
    const [popup] = await Promise.all([page.waitForEvent('popup'), dialog.button('Try again').click()])
    await answerProvider(popup, newName())
    await dialog.closed()
    expect(await accountOf(page)).toMatch(/^0x/)
  })
})

test('behavior: a window that the provider cut off goes on by a number; somebody else than last time is asked about', {
  tag: '@once',
}, async ({ page, context, hosts, dialog }) => {
  const [first, second] = [newName(), newName()]
  /** The provider's page cuts the window off from whoever opened it, as some do. */
  await context.route(/127\.0\.0\.1:\d+\/login\//, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' } })
  })
  await start(page, hosts)
  const popup = await openProvider(page, 'Google')
  await expect(dialog.heading('The sign-in window was closed')).toBeVisible()
  await answerProvider(popup, first)
  const number = (await dialog.main.locator('.pick b').textContent()) ?? ''
  await popup.getByRole('button', { name: number, exact: true }).click()
  await dialog.closed()
  const address = await accountOf(page)
  await popup.close()
  await context.unroute(/127\.0\.0\.1:\d+\/login\//)

  await forgetSession(page)
  await page.reload()
  await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
  open(page)
  await answerProvider(await openProvider(page, 'Google'), second)
  await expect(dialog.heading('A different account this time')).toBeVisible()
  await expect(dialog.text(`${first}@people.example`)).toBeVisible()
  expect(await accountOf(page)).toBe('')
  await dialog.button('Go back').click()

  // The refused one was given back, and the one before is still known.
  await answerProvider(await openProvider(page, 'Google'), second)
  await expect(dialog.heading('A different account this time')).toBeVisible()
  await dialog.button('Continue').click()
  await dialog.closed()
  const other = await accountOf(page)
  expect(other).toMatch(/^0x/)
  expect(other).not.toBe(address)
})
