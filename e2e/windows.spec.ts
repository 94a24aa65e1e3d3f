import type { Locator, Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { findings } from './support/axe.ts'
import { pressLast, secureOf } from './support/login.ts'
import { longStep } from './support/longStep.ts'
import { later, onPage, openSecurity, pressCard } from './support/security.ts'
import { answerProvider, newName, openProvider, pickNumber, providerButton } from './support/social.ts'
import { expect, request, stateOf, test } from './support/test.ts'
import { forge, frameAt, heardFrom, kept, noteMessages, nothing, openStranger } from './support/windows.ts'

/*
 * One rule for all windows: nothing is passed by storage or cookie, everything over the opener's channel to an exact origin, and a window that is cut off
 * or closed leaves a state that can be read on both sides.
 *
 * | window | opened by | document | hears and says | also tested in |
 * | --- | --- | --- | --- | --- |
 * | a login provider's | the dialog's frame, in the press | /oauth/start, the provider, /oauth/callback | its last page posts the result to the dialog's origin | logins, telegram |
 * | a provider's that confirms the user | the window for keys | the same | its last page posts the result to its own origin | securityPages |
 * | for an approval: consent, too | the secure frame | /approve | a port from the frame, of its own origin | approvalWindow, secureSight |
 * | for keys and security | the secure frame | /security | a port from the frame, of its own origin | security, securityPages |
 * | the dialog's own | the dialog's frame | the dialog's document | the Bridge to the frame, of its own origin | framedHost |
 * | where a purchase is paid | the dialog's frame | the seller's page | nothing: the server is asked | buy |
 *
 * Who may frame these documents is in secureTrust.spec.ts.
 */

/** What it comes to is read elsewhere: a page that is left, or whose frame is loaded again, hears of it by a rejection. */
const open = (page: Page) => void page.evaluate(() => void window.host.modal.open().catch(() => undefined))
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
}, async ({ page, context, server, hosts, dialog, expectProblems }) => {
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

  await longStep('the page goes away while the window waits to be sent to the provider: it says that it can’t go on', async () => {
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
    expect(await kept(popup)).toEqual(nothing)
    await expect(popup.getByText('No number there? Then close this window')).toBeVisible()
    expect(await findings(popup)).toEqual([])
    // Nobody was shown which one is right, and a wrong one ends the attempt.
    expectProblems('error: Failed to load resource: the server responded with a status of 410 (Gone)')
    await popup.locator('.number').first().click()
    await expect(popup.locator('.number')).toHaveCount(0)
    expect((await stateOf(page)).status).toBe('disconnected')
    await popup.close()
  })
  expect(await context.cookies([server.secure, server.dialog])).toEqual([])
})

