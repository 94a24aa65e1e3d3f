import { visitProvider } from '@latchkey/testkit/src/identity/visitProvider.ts'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { dialogOf } from './support/dialog.ts'
import type { Hosts } from './support/hosts.ts'
import type { Server } from './support/server.ts'
import { answerProvider, newName, offeredSocials, pickNumber, providerButton } from './support/social.ts'
import { connected, expect, request, stateOf, test } from './support/test.ts'

/* Telegram's own browser. Its bridge is in the page at the top alone: the dialog learns of it from the page. */

const tablet = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

/** Puts Telegram's bridge into the page, as its apps do. */
const enterTelegram = (page: Page, platform?: string) =>
  page.addInitScript((name) => {
    if (window !== window.top) return
    Object.assign(window, { TelegramWebviewProxy: { postEvent() {} }, ...(name ? { Telegram: { WebApp: { platform: name } } } : {}) })
  }, platform)

/** The providers that the dialog offers, by name. */
async function offered(page: Page): Promise<readonly string[]> {
  const dialog = dialogOf(page)
  void page.evaluate(() => void window.host.modal.open())
  await dialog.shows('Connect')
  const more = dialog.button('More ways to sign in')
  await expect(
    dialog
      .button(/^Continue with (?!email)/)
      .or(more)
      .first(),
  ).toBeVisible()
  return offeredSocials(page)
}

test.describe('@once providers that Telegram’s browser cannot use are not offered', () => {
  for (const { name, userAgent, platform, absent, present } of [
    { name: 'iPhone', userAgent: iphone, platform: undefined, absent: ['Google', 'Facebook'], present: ['X', 'Apple'] },
    { name: 'iPad, by what Telegram says', userAgent: tablet, platform: 'ios', absent: ['Google', 'Facebook'], present: ['X', 'Apple'] },
    { name: 'Mac', userAgent: tablet, platform: 'macos', absent: ['X'], present: ['Google', 'Facebook'] },
  ])
    test.describe(name, () => {
      test.use({ userAgent })

      test('behavior: the page’s environment decides', async ({ page, hosts }) => {
        await enterTelegram(page, platform)
        await page.goto(hosts.url('meadow', 'script'))
        const names = await offered(page)
        expect(names).toEqual(expect.arrayContaining(present))
        for (const one of absent) expect(names).not.toContain(one)
      })
    })
})

/** The provider's button in the Connect view, wherever it is. */
async function choose(page: Page, name: string): Promise<void> {
  await (await providerButton(page, name)).click()
  await dialogOf(page).shows('ConnectingSocial')
}

