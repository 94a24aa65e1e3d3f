import type { Page } from '@playwright/test'
import type { Hosts } from './support/hosts.ts'
import { loginByEmail } from './support/login.ts'
import { mailed, newAddress } from './support/mail.ts'
import { readQr } from './support/readQr.ts'
import { answerProvider, cutOff, newName, openProvider, pickNumber, providerButton } from './support/social.ts'
import { spoilSession } from './support/storage.ts'
import { expect, request, stateOf, test } from './support/test.ts'

/* Logins with another service's account: a real window, and a standards-conforming provider on this machine that plays all of them. */

/** One that posts a form and one without OpenID Connect; the other tests go to Google. All of them with the slow tests. */
const providers = process.env.LATCHKEY_LONG ? ['Google', 'X', 'Discord', 'GitHub', 'Apple', 'Facebook', 'Google'] : ['Apple', 'GitHub']

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

test('behavior: every provider leads to a wallet of its own, and the same user to the same one', { tag: '@once' }, async ({
  page,
  server,
  hosts,
  dialog,
  problems,
}) => {
  await page.goto(hosts.url('meadow', 'script'))
  const name = newName()
  const wallets = new Map<string, string>()
  // The last is the first once more. The same name is the same e-mail address everywhere, and joins nothing.
  for (const provider of providers) {
    if (wallets.size > 0) await leave(page)
    open(page)
    await answerProvider(await openProvider(page, provider), name)
    await dialog.closed()
    const address = await accountOf(page)
    expect(address).toMatch(/^0x/)
    if (wallets.has(provider)) expect(address).toBe(wallets.get(provider))
    wallets.set(provider, address)
  }
  expect(wallets.size).toBe(new Set(providers).size)
  expect(new Set(wallets.values()).size).toBe(wallets.size)

  await test.step('an e-mail address is added, and proves itself first', async () => {
    const email = newAddress()
    open(page)
    await dialog.button('Account settings').click()
    await dialog.button('Email Add an address').click()
    await dialog.shows('UpdateEmailWallet')
    await dialog.frame.getByLabel('New email').fill(email)
    await dialog.button('Continue').click()
    const code = await mailed(server, email, /\b(\d{6})\b/)
    await dialog.frame.getByLabel('Six-digit code').fill(code === '000000' ? '111111' : '000000')
    await expect(dialog.text('That code didn’t match. 4 tries left.')).toBeVisible()
    await dialog.frame.getByLabel('Six-digit code').fill(code)
    await expect(dialog.heading('Email updated')).toBeVisible()
    await dialog.button('Done').click()
    // The next mail has to wait, and says for how long.
    await dialog.button(`Email ${email}`).click()
    await dialog.frame.getByLabel('New email').fill(newAddress())
    await dialog.button('Continue').click()
    await expect(dialog.text(/Please try again after \d+ seconds/)).toBeVisible()
    expect(await accountOf(page)).toBe(wallets.get(providers.at(-1) ?? ''))
  })
  expect(problems).toEqual([])
})

test('error: declining, an answer that is not ours, a blocked window and a lost network each have their words', { tag: '@once' }, async ({
  page,
  context,
  server,
  hosts,
  dialog,
  expectProblems,
}) => {
  // What was on its way when the line broke.
  expectProblems('error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED')
  await start(page, hosts)

  await test.step('declined', async () => {
    await answerProvider(await openProvider(page, 'Google'), newName(), 'Deny')
    await expect(dialog.heading('Google didn’t sign you in')).toBeVisible()
    await dialog.button('Other ways to sign in').click()
  })

  await test.step('an answer to a sign-in that nobody started', async () => {
    const popup = await openProvider(page, 'Google')
    await popup.getByLabel('Name').waitFor()
    const answer = `${server.secure}/oauth/callback/google?${new URLSearchParams({ code: 'stolen', state: 'invented' })}`
    await popup.evaluate((url) => location.assign(url), answer)
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
    // A window that is just going takes the command with it.
    await expect(() => context.setOffline(false)).toPass()
    const [popup] = await Promise.all([page.waitForEvent('popup'), dialog.button('Try again').click()])
    await answerProvider(popup, newName())
    await dialog.closed()
    expect(await accountOf(page)).toMatch(/^0x/)
  })
})

