import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { findings } from './support/axe.ts'
import { pressLast, secureOf } from './support/login.ts'
import { later, onPage, openSecurity, pressCard } from './support/security.ts'
import { answerProvider, newName, openProvider } from './support/social.ts'
import { expect, request, stateOf, test } from './support/test.ts'
import { forge, frameAt, heardFrom, kept, noteMessages, nothing, openStranger } from './support/windows.ts'

const open = (page: Page) => void page.evaluate(() => void window.host.modal.open())
const accountOf = async (page: Page) => ((await request(page, 'eth_accounts')).result as `0x${string}`[])[0] ?? '0x'
const isOwn = (data: unknown) => String((data as { readonly type?: unknown } | null)?.type).startsWith('latchkey:')

/** A page opens one of the wallet's windows by itself and posts to it what the real opener would: it says what it says to anybody, and answers nothing. */
async function opensForNothing(page: Page, url: string, origin: string, heading: string): Promise<void> {
  const before = (await heardFrom(origin, page)).length
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((address) => {
      const opened = window.open(address)
      const theme = { themeMode: 'light', locale: 'en', dir: 'ltr' }
      setInterval(
        () => opened?.postMessage({ type: 'latchkey:port', given: { page: 'home', theme } }, '*', [new MessageChannel().port2]),
        50,
      )
    }, url),
  ])
  await expect(popup.getByRole('heading', { name: heading })).toBeVisible()
  await expect(popup.getByRole('button')).toHaveCount(0)
  expect(await findings(popup)).toEqual([])
  await popup.close()
  expect((await heardFrom(origin, page)).slice(before)).toEqual([])
}

test('behavior: the login provider’s window: nobody speaks in its place, and wherever it is cut off both sides say so', {
  tag: '@once',
}, async ({ page, context, server, hosts, dialog }) => {
  await noteMessages(context)
  const name = newName()
  await page.goto(hosts.url('meadow', 'script'))
  open(page)
  await answerProvider(await openProvider(page, 'Google'), name)
  await dialog.closed()
  const address = await accountOf(page)
  const heard = (await heardFrom(server.secure, frameAt(page, server.dialog))).filter(isOwn)
  expect(heard).toEqual([
    { type: 'latchkey:social-result', resultUri: expect.stringContaining(`${server.secure}/oauth/callback/google#flow=`) },
  ])
  await page.evaluate(() => window.host.modal.disconnect())

  await test.step('what it has said, said again by the page, by another site and by the provider’s page: nothing follows', async () => {
    const stranger = await openStranger(page, `${hosts.origin('raven')}/watch.js`)
    open(page)
    const popup = await openProvider(page, 'Google')
    await popup.getByLabel('Name').waitFor()
    const forged = [...heard, { type: 'latchkey:social-result', resultUri: `${server.secure}/oauth/callback/google#error=flow_denied` }]
    for (const from of [page, stranger, popup]) await forge(from, forged, [frameAt(page, server.dialog), frameAt(page, server.secure)])
    for (const from of [stranger, popup]) expect(await heardFrom(server.dialog, from)).toEqual([])
    await expect(dialog.heading('Continue in the Google window')).toBeVisible()
    expect((await stateOf(page)).status).toBe('disconnected')
    await stranger.close()
    await answerProvider(popup, name)
    await dialog.closed()
    expect(await accountOf(page)).toBe(address)
    await page.evaluate(() => window.host.modal.disconnect())
  })

  await test.step('closed by hand: the dialog says so, and opens another one', async () => {
    open(page)
    const popup = await openProvider(page, 'Google')
    await popup.close()
    await expect(dialog.heading('The sign-in window was closed')).toBeVisible()
    await expect(dialog.text('Nothing was shared with')).toBeVisible()
    const [again] = await Promise.all([page.waitForEvent('popup'), dialog.button('Try again').click()])
    await again.getByLabel('Name').waitFor()
    await expect(dialog.heading('Continue in the Google window')).toBeVisible()
    await dialog.button('Use another way').click()
    await expect.poll(() => again.isClosed()).toBe(true)
  })

  await test.step('the page goes away while the window waits to be sent to the provider: it says that it can’t go on', async () => {
    await page.route(`${server.api}/auth/v1/oauth/start`, () => undefined)
    await dialog.shows('Connect')
    const popup = await openProvider(page, 'Google')
    await expect(popup.getByText('Opening the sign-in…')).toBeVisible()
    expect(await kept(popup)).toEqual(nothing)
    await page.goto('about:blank')
    await expect(popup.getByRole('heading', { name: 'This window can’t go on' })).toBeVisible()
    await expect(popup.getByRole('button')).toHaveCount(0)
    expect(await findings(popup)).toEqual([])
    await popup.close()
    await page.unroute(`${server.api}/auth/v1/oauth/start`)
  })

  await test.step('the page goes away while somebody is at the provider: the last page asks for a number, and nobody is signed in', async () => {
    await page.goto(hosts.url('meadow', 'script'))
    open(page)
    const popup = await openProvider(page, 'Google')
    await popup.getByLabel('Name').waitFor()
    await page.goto(hosts.url('meadow', 'script'))
    await answerProvider(popup, name)
    await expect(popup.getByRole('group', { name: 'Pick the number that is shown where you started.' })).toBeVisible()
    await expect(popup.getByText('No number there? Then close this window')).toBeVisible()
    expect(await kept(popup)).toEqual(nothing)
    expect(await findings(popup)).toEqual([])
    await popup.locator('.number').first().click()
    expect((await stateOf(page)).status).toBe('disconnected')
    await popup.close()
  })
  expect(await context.cookies([server.secure, server.dialog])).toEqual([])
})