test('behavior: the provider’s window that confirms the user: nobody speaks in its place, and both sides say when it is closed or left alone', {
  tag: ['@once', '@long'],
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
    // Once a code was shown, the next one takes its place.
    await keys.getByRole('button', { name: /^Make a (recovery code|new one)/ }).click()
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
  tag: ['@once', '@long'],
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

test('behavior: the dialog’s own window: nobody speaks in its place, and it says so when the frame that opened it is another one', {
  tag: '@once',
}, async ({ page, context, server, hosts, dialog }) => {
  await noteMessages(context)
  // Of this page alone: something in the browser keeps the secure origin's frame away.
  await page.route(`${server.secure}/sdk*`, () => undefined)
  await page.goto(hosts.url('meadow', 'script'))
  open(page)
  const late = async () => {
    await dialog.frame.getByRole('textbox', { name: 'Email' }).fill('somebody@example.com')
    await dialog.button('Continue with email').click()
  }
  const go = dialog.button('Continue in a window')
  const enter = async () => (await Promise.all([page.waitForEvent('popup'), go.click()]))[0]

  await late()
  const popup = await enter()
  const frame = frameAt(page, server.dialog)
  await test.step('it is the address of the frame, and nothing else says what was asked', async () => {
    await expect(popup.getByRole('textbox', { name: 'Email' })).toBeVisible()
    expect(popup.url()).toBe(frame.url())
    expect(await kept(popup)).toEqual({ ...nothing, search: new URL(frame.url()).search })
  })

  await test.step('what it has said, said by another site: no channel, and it goes on', async () => {
    // What follows runs on the channel that these messages open.
    const forged = [...(await heardFrom(server.dialog, frame)), ...(await heardFrom(server.dialog, popup))]
    expect(forged.map((one) => (one as { type: string }).type)).toEqual(expect.arrayContaining(['SYN', 'ACK1', 'ACK2']))
    const stranger = await openStranger(page, `${hosts.origin('raven')}/watch.js`)
    await forge(stranger, forged, [frame])
    expect(await heardFrom(server.dialog, stranger)).toEqual([])
    await stranger.close()
    await expect(dialog.heading('A window is open')).toBeVisible()
    await popup.getByRole('textbox', { name: 'Email' }).fill('somebody@example.com')
    expect((await stateOf(page)).status).toBe('disconnected')
  })

  await test.step('opened by another site, it says that it lost its page', async () => {
    const [opened] = await Promise.all([page.waitForEvent('popup'), page.evaluate((address) => void window.open(address), popup.url())])
    await expect(opened.getByRole('heading', { name: 'This window lost its page' })).toBeVisible()
    await expect(opened.getByRole('textbox')).toHaveCount(0)
    expect(await findings(opened)).toEqual([])
    await opened.close()
  })

  await test.step('the frame is loaded again: the window says so, and the page can start anew', async () => {
    await frame.evaluate(() => location.reload())
    await expect(popup.getByRole('heading', { name: 'This window lost its page' })).toBeVisible()
    await expect(popup.getByRole('textbox')).toHaveCount(0)
    await popup.close()
    open(page)
    await dialog.shows('Connect')
  })
  expect(await context.cookies([server.secure, server.dialog])).toEqual([])
})

test('behavior: a page that cuts off every window: each of them says so, and the dialog has words and another way', {
  tag: ['@once', '@long'],
}, async ({ page, context, server, hosts, dialog }) => {
  const url = hosts.url('shop.wild', 'isolated', { projectId: server.projects.listed })
  /** The window that a press opens: the page around the dialog is not its opener, and the dialog has no hold of it. */
  const cutOffBy = async (button: Locator) => (await Promise.all([context.waitForEvent('page'), button.click()]))[0]
  const saysSo = async (popup: Page, heading: string) => {
    await expect(popup.getByRole('heading', { name: heading })).toBeVisible()
    await expect(popup.getByRole('button', { name: /sign|confirm|allow|approve/i })).toHaveCount(0)
    expect(await findings(popup)).toEqual([])
    await popup.close()
  }

  await test.step('the dialog’s own window', async () => {
    await page.route(`${server.secure}/sdk*`, () => undefined)
    await page.goto(url)
    open(page)
    await dialog.frame.getByRole('textbox', { name: 'Email' }).fill('somebody@example.com')
    await dialog.button('Continue with email').click()
    await saysSo(await cutOffBy(dialog.button('Continue in a window')), 'This window lost its page')
    await expect(dialog.heading('The window was blocked')).toBeVisible()
    await expect(dialog.button('Continue in a window')).toBeVisible()
    await dialog.button('Cancel').click()
    await dialog.closed()
    await page.unroute(`${server.secure}/sdk*`)
  })

  await test.step('the login provider’s window: the second press leads on by a link and a number', async () => {
    await page.goto(url)
    open(page)
    await saysSo(await cutOffBy(await providerButton(page, 'Google')), 'This window can’t go on')
    await expect(dialog.heading('Your browser blocked the window')).toBeVisible()
    await saysSo(await cutOffBy(dialog.button('Open Google')), 'This window can’t go on')
    const popup = await cutOffBy(dialog.frame.getByRole('link', { name: 'Open Google' }))
    await answerProvider(popup, newName())
    await pickNumber(page, popup)
    await dialog.closed()
    await popup.close()
  })

  await test.step('the wallet’s window for an approval; what follows the second press: approvalWindow.spec.ts', async () => {
    const signing = request(page, 'personal_sign', ['0x48656c6c6f', await accountOf(page)])
    await dialog.shows('ApproveTransaction')
    await saysSo(await cutOffBy(secureOf(page).getByTestId('open-window')), 'This window lost its request')
    await expect(secureOf(page).getByText('The window was blocked')).toBeVisible()
    await secureOf(page).getByRole('button', { name: 'Reject' }).click()
    expect((await signing).code).toBe(4001)
    await dialog.closed()
  })

  await test.step('the window for keys and security', async () => {
    void page.evaluate(() => void window.host.modal.open({ view: 'AccountSettings' }))
    await dialog.button(/^Keys and security/).click()
    await dialog.shows('ApproveTransaction')
    await saysSo(await cutOffBy(secureOf(page).getByTestId('open-window')), 'This window is on its own')
    await expect(secureOf(page).getByText('The window was blocked')).toBeVisible()
    await secureOf(page).getByRole('button', { name: 'Not now' }).click()
    await dialog.shows('AccountSettings')
  })
})
