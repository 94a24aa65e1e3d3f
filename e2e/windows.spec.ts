import type { Locator, Page } from '@playwright/test'
import { heardBy, shout } from './attacks/forgeries.ts'
import { findings } from './support/axe.ts'
import { dialogOf } from './support/dialog.ts'
import { openShop } from './support/framed.ts'
import type { Hosts } from './support/hosts.ts'
import { secureOf } from './support/login.ts'
import { later, onPage, openSecurity } from './support/security.ts'
import type { Server } from './support/server.ts'
import { answerProvider, newName, openProvider } from './support/social.ts'
import { expect, request, stateOf, test } from './support/test.ts'

/*
 * Windows that the dialog and the wallet open, all by one rule: what passes between a window and the document that opened it goes over a channel of these two,
 * nothing is handed over by storage, cookie or address, and when one end is gone the other one says so. What each window is for is tested where that is.
 */

type Visit = { readonly page: Page; readonly server: Server; readonly hosts: Hosts; readonly user: string }

type Row = {
  readonly name: string
  /** Opens it as a user does. `first`: nothing is on screen yet. */
  open(visit: Visit, first: boolean): Promise<Page>
  /** The document that opened it, as a path from the page. Left out: it has no frame there. */
  readonly opener?: string
  /** Its own document, where it is ours. */
  address?(server: Server): string | RegExp
  /** What our console line of a page in such a place names. */
  readonly line?: string
  /** What is on screen while it waits for the user: in it, and where it was opened. */
  waits(visit: Visit, popup: Page): readonly Locator[]
  /** What the user reads where it was opened, once they have closed it by hand. */
  closed(visit: Visit): Locator
  /** What the window says once the document that opened it is gone. */
  lost(visit: Visit, popup: Page): Promise<Locator>
}

async function login({ page, hosts, server, user }: Visit): Promise<void> {
  await page.goto(hosts.url('shop.wild', 'script', { projectId: server.projects.listed }))
  await page.evaluate(() => void window.host.modal.open())
  await answerProvider(await openProvider(page, 'Google'), user)
  await expect.poll(async () => (await stateOf(page)).status).toBe('connected')
  await dialogOf(page).closed()
}

const pressed = async (page: Page, button: Locator): Promise<Page> => {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  return popup
}

const securityOf = ({ page }: Visit) => {
  const found = page
    .context()
    .pages()
    .find((one) => one.url().endsWith('/security'))
  if (!found) throw new Error('There is no window for keys and security.')
  return found
}
const withGoogle = (security: Page) => security.getByRole('button', { name: /^Confirm with Google/ })
const noNumber = (popup: Page) => popup.getByText('No number there? Then close this window')