test('behavior: the provider’s window that confirms the user: nobody speaks in its place, and both sides say when it is closed or left alone', {
  tag: '@once',
}, async ({ page, context, server, hosts, dialog }) => {
  await noteMessages(context)
  const name = newName()
  await page.goto(hosts.url('meadow', 'script'))
  open(page)
  await answerProvider(await openProvider(page, 'Google'), name)
  await dialog.closed()
  const heard = (await heardFrom(server.secure, frameAt(page, server.dialog))).filter(isOwn)
  const keys = await openSecurity(page)
  const back = await later(keys, 6 * 60_000)
  await keys.getByRole('button', { name: /^Recovery code/ }).click()
  const ask = async () => {
    await keys.getByRole('button', { name: 'Make a recovery code' }).click()
    await onPage(keys, 'stepUp')
  }
  await ask()
  const confirm = keys.getByRole('button', { name: `Confirm with Google ${name}@people.example` })
  const press = async () => (await Promise.all([keys.waitForEvent('popup'), confirm.click()]))[0]

  await test.step('closed by hand: the window for keys says so, and opens another one', async () => {
    const popup = await press()
    await popup.getByLabel('Name').waitFor()
    await popup.close()
    await expect(keys.getByText('The window was closed, or its pages keep it apart')).toBeVisible()
    await expect(keys.getByText(/If it is still open and asks for a number, pick \d\d?\. Otherwise confirm once more\./)).toBeVisible()
    expect(await findings(keys)).toEqual([])
  })

  await test.step('what such a window says, said by the page, by another site and by the provider’s page: nothing follows', async () => {
    const stranger = await openStranger(page, `${hosts.origin('raven')}/watch.js`)
    const popup = await press()
    await popup.getByLabel('Name').waitFor()
    await expect(keys.getByText('The window was closed')).toBeHidden()
    for (const from of [page, stranger]) await forge(from, heard, [frameAt(page, server.secure)])
    await forge(popup, heard, [keys, frameAt(page, server.secure)])
    for (const from of [stranger, popup]) expect(await heardFrom(server.secure, from)).toEqual([])
    await onPage(keys, 'stepUp')
    await expect(keys.locator('[data-error]')).toHaveCount(0)
    await stranger.close()
    await back()
    await answerProvider(popup, name)
    await onPage(keys, 'code-shown')
    expect(popup.isClosed()).toBe(true)
    const last = (await heardFrom(server.secure, keys)).filter(isOwn).at(-1)
    expect(last).toEqual({
      type: 'latchkey:social-result',
      resultUri: expect.stringContaining(`${server.secure}/oauth/callback/google#flow=`),
    })
  })

  await test.step('the window for keys is closed before the provider has answered: the last page asks for a number', async () => {
    await keys.getByRole('button', { name: 'Back' }).click()
    await onPage(keys, 'code')
    await later(keys, 6 * 60_000)
    await ask()
    const popup = await press()
    await popup.getByLabel('Name').waitFor()
    await keys.close()
    await answerProvider(popup, name)
    await expect(popup.getByRole('heading', { name: 'Confirm that it is you?' })).toBeVisible()
    await expect(popup.getByRole('group', { name: 'Pick the number that is shown where you started.' })).toBeVisible()
    expect(await kept(popup)).toEqual(nothing)
    expect(await findings(popup)).toEqual([])
    await dialog.shows('AccountSettings')
  })
  expect(await context.cookies([server.secure, server.dialog])).toEqual([])
})