test.describe('a social login in Telegram’s browser, which has no windows', () => {
  test.use({ userAgent: iphone })
  test.setTimeout(120_000)

  /** Two more documents have to load for it. */
  const backConnected = (page: Page) => expect.poll(() => stateOf(page).then(({ status }) => status), { timeout: 30_000 }).toBe('connected')
  /** The id of the login that is started next. */
  const flowOf = async (page: Page) => ((await (await page.waitForResponse(/\/oauth\/start$/)).json()) as { flow: string }).flow
  const leaveUrl = ({ dialog }: Server, flow: string, back: string) => `${dialog}/oauth/leave#${new URLSearchParams({ flow, back })}`
  /** What the page is left from: a query and a fragment of its own, which are there again afterwards. */
  const address = (hosts: Hosts) => `${hosts.url('meadow', 'script')}?basket=3#tgWebAppVersion=8.0&secret=launch`
  const open = async (page: Page, hosts: Hosts) => {
    await enterTelegram(page, 'ios')
    await page.goto(address(hosts))
    void page.evaluate(() => void window.host.modal.open())
  }
  /** Reads the number, and goes to the provider in this tab. */
  const leave = async (page: Page, name: string) => {
    const dialog = dialogOf(page)
    await expect(dialog.heading(`${name} opens in this tab`)).toBeVisible()
    const number = (await dialog.main.locator('.pick b').textContent()) ?? ''
    await dialog.button(`Continue to ${name}`).click()
    await page.getByLabel('Name').waitFor()
    return number
  }

  test('behavior: leaves in the page’s tab, comes back and connects', async ({ page, hosts, dialog, problems }, { project }) => {
    test.skip(project.name === 'denied', 'the frame keeps no key there: the next test')
    const [visited, asked]: [string[], string[]] = [[], []]
    page.on('framenavigated', (frame) => frame === page.mainFrame() && visited.push(frame.url()))
    page.on('request', (request) => asked.push(request.url()))
    let windows = 0
    page.on('popup', () => {
      windows += 1
    })
    await open(page, hosts)
    await choose(page, 'GitHub')
    const number = await leave(page, 'GitHub')
    const name = newName()
    await answerProvider(page, name)
    await expect(page.getByText(new RegExp(`This signs in with your GitHub login .*${name}`))).toBeVisible()
    await expect(page.getByText('Pick the number that you were shown before you came here.')).toBeVisible()
    await expect(page.getByText(hosts.origin('meadow'), { exact: true })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: number, exact: true }).click()
    await page.waitForURL(address(hosts))
    await backConnected(page)
    await dialog.closed()
    const account = ((await request(page, 'eth_accounts')).result as string[])[0]
    expect(account).toMatch(/^0x/)

    expect(windows).toBe(0)
    // Nothing about the login is in an address of the page, and nothing of the page's fragment in anybody else's.
    for (const url of visited.filter((each) => each.startsWith(hosts.origin('meadow'))))
      expect(url.split('#')[0]).toBe(address(hosts).split('#')[0])
    for (const url of [...visited, ...asked].filter((each) => !each.startsWith(hosts.origin('meadow')))) expect(url).not.toContain('launch')
    // It was for once: a reload resumes the session, and opens nothing.
    await page.reload()
    await connected(page)
    expect((await stateOf(page)).open).toBe(false)
    expect((await request(page, 'eth_accounts')).result).toEqual([account])
    expect(problems).toEqual([])
  })

  test('behavior: where the frame keeps nothing, the provider opens in another browser, and a number goes on here', async ({
    page,
    hosts,
    dialog,
  }, { project }) => {
    test.skip(project.name !== 'denied', 'the frame keeps its key there: the tests around')
    await open(page, hosts)
    await choose(page, 'GitHub')
    await expect(dialog.heading('Continue in your browser')).toBeVisible()
    const [popup] = await Promise.all([page.waitForEvent('popup'), dialog.frame.getByRole('link', { name: 'Open GitHub' }).click()])
    await answerProvider(popup, newName())
    await pickNumber(page, popup)
    await connected(page)
    await dialog.closed()
    expect(page.url()).toBe(address(hosts))
  })

  test(
    'error: declining, coming back early, a wrong number and an attempt that ran out each have their words',
    { tag: '@long' },
    async ({ page, server, hosts, dialog, expectProblems }, { project }) => {
      test.skip(project.name === 'denied', 'nobody leaves there')
      await open(page, hosts)

      await test.step('declined', async () => {
        await choose(page, 'GitHub')
        await leave(page, 'GitHub')
        await page.getByRole('button', { name: 'Deny' }).click()
        await page.waitForURL(address(hosts))
        await expect(dialog.heading('GitHub didn’t sign you in')).toBeVisible()
        expect((await stateOf(page)).status).toBe('disconnected')
      })

      await test.step('came back before anything was answered', async () => {
        await dialog.button('Try again').click()
        await leave(page, 'GitHub')
        await page.goto(address(hosts))
        await expect(dialog.heading('You came back before signing in')).toBeVisible()
      })

      await test.step('a wrong number', async () => {
        await dialog.button('Try again').click()
        const number = await leave(page, 'GitHub')
        await answerProvider(page, newName())
        const numbers = page.locator('.numbers button')
        await expect(numbers).toHaveCount(3)
        await numbers.filter({ hasNotText: number }).first().click()
        await page.waitForURL(address(hosts))
        await expect(dialog.heading('Couldn’t sign you in')).toBeVisible()
        expect((await stateOf(page)).status).toBe('disconnected')
      })

      await test.step('an answer that the server does not know any more', async () => {
        await dialog.button('Other ways to sign in').click()
        await choose(page, 'GitHub')
        await leave(page, 'GitHub')
        expectProblems('error: Failed to load resource: the server responded with a status of 410 (Gone)')
        // Half an hour later: the server has forgotten the attempt, and so does not know whose answer this is.
        await page.route(/\/auth\/v1\/oauth\/status$/, (route) =>
          route.fulfill({
            status: 410,
            headers: { 'access-control-allow-origin': server.secure, 'content-type': 'application/json' },
            body: JSON.stringify({ status: 'FAILED', reasons: [{ field: 'flow_gone', description: '' }] }),
          }),
        )
        await page.goto(`${server.secure}/oauth/callback/github?${new URLSearchParams({ code: 'late', state: 'forgotten' })}`)
        await page.waitForURL(address(hosts))
        await expect(dialog.heading('That ran out')).toBeVisible()
      })
    },
  )

  test(
    'error: somebody else’s login cannot be left for, finished or come back to',
    { tag: '@long' },
    async ({ page, browser, server, hosts, dialog }, { project }) => {
      test.skip(project.name === 'denied', 'nobody leaves there')
      const thief = await browser.newContext({ userAgent: iphone })
      const theirs = await thief.newPage()
      await open(theirs, hosts)
      const started = flowOf(theirs)
      await choose(theirs, 'GitHub')
      const flow = await started
      const asked = theirs.waitForRequest(/\/auth\?/)
      const number = await leave(theirs, 'GitHub')

      await test.step('the way back is the page that started, and no other', async () => {
        await enterTelegram(page, 'ios')
        await page.goto(leaveUrl(server, flow, hosts.url('thief', 'script')))
        await expect(page.locator('main[data-view="OauthLeave"][data-state="failed"]')).toBeVisible()
        expect(new URL(page.url()).origin).toBe(server.secure)
        expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
        expect(new URL(page.url()).hash).toBe('')
      })

      await test.step('a thief’s answer that is brought by this browser connects nobody here (login CSRF)', async () => {
        // The thief says who they are, and stops short of the answer's last step.
        const brought = await visitProvider((await asked).url(), server.secure, { name: newName() })
        await page.goto(brought.url)
        await page.getByRole('button', { name: number, exact: true }).click()
        await expect(page.getByRole('heading', { name: 'You’re signed in' })).toBeVisible()
        await page.goto(address(hosts))
        void page.evaluate(() => void window.host.modal.open({ view: 'ConnectingSocial' }))
        await dialog.shows('Connect')
        expect((await stateOf(page)).status).toBe('disconnected')
        expect((await request(page, 'eth_accounts')).result).toEqual([])
      })

      await test.step('a user elsewhere who was sent the link finds no numbers, and only the way back', async () => {
        const victim = await browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' })
        const tab = await victim.newPage()
        await theirs.goto(hosts.url('meadow', 'script'))
        await backConnected(theirs)
        await theirs.evaluate(() => window.host.modal.disconnect())
        void theirs.evaluate(() => void window.host.modal.open())
        const again = flowOf(theirs)
        await choose(theirs, 'GitHub')
        await leave(theirs, 'GitHub')
        await tab.goto(leaveUrl(server, await again, hosts.url('meadow', 'script')))
        await answerProvider(tab, newName())
        await expect(tab.getByRole('heading', { name: 'Start again on this device' })).toBeVisible()
        await expect(tab.locator('.numbers')).toHaveCount(0)
        expect(await findings(tab)).toEqual([])
        await tab.getByRole('button', { name: 'Go back' }).click()
        await tab.waitForURL(hosts.url('meadow', 'script'))
        await victim.close()
      })
      await thief.close()
    },
  )
})