const rows: readonly Row[] = [
  {
    name: 'the window of a login’s provider',
    opener: 'frames.0',
    async open({ page, hosts }, first) {
      if (!first) return pressed(page, dialogOf(page).button('Try again'))
      await page.goto(hosts.url('meadow', 'script'))
      await page.evaluate(() => void window.host.modal.open())
      return openProvider(page, 'Google')
    },
    waits: ({ page }, popup) => [popup.getByLabel('Name'), dialogOf(page).heading('Continue in the Google window')],
    closed: ({ page }) => dialogOf(page).heading('The sign-in window was closed'),
    async lost({ page, user }, popup) {
      await page.reload()
      await answerProvider(popup, user)
      return noNumber(popup)
    },
  },
  {
    name: 'the approval window',
    opener: 'frames.0.frames.0',
    address: ({ secure }) => `${secure}/approve`,
    async open(visit, first) {
      const { page } = visit
      if (first) {
        await login(visit)
        const address = ((await request(page, 'eth_accounts')).result as string[])[0]
        void request(page, 'personal_sign', ['0x48656c6c6f', address]).catch(() => undefined)
        await dialogOf(page).shows('ApproveTransaction')
      }
      return pressed(page, secureOf(page).getByTestId('open-window'))
    },
    waits: ({ page }, popup) => [popup.getByTestId('approve'), secureOf(page).getByTestId('open-window')],
    closed: ({ page }) => secureOf(page).getByRole('button', { name: 'Review in wallet window' }),
    async lost({ page }, popup) {
      await page.reload()
      return popup.getByText('This window lost its request')
    },
  },
  {
    name: 'the window for keys and security',
    opener: 'frames.0.frames.0',
    address: ({ secure }) => `${secure}/security`,
    async open(visit, first) {
      if (first) await login(visit)
      return openSecurity(visit.page)
    },
    waits: (_visit, popup) => [popup.locator('main[data-page="home"]')],
    // It needs no other one: what it did is done, and the settings tell of it.
    closed: ({ page }) => dialogOf(page).button(/^Keys and security/),
    async lost({ page }, popup) {
      await page.reload()
      return popup.getByRole('heading', { name: 'This window is on its own' })
    },
  },
  {
    name: 'the window of a provider that confirms the user again',
    async open(visit, first) {
      if (first) {
        await login(visit)
        const security = await openSecurity(visit.page)
        await later(security, 6 * 60_000)
        await security.getByRole('button', { name: /^Recovery code/ }).click()
        await security.getByRole('button', { name: 'Make a recovery code' }).click()
        await onPage(security, 'stepUp')
      }
      const security = securityOf(visit)
      return pressed(security, withGoogle(security))
    },
    waits: (visit, popup) => [popup.getByLabel('Name'), withGoogle(securityOf(visit))],
    closed: (visit) => securityOf(visit).getByText('If you closed it, press the button again'),
    async lost(visit, popup) {
      const security = securityOf(visit)
      expect(await findings(security)).toEqual([])
      await security.close()
      await answerProvider(popup, visit.user)
      return noNumber(popup)
    },
  },
  {
    name: 'the window in which a framed page goes on',
    line: 'docs/embed.md#framed',
    opener: 'frames.0.frames.0',
    address: ({ dialog }) => new RegExp(`^${dialog}/\\?project=[\\w-]+&origin=[\\w%.]+$`),
    async open({ page, hosts }, first) {
      if (!first)
        return pressed(page, page.frameLocator('#shop').frameLocator('iframe').getByRole('button', { name: 'Continue in a window' }))
      const shop = await openShop(page, hosts)
      await shop.frame.evaluate(() => void window.host.modal.open().catch(() => undefined))
      return pressed(page, shop.dialog.getByRole('button', { name: 'Continue in a window' }))
    },
    waits: ({ page }, popup) => [
      popup.getByRole('textbox', { name: 'Email' }),
      page.frameLocator('#shop').frameLocator('iframe').getByRole('heading', { name: 'A window is open' }),
    ],
    closed: ({ page }) => page.frameLocator('#shop').frameLocator('iframe').getByText('Nothing is lost: open it again to go on.'),
    async lost({ page }, popup) {
      await page.reload()
      return popup.getByRole('heading', { name: 'This window lost its page' })
    },
  },
]

/** What a window could leave for others: storage and cookies of its document. */
const kept = (popup: Page) =>
  popup.evaluate(() => ({ local: Object.keys(localStorage), session: Object.keys(sessionStorage), cookie: document.cookie }))

for (const row of rows)
  test(`behavior: ${row.name} hears its opener alone, leaves nothing, and says when an end is gone`, { tag: '@once' }, async ({
    page,
    server,
    hosts,
    context,
    lines,
    expectProblems,
  }) => {
    test.setTimeout(150_000)
    if (row.line) expectProblems('error: Failed to load resource: the server responded with a status of 403 (Forbidden)')
    const visit = { page, server, hosts, user: newName() }
    const popup = await row.open(visit, true)
    const waits = async (one: Page) => {
      for (const seen of row.waits(visit, one)) await expect(seen).toBeVisible()
    }
    await waits(popup)
    expect(lines).toEqual(row.line ? [expect.stringContaining(row.line)] : [])

    if (row.address)
      await test.step('its address says nothing, and it leaves nothing behind', async () => {
        const expected = row.address?.(server) ?? ''
        expect(popup.url()).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
        expect(await kept(popup)).toEqual({ local: [], session: [], cookie: '' })
        expect(await context.cookies([server.secure, server.dialog])).toEqual([])
      })

    const { opener } = row
    if (opener)
      await test.step('what other documents say to the document that opened it changes nothing', async () => {
        const before = await stateOf(page).catch(() => null)
        // The page is the dialog's own peer: it may end its dialog.
        if (opener !== 'frames.0') await shout(page, opener)
        const evil = hosts.url('evil', 'script', { preload: 'none' })
        const [stranger] = await Promise.all([page.waitForEvent('popup'), page.evaluate((url) => void window.open(url), evil)])
        await stranger.waitForLoadState()
        await shout(stranger, `opener.${opener}`)
        await waits(popup)
        expect(await heardBy(stranger)).toEqual([])
        expect(await stateOf(page).catch(() => null)).toEqual(before)
        await stranger.close()
      })

    await test.step('the user closes it: words, and a way on', async () => {
      await popup.close()
      await expect(row.closed(visit)).toBeVisible()
    })
    const second = await row.open(visit, false)
    await waits(second)
    await test.step('the document that opened it is gone: the window says so, and nothing in it says yes', async () => {
      await expect(await row.lost(visit, second)).toBeVisible()
      await expect(second.getByTestId('approve')).toHaveCount(0)
      expect(await findings(second)).toEqual([])
      await second.screenshot({ path: `e2e/screenshots/windows/${row.name.replaceAll(/\W+/g, '-')}.png` })
    })
  })
