import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import type { Page } from '@playwright/test'
import { encodeFunctionData, parseAbi, parseEther, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { findings } from './support/axe.ts'
import { loginByEmail, pressLast, secureOf } from './support/login.ts'
import { sendCoin } from './support/money.ts'
import { chainClient, networkIds, tokenOf } from './support/server.ts'
import { answerProvider, newName } from './support/social.ts'
import { expect, request, test } from './support/test.ts'

/* Consent for pages that the operator does not vouch for by name: in the wallet's own window, where no page can draw. */

const friend = privateKeyToAddress(generatePrivateKey())
/** What is typed of it. */
const end = friend.slice(-6).toLowerCase()
const accountOf = async (page: Page) => ((await request(page, 'eth_accounts')).result as `0x${string}`[])[0] ?? '0x'

test('behavior: shows and decides in a window of the wallet, also after it was blocked; dark and right to left', { tag: '@once' }, async ({
  page,
  server,
  hosts,
  dialog,
  problems,
}) => {
  const options = { projectId: server.projects.listed, themeMode: 'dark', locale: 'ar' }
  await page.goto(hosts.url('shop.wild', 'script', options))
  await page.evaluate(() => void window.host.modal.open())
  await dialog.shows('Connect')
  const google = dialog.frame.locator('button[data-focus-key="social google"]')
  const [provider] = await Promise.all([page.waitForEvent('popup'), google.click()])
  await answerProvider(provider, newName())
  await dialog.closed()
  const address = await accountOf(page)

  const card = secureOf(page).locator('main[data-surface="window"]')
  const review = secureOf(page).getByTestId('open-window')
  const ask = () => request(page, 'personal_sign', ['0x48656c6c6f', address])

  await test.step('a blocked window says so, and another press opens it', async () => {
    const signing = ask()
    await dialog.shows('ApproveTransaction')
    await expect(card).toBeVisible()
    // Nothing can be approved here.
    await expect(secureOf(page).getByTestId('approve')).toHaveCount(0)
    await card.evaluate(() => {
      const { open: real } = window
      window.open = () => {
        window.open = real
        return null
      }
    })
    await review.click()
    await expect(card.getByText('تم حظر النافذة')).toBeVisible()
    expect(await findings(page, ['iframe[data-latchkey="dialog"]', 'iframe[data-latchkey="secure"]', 'main'])).toEqual([])
    await page.screenshot({ path: 'e2e/screenshots/frame/window-blocked-arabic-dark.png' })
    const [popup] = await Promise.all([page.waitForEvent('popup'), review.click()])
    expect(new URL(popup.url()).origin).toBe(server.secure)
    await expect(popup.getByText('Hello')).toBeVisible()
    await expect(popup.getByText(new URL(page.url()).host).first()).toBeVisible()
    await expect(popup.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(popup.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await findings(popup)).toEqual([])
    await popup.screenshot({ path: 'e2e/screenshots/frame/window-arabic-dark.png' })
    const approve = popup.getByTestId('approve')
    await expect(approve).toHaveAttribute('aria-disabled', 'false')
    await pressLast(approve)
    expect(await verifyMessage({ address, message: 'Hello', signature: (await signing).result as `0x${string}` })).toBe(true)
    await dialog.closed()
  })

  await test.step('a window that is closed decides nothing; refusing is possible without one', async () => {
    const signing = ask()
    await dialog.shows('ApproveTransaction')
    const [popup] = await Promise.all([page.waitForEvent('popup'), review.click()])
    await expect(popup.getByTestId('approve')).toBeVisible()
    await popup.close()
    await card.getByRole('button', { name: 'رفض' }).click()
    expect((await signing).code).toBe(4001)
    await dialog.closed()
  })

  await test.step('a window whose page is gone says so, and has no button any more', async () => {
    void ask().catch(() => undefined)
    await dialog.shows('ApproveTransaction')
    const [popup] = await Promise.all([page.waitForEvent('popup'), review.click()])
    await expect(popup.getByTestId('approve')).toBeVisible()
    await page.reload()
    await expect(popup.locator('main[data-page="lost"]')).toBeVisible()
    await expect(popup.getByText('لم يُوقَّع شيء')).toBeVisible()
    await expect(popup.getByRole('button')).toHaveCount(0)
    expect(await findings(popup)).toEqual([])
    await popup.close()
  })

  await test.step('so does one whose frame was loaded again under it, and one that nobody answers', async () => {
    const signing = ask()
    await dialog.shows('ApproveTransaction')
    const [popup] = await Promise.all([page.waitForEvent('popup'), review.click()])
    await expect(popup.getByTestId('approve')).toBeVisible()
    await card.evaluate(() => location.reload())
    await expect(popup.locator('main[data-page="lost"]')).toBeVisible()
    expect((await signing).code).toBe(4900)
    const [stray] = await Promise.all([
      page.waitForEvent('popup'),
      page.frame({ url: (url) => url.pathname === '/sdk' })?.evaluate(() => void window.open('/approve')),
    ])
    await expect(stray.locator('main[data-page="lost"]')).toBeVisible({ timeout: 10_000 })
  })
  expect(problems).toEqual([])
})

const isolated = [
  ['this browser, a site that nobody registered', 'shop.wild', 'listed', false],
  ['a browser that does not tell what covers a document, a site that nobody registered', 'shop.wild', 'listed', true],
  ['a browser that does not tell what covers a document, a registered site', 'meadow', 'open', true],
] as const

// `ways.spec.ts` plays it in the engines that do not tell.
for (const [name, label, project, forget] of process.env.LATCHKEY_LONG ? isolated : isolated.slice(0, 1))
  test(`behavior: a page that cuts off every window gets a transfer that is typed, and nothing else: ${name}`, { tag: '@once' }, async ({
    page,
    server,
    hosts,
    dialog,
    problems,
  }) => {
    test.setTimeout(120_000)
    if (forget) await page.addInitScript(() => void Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible'))
    await page.goto(hosts.url(label, 'isolated', { projectId: server.projects[project] }))
    await page.evaluate(() => void window.host.modal.open())
    await loginByEmail(page, server)
    await dialog.closed()
    const account = await accountOf(page)
    const secure = secureOf(page)
    const [approve, amount, recipient] = [
      secure.getByTestId('approve'),
      secure.getByTestId('typed-amount'),
      secure.getByTestId('typed-recipient'),
    ]
    const around = ['iframe[data-latchkey="dialog"]', 'iframe[data-latchkey="secure"]', 'main'] as const
    /** A request, after two presses that opened no window. */
    const ask = async (method: string, params: readonly unknown[]) => {
      const asked = request(page, method, params)
      await dialog.shows('ApproveTransaction')
      const review = secure.getByTestId('open-window')
      await review.click()
      await expect(secure.getByText('The window was blocked')).toBeVisible()
      await expect(secure.locator('main[data-surface="window"]')).toBeVisible()
      await review.click()
      return asked
    }

    await test.step('a message, and a spending limit, are refused, and the user is told why', async () => {
      const token = tokenOf(server, networkIds.first, 'USDC')
      const limit = encodeFunctionData({ abi: parseAbi(['function approve(address, uint256)']), args: [friend, 5n] })
      for (const [method, params] of [
        ['personal_sign', ['0x48656c6c6f', account]],
        ['eth_sendTransaction', [{ from: account, to: token, data: limit }]],
      ] as const) {
        const asked = ask(method, params)
        await expect(secure.getByText('No window of the wallet opens on this site')).toBeVisible({ timeout: 15_000 })
        await expect(approve).toHaveCount(0)
        await expect(amount).toHaveCount(0)
        expect(await findings(page, around)).toEqual([])
        await page.screenshot({ path: `e2e/screenshots/frame/no-window-${forget ? 'untold' : 'told'}.png` })
        await secure.getByTestId('refused').click()
        expect(await asked).toMatchObject({ code: 4200 })
        await dialog.closed()
      }
    })

    await sendCoin(server, { network: networkIds.first, to: account, amount: parseEther('1') })
    const chain = chainClient(server, chainIds.first)
    const before = await chain.getBalance({ address: friend })
    const asked = ask('eth_sendTransaction', [{ from: account, to: friend, value: '0x16345785d8a0000' }])
    await expect(amount).toBeVisible({ timeout: 15_000 })
    await page.screenshot({ path: `e2e/screenshots/frame/typed-${forget ? 'untold' : 'told'}.png` })
    expect(await findings(page, around)).toEqual([])

    await test.step('with another amount or recipient, or one that was put there, the button stays asleep', async () => {
      await amount.pressSequentially('1')
      await recipient.pressSequentially(end)
      await expect(approve).toHaveAttribute('aria-disabled', 'true')
      await approve.click({ force: true })
      await amount.fill('')
      await amount.evaluate((element: HTMLInputElement) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, '0.1')
        element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: '0.1' }))
      })
      await approve.click({ force: true })
      await expect(approve).toHaveAttribute('aria-disabled', 'true')
      await expect(amount).toHaveValue('')
    })

    await amount.pressSequentially('0.1')
    await expect(approve).toHaveAttribute('aria-disabled', 'false')
    if (!forget) {
      const frame = page.locator('iframe[data-latchkey="dialog"]')
      await frame.evaluate(({ style }: HTMLElement) => style.setProperty('opacity', '0.5', 'important'))
      await expect(approve, 'with something over it').toHaveAttribute('aria-disabled', 'true')
      await frame.evaluate(({ style }: HTMLElement) => style.removeProperty('opacity'))
      await expect(approve).toHaveAttribute('aria-disabled', 'false')
    }
    await approve.click()
    expect((await asked).result).toMatch(/^0x[0-9a-f]{64}$/)
    await expect.poll(() => chain.getBalance({ address: friend })).toBe(before + parseEther('0.1'))
    await dialog.closed()

    await test.step('the next one is typed anew, and can be refused without it', async () => {
      const next = ask('eth_sendTransaction', [{ from: account, to: friend, value: '0x16345785d8a0000' }])
      await expect(amount).toHaveValue('', { timeout: 15_000 })
      await secure.getByRole('button', { name: 'Reject' }).click()
      expect((await next).code).toBe(4001)
    })
    expect(problems).toEqual([])
  })