test('behavior: the wallet’s window for an approval: nobody speaks in its place, and wherever it is cut off both sides say so', {
  tag: '@once',
}, async ({ page, context, server, hosts, dialog }) => {
  await noteMessages(context)
  const url = hosts.url('shop.wild', 'script', { projectId: server.projects.listed })
  await page.goto(url)
  open(page)
  await answerProvider(await openProvider(page, 'Google'), newName())
  await dialog.closed()
  const address = await accountOf(page)
  const review = secureOf(page).getByTestId('open-window')
  const press = async () => (await Promise.all([page.waitForEvent('popup'), review.click()]))[0]
  const ask = async () => {
    const signing = request(page, 'personal_sign', ['0x48656c6c6f', address])
    await dialog.shows('ApproveTransaction')
    return { signing, popup: await press() }
  }

  await test.step('closed by hand, it can be opened again; what it has said, said by others, decides nothing', async () => {
    const { signing, popup } = await ask()
    await expect(popup.getByTestId('approve')).toBeVisible()
    expect(await kept(popup)).toEqual(nothing)
    await popup.close()
    await expect(secureOf(page).getByText(/You’ll see and decide it in a window/)).toBeVisible()
    const again = await press()
    await expect(again.getByText('Hello')).toBeVisible()

    const frame = frameAt(page, server.secure)
    const forged = [...(await heardFrom(server.secure, frame)), ...(await heardFrom(server.secure, again))].filter(isOwn)
    expect(forged.map((one) => (one as { type: string }).type)).toEqual(['latchkey:ready', 'latchkey:ready', 'latchkey:port'])
    const stranger = await openStranger(page, `${hosts.origin('raven')}/watch.js`)
    for (const from of [page, stranger]) await forge(from, forged, [frame])
    expect(await heardFrom(server.secure, stranger)).toEqual([])
    expect((await heardFrom(server.secure, page)).filter(isOwn)).toEqual([])
    await stranger.close()
    await expect(again.getByText('Hello')).toBeVisible()
    await expect(review).toBeVisible()
    const approve = again.getByTestId('approve')
    await expect(approve).toHaveAttribute('aria-disabled', 'false')
    await pressLast(approve)
    expect(await verifyMessage({ address, message: 'Hello', signature: (await signing).result as `0x${string}` })).toBe(true)
    await dialog.closed()
  })

  await test.step('opened by another site, it has no question and no button, whatever that site posts to it', async () => {
    await opensForNothing(page, `${server.secure}/approve`, server.secure, 'This window lost its request')
  })

  await test.step('the page is closed: the window says that nothing was signed, and nothing is left to press', async () => {
    const { signing, popup } = await ask()
    signing.catch(() => undefined)
    await expect(popup.getByTestId('approve')).toBeVisible()
    await page.close()
    await expect(popup.getByRole('heading', { name: 'This window lost its request' })).toBeVisible()
    await expect(popup.getByText('Nothing was signed')).toBeVisible()
    await expect(popup.getByRole('button')).toHaveCount(0)
    expect(await kept(popup)).toEqual(nothing)
  })
  expect(await context.cookies([server.secure, server.dialog])).toEqual([])
})

test('behavior: the window for keys and security: nobody speaks in its place, and wherever it is cut off both sides say so', {
  tag: '@once',
}, async ({ page, context, server, hosts, dialog }) => {
  await noteMessages(context)
  await page.goto(hosts.url('meadow', 'script'))
  open(page)
  await answerProvider(await openProvider(page, 'Google'), newName())
  await dialog.closed()
  const keys = await openSecurity(page)
  expect(await kept(keys)).toEqual(nothing)
  const frame = frameAt(page, server.secure)
  const forged = [...(await heardFrom(server.secure, frame)), ...(await heardFrom(server.secure, keys))].filter(isOwn)
  expect(forged.map((one) => (one as { type: string }).type)).toEqual(['latchkey:ready', 'latchkey:port'])

  await test.step('what it has said, said by others: they get no channel, and it goes on', async () => {
    const stranger = await openStranger(page, `${hosts.origin('raven')}/watch.js`)
    for (const from of [page, stranger]) await forge(from, forged, [frame])
    expect(await heardFrom(server.secure, stranger)).toEqual([])
    expect((await heardFrom(server.secure, page)).filter(isOwn)).toEqual([])
    await stranger.close()
    await keys.getByRole('button', { name: /^Devices/ }).click()
    await onPage(keys, 'devices')
    await expect(keys.getByText('No other device is signed in')).toBeVisible()
    await expect(secureOf(page).getByText(/Go on in the window of/)).toBeVisible()
  })

  await test.step('closed by hand: the dialog is where it was opened, and opens another one', async () => {
    await keys.close()
    await dialog.shows('AccountSettings')
    await dialog.button(/^Keys and security/).click()
    await onPage(await pressCard(page), 'home')
  })

  await test.step('opened by another site, it has no wallet and no button, whatever that site posts to it', async () => {
    await opensForNothing(page, `${server.secure}/security`, server.secure, 'This window is on its own')
  })

  await test.step('the page goes elsewhere: it says so, and nothing is left to press', async () => {
    const [left] = context.pages().filter((one) => one.url().startsWith(`${server.secure}/security`))
    if (!left) throw new Error('No window is open.')
    await page.goto('about:blank')
    await expect(left.getByRole('heading', { name: 'This window is on its own' })).toBeVisible()
    await expect(left.getByText('What you had finished here stays.')).toBeVisible()
    await expect(left.getByRole('button')).toHaveCount(0)
    expect(await kept(left)).toEqual(nothing)
    expect(await findings(left)).toEqual([])
  })
  expect(await context.cookies([server.secure, server.dialog])).toEqual([])
})
