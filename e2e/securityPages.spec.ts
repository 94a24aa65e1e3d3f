import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { dialogOf } from './support/dialog.ts'
import { longStep } from './support/longStep.ts'
import { later, makeCode, onPage, openSecurity, sound } from './support/security.ts'
import { answerProvider, newName, openProvider } from './support/social.ts'
import { expect, stateOf, test } from './support/test.ts'

/* Every page of the window for keys and custody: driven once, and looked at in every look. */

const shots = 'e2e/screenshots/security'

const button = (popup: Page, name: string | RegExp) => popup.getByRole('button', { name })
const home = async (popup: Page, name: string) => {
  await button(popup, name).click()
  await onPage(popup, 'home')
}

async function loginByGoogle(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url)
  await page.evaluate(() => void window.host.modal.open())
  await answerProvider(await openProvider(page, 'Google'), name)
  await expect.poll(async () => (await stateOf(page)).status, { timeout: 40_000 }).toBe('connected')
  await dialogOf(page).closed()
}

test('behavior: @once every page does what it says: code, kit, devices, another lock, factors, keys, what happened, signing out', async ({
  page,
  browser,
  hosts,
  problems,
}) => {
  test.setTimeout(300_000)
  const name = newName()
  await loginByGoogle(page, hosts.url('meadow', 'script'), name)
  const popup = await openSecurity(page)
  await sound(popup, 'home')

  const code = await test.step('a recovery code', async () => {
    await button(popup, /^Recovery code/).click()
    await sound(popup, 'code')
    await home(popup, 'Back')
    const made = await makeCode(popup, sound)
    await expect(button(popup, /^Recovery code/)).toContainText('Works since')
    return made
  })

  await test.step('a kit: a wrong code opens nothing, the right one makes a file', async () => {
    await button(popup, /^Recovery kit/).click()
    await sound(popup, 'kit')
    await popup.getByLabel('Recovery code').fill('0000-0000-0000-0000-0000-0000-0000-0000-0000')
    await button(popup, 'Save the file').click()
    await expect(popup.locator('[data-error]')).toBeVisible()
    await sound(popup, 'kit')
    await popup.getByLabel('Recovery code').fill(code)
    const [download] = await Promise.all([popup.waitForEvent('download'), button(popup, 'Save the file').click()])
    const kit = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>
    expect(JSON.stringify(kit)).not.toContain(code.slice(0, 9))
    expect(Object.keys(kit).length).toBeGreaterThan(1)
    await sound(popup, 'kit-done')
    const [saved] = await Promise.all([popup.waitForEvent('download'), popup.getByRole('link', { name: 'Save the program, too' }).click()])
    expect(saved.suggestedFilename()).toBe('latchkey-recover.mjs')
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-kit-'))
    try {
      // As the user has them: two files in a folder, and no server.
      const [program, file] = [join(folder, 'latchkey-recover.mjs'), join(folder, 'kit.json')]
      await saved.saveAs(program)
      await download.saveAs(file)
      const opened = spawnSync(process.execPath, [program, file], { input: `${code}\n`, encoding: 'utf8' })
      expect(opened.stdout).toMatch(/^Ethereum {2}0x[\da-f]{40}$/im)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    await home(popup, 'Done')
  })

  await test.step('devices: another one is seen, shut out, and signed out there', async () => {
    const context = await browser.newContext()
    const other = await context.newPage()
    await loginByGoogle(other, hosts.url('meadow', 'script'), name)
    await button(popup, /^Devices/).click()
    await expect(popup.locator('.lines li')).toHaveCount(2)
    await sound(popup, 'devices')
    await button(popup, /^Remove /).click()
    await sound(popup, 'devices')
    await button(popup, /^Shut out /).click()
    await expect(popup.getByText('That device is signed out')).toBeVisible()
    await expect(popup.getByText('No other device is signed in')).toBeVisible()
    await sound(popup, 'devices')
    await other.reload()
    await expect.poll(async () => (await stateOf(other)).status).toBe('disconnected')
    await context.close()
  })

  await test.step('another lock, which the code opens too', async () => {
    await button(popup, 'I lost a device').click()
    await sound(popup, 'rotate')
    await popup.getByLabel('Recovery code, to keep it').fill(code)
    await button(popup, 'Change the lock').click()
    await sound(popup, 'rotate-done')
    await button(popup, 'Done').click()
    await onPage(popup, 'devices')
    await home(popup, 'Back')
  })

  await test.step('the words and keys', async () => {
    await button(popup, /^12 words and keys/).click()
    await sound(popup, 'export')
    await popup.getByRole('checkbox').check()
    await button(popup, 'Show my keys').click()
    await sound(popup, 'export-shown')
    await button(popup, 'Reveal: 12 words').click()
    await expect(popup.locator('.words li')).toHaveCount(12)
    await sound(popup, 'export-shown')
    await home(popup, 'I’m done')
  })

  await test.step('a way in is taken away', async () => {
    await button(popup, /^Recovery code/).click()
    await button(popup, /^Remove:/).click()
    await sound(popup, 'code')
    await button(popup, /^Remove for good:/).click()
    await expect(popup.locator('.lines li')).toHaveCount(0)
    await home(popup, 'Back')
    await expect(button(popup, /^Recovery code/)).toContainText('None yet')
  })

  await test.step('what happened is written down', async () => {
    await button(popup, /^What happened/).click()
    await expect(popup.locator('[data-event]').first()).toBeVisible()
    await sound(popup, 'log')
    const events = await popup
      .locator('[data-event]')
      .evaluateAll((entries) => entries.map((entry) => (entry as HTMLElement).dataset.event))
    for (const event of ['wallet-created', 'slot-added', 'kit-saved', 'session-revoked', 'rotated', 'exported', 'slot-removed'])
      expect(events).toContain(event)
    await expect(popup.locator('[data-event="token-issued"]').first()).toContainText('Signed in · Google')
    await home(popup, 'Back')
  })

  await test.step('deleting can be left', async () => {
    await button(popup, /^Delete this wallet/).click()
    await sound(popup, 'delete')
    await home(popup, 'Back')
  })

  await test.step('signing out everywhere', async () => {
    await button(popup, /^Sign out everywhere/).click()
    await sound(popup, 'signOut')
    await button(popup, 'Sign out everywhere').click()
    await sound(popup, 'signOut-done')
    await button(popup, 'Done').click()
    await expect.poll(async () => (await stateOf(page)).status).toBe('disconnected')
  })
  expect(problems).toEqual([])
})

/** Pages that the first one leads to, in the order of its rows. */
const rows = ['code', 'passkey', 'devices', 'onlyYou', 'export', 'kit', 'permissions', 'log', 'signOut', 'delete'] as const

test('behavior: @once a confirmation at the provider is a fresh sign-in: a no, somebody else and one that is not fresh are refused, and said', async ({
  page,
  context,
  hosts,
  problems,
}) => {
  const name = newName()
  await loginByGoogle(page, hosts.url('meadow', 'script'), name)
  const popup = await openSecurity(page)
  const back = await later(popup, 6 * 60_000)
  await button(popup, /^Recovery code/).click()
  await button(popup, 'Make a recovery code').click()
  await sound(popup, 'stepUp')
  /** Presses the button. @returns the provider's window, and what it was asked for */
  const press = async () => {
    const asked = context.waitForEvent('request', (one) => new URL(one.url()).pathname === '/auth')
    const confirm = button(popup, `Confirm with Google ${name}@people.example`)
    const [provider] = await Promise.all([popup.waitForEvent('popup'), confirm.click()])
    return { provider, asked: new URL((await asked).url()).searchParams }
  }
  const refused = async (reason: string, title: string) => {
    await expect(popup.locator(`[data-error="${reason}"]`)).toContainText(title)
    await sound(popup, 'stepUp')
  }

  await test.step('it asks for a sign-in of this moment; a no confirms nobody', async () => {
    const { provider, asked } = await press()
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0'])
    await answerProvider(provider, name, 'Deny')
    await refused('social_cancelled', 'Nobody was confirmed there')
  })

  await longStep('somebody else confirms nobody', async () => {
    await answerProvider((await press()).provider, newName())
    await refused('identity_other', 'That is another login')
  })

  await test.step('an answer that does not tell when the user signed in confirms nobody', async () => {
    const first = /127\.0\.0\.1:\d+\/auth\?/
    await context.route(first, async (route) => {
      const url = new URL(route.request().url())
      for (const parameter of ['prompt', 'max_age']) url.searchParams.delete(parameter)
      await route.continue({ url: url.href })
    })
    await answerProvider((await press()).provider, name)
    await refused('social_failed', 'Nobody was confirmed there')
    await context.unroute(first)
  })

  await test.step('the same user, signed in now, goes on to what was begun', async () => {
    await back()
    await answerProvider((await press()).provider, name)
    await sound(popup, 'code-shown')
  })
  expect(problems).toEqual([])
})

/** In every run the one that is furthest from the look in which the tests above go through the pages. */
const looks = [
  ['phone-dark-arabic', 'ar', 'dark', 360, 640],
  ['light', 'en', 'light', 480, 720],
  ['phone-dark', 'en', 'dark', 360, 640],
  ['phone-arabic', 'ar', 'light', 360, 640],
  ['dark-arabic', 'ar', 'dark', 480, 720],
] as const
for (const [look, locale, themeMode, width, height] of process.env.LATCHKEY_LONG ? looks : looks.slice(0, 1))
  test(`behavior: @once every page, ${look}: nothing that axe finds, nothing cut off`, async ({ page, hosts }) => {
    test.setTimeout(300_000)
    await loginByGoogle(page, hosts.url('meadow', 'script'), newName())
    const popup = await openSecurity(page, async () => {
      await page.evaluate(
        ([mode, tag]) => {
          window.host.modal.setTheme({ themeMode: mode })
          window.host.modal.setLocale(tag)
        },
        [themeMode, locale] as const,
      )
      const secure = dialogOf(page).frame.frameLocator('iframe[data-latchkey="secure"]').locator('html')
      await expect(secure).toHaveAttribute('lang', locale)
      await expect(secure).toHaveAttribute('data-theme', themeMode)
    })
    await popup.setViewportSize({ width, height })
    await expect(popup.locator('html')).toHaveAttribute('lang', locale)
    await sound(popup, 'home')
    await popup.screenshot({ path: `${shots}/${look}-home.png`, fullPage: true })
    for (const [index, name] of rows.entries()) {
      await popup.locator('main[data-page="home"] .lines button').nth(index).click()
      await expect(popup.locator('.skeletons')).toHaveCount(0)
      await sound(popup, name)
      await popup.screenshot({ path: `${shots}/${look}-${name}.png`, fullPage: true })
      if (name === 'devices') {
        await popup.locator('footer button').click()
        await sound(popup, 'rotate')
        await popup.screenshot({ path: `${shots}/${look}-rotate.png`, fullPage: true })
        await popup.locator('header button').click()
        await onPage(popup, 'devices')
      }
      if (name === 'export') {
        await popup.getByRole('checkbox').check()
        await popup.locator('footer button').click()
        await sound(popup, 'export-shown')
        await popup.screenshot({ path: `${shots}/${look}-export-shown.png`, fullPage: true })
        await popup.evaluate(() => void dispatchEvent(new Event('blur')))
        await sound(popup, 'export')
        await popup.screenshot({ path: `${shots}/${look}-export-hidden.png`, fullPage: true })
      }
      await popup.locator('header button').click()
      await onPage(popup, 'home')
    }
  })

for (const part of ['startPage', 'Nowhere'])
  test(`error: @once a window whose code could not be fetched says so, and tries again (${part})`, async ({
    page,
    server,
    expectProblems,
  }) => {
    expectProblems('error: Failed to load resource: net::ERR_CONNECTION_RESET')
    const code = `${server.secure}/assets/${part}-*.js`
    await page.route(code, (route) => route.abort('connectionreset'))
    await page.goto(`${server.secure}/`)
    await expect(page.getByRole('heading', { name: 'This window couldn’t be loaded' })).toBeVisible()
    await expect(page.getByText('Check your connection, then try again. Nothing was lost.')).toBeVisible()
    const again = button(page, 'Try again')
    await expect(again).toBeFocused()
    expect(await findings(page)).toEqual([])
    await page.screenshot({ path: `${shots}/unloaded-${part}.png` })
    await page.unroute(code)
    await again.click()
    await expect(page.getByRole('heading', { name: 'This window couldn’t be loaded' })).toBeHidden()
    await expect(page.locator('[data-view="Reserved"]')).toBeVisible()
  })