test('behavior: a window that the provider cut off goes on by a number; somebody else than last time is asked about', {
  tag: '@once',
}, async ({ page, context, server, hosts, dialog }) => {
  const [first, second] = [newName(), newName()]
  const stop = await cutOff(context)
  await start(page, hosts)
  const popup = await openProvider(page, 'Google')
  await expect(dialog.heading('The sign-in window was closed')).toBeVisible()
  await answerProvider(popup, first)
  await expect(popup.getByText(new RegExp(`This signs in with your Google login .*${first}@people\\.example`))).toBeVisible()
  await pickNumber(page, popup)
  await dialog.closed()
  expect(await accountOf(page)).toMatch(/^0x/)
  await popup.close()
  await stop()

  await spoilSession(page, server.secure)
  await page.reload()
  await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
  open(page)
  await expect(dialog.frame.locator('b', { hasText: 'Session Expired' })).toBeVisible()
  // The provider of the login that ended is offered at once.
  await dialog.shows('ConnectingSocial')
  const [again] = await Promise.all([page.waitForEvent('popup'), dialog.button('Continue with Google').click()])
  await answerProvider(again, second)
  await expect(dialog.heading('A different account this time')).toBeVisible()
  await expect(dialog.text(`${first}@people.example`)).toBeVisible()
  expect(await accountOf(page)).toBe('')
  await dialog.button('Go back').click()
  await dialog.shows('Connect')
  await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
})

test('behavior: Farcaster: a code for the app, which signs; declining there and leaving here each end it', { tag: '@once' }, async ({
  page,
  context,
  hosts,
  dialog,
  problems,
}) => {
  /** What a phone's camera reads. */
  const shownCode = async () => {
    const picture = dialog.frame.getByRole('img', { name: 'Code for the Farcaster app' })
    await expect(picture).toBeVisible()
    let read: string | undefined
    await expect(async () => {
      ;[read] = readQr(await picture.screenshot())
      expect(read).toMatch(/^http/)
    }).toPass()
    return read ?? ''
  }
  /** The page that plays Farcaster's app: it signs with the key that its name has in the local registry. */
  const answer = async (code: string, decision: 'Approve' | 'Deny') => {
    const tab = await context.newPage()
    await tab.goto(code)
    await answerProvider(tab, newName(), decision)
    await expect(tab.getByRole('heading')).toHaveText(decision === 'Approve' ? 'Signed in' : 'Declined')
    await tab.close()
  }
  const choose = async () => {
    await (await providerButton(page, 'Farcaster')).click()
    await dialog.shows('ConnectingFarcaster')
  }
  await start(page, hosts)

  await choose()
  const left = await shownCode()
  await dialog.button('Back').click()
  await choose()
  const declined = await shownCode()
  expect(declined).not.toBe(left)
  await answer(declined, 'Deny')
  await expect(dialog.heading('Farcaster didn’t sign you in')).toBeVisible()

  await dialog.button('Try again').click()
  await answer(await shownCode(), 'Approve')
  await dialog.closed()
  expect(await accountOf(page)).toMatch(/^0x/)
  expect(problems).toEqual([])
})

test('behavior: an e-mail address right after Farcaster waits for the frame that starts again', { tag: ['@once', '@long'] }, async ({
  page,
  server,
  hosts,
  dialog,
  problems,
}) => {
  /** A slow line: the frame's second document takes its time, so that whatever is asked meanwhile has to wait for it. */
  let documents = 0
  await page.route(`${server.secure}/sdk*`, async (route) => {
    documents += 1
    if (documents > 1) await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await start(page, hosts)
  await (await providerButton(page, 'Farcaster')).click()
  await expect(dialog.frame.getByRole('img', { name: 'Code for the Farcaster app' })).toBeVisible()
  await dialog.button('Back').click()
  await loginByEmail(page, server)
  await dialog.closed()
  expect(await accountOf(page)).toMatch(/^0x/)
  expect(documents).toBe(2)
  expect(problems).toEqual([])
})
