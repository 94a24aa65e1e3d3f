import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { type Address, parseEther } from 'viem'
import type { DialogDriver } from './support/dialog.ts'
import { loginByEmail, secureOf } from './support/login.ts'
import { sendCoin, sendToken } from './support/money.ts'
import { networkIds } from './support/server.ts'
import { expect, test } from './support/test.ts'

/*
 * The pictures of docs/pictures, from the playground's "Money" tour as it runs:
 *
 *   LATCHKEY_PICTURES=1 npx playwright test e2e/pictures.spec.ts --project=partitioned --no-deps
 */

test.skip(!process.env.LATCHKEY_PICTURES, 'Writes into docs/pictures')
test.use({ viewport: { width: 900, height: 900 }, deviceScaleFactor: 2, locale: 'en-US' })

const network = networkIds.first
const longTimeout = { timeout: 30_000 }
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
/** Of the page behind the dialog, on each side, in CSS pixels. */
const margin = 12
/** A newcomer waits for more than this. */
const mostBytes = 60_000
const friend: Address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

/** A PNG as a WebP, a third as large: by the browser, in a tab of its own. Both in base64. */
async function toWebp(page: Page, png: string): Promise<string> {
  const tab = await page.context().newPage()
  const url = await tab.evaluate(async (source) => {
    const image = new Image()
    image.src = `data:image/png;base64,${source}`
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: image.width, height: image.height })
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.85)
  }, png)
  await tab.close()
  await page.bringToFront()
  return url.replace(/^data:image\/webp;base64,/, '')
}

/** Writes what the dialog shows into docs/pictures. */
async function take(page: Page, dialog: DialogDriver, name: string): Promise<void> {
  await expect(dialog.main.locator('.sk, .spin')).toHaveCount(0, longTimeout)
  // Nothing is under the pointer, and no field has a caret.
  await page.mouse.move(0, 0)
  await dialog.main.evaluate((main) => (main.ownerDocument.activeElement as HTMLElement | null)?.blur())
  await dialog.main.evaluate((main) => Promise.all([...main.ownerDocument.images].map((image) => image.decode().catch(() => undefined))))
  const box = await dialog.main.boundingBox()
  if (!box) throw new Error('The dialog is not there')
  const clip = { x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin }
  const png = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
  const data = await toWebp(page, png.toString('base64'))
  const bytes = Buffer.from(data, 'base64')
  expect(bytes.length, name).toBeLessThan(mostBytes)
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}${name}.webp`, bytes)
}

test('behavior: the pictures of the money tour', async ({ page, server, dialog }) => {
  test.setTimeout(180_000)
  const card = page.getByRole('region', { name: 'Money', exact: true })
  const leave = async () => {
    await page.evaluate(() => window.Modal.close())
    await dialog.closed()
  }
  await page.goto(server.app)
  // Behind the dialog is nothing that could be read: it would only be cut off.
  await page.locator('#root').evaluate((root) => root.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1, fill: 'forwards' }))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await loginByEmail(page, server)
  await dialog.closed()
  const to = await page.evaluate(() => window.Modal.getState().accounts.eip155?.[0]?.address ?? '')
  await sendCoin(server, { network, to, amount: parseEther('1.25') })
  await sendToken(server, { network, to, token: 'USDC', amount: 1_840_500_000n })
  await sendToken(server, { network, to, token: 'USDT', amount: 250_000_000n })

  await test.step('a name', async () => {
    await card.getByRole('button', { name: 'Register a name' }).click()
    await dialog.shows('RegisterAccountName')
    const field = dialog.frame.getByRole('textbox', { name: 'Your name' })
    // The database may have the first one from an earlier run.
    for (const label of ['mira', 'mira-meadow', `mira-${Date.now().toString(36)}`]) {
      await field.fill(label)
      const free = dialog.text(`${label}.wallet.test is free`)
      await expect(free.or(dialog.text(/is taken/))).toBeVisible(longTimeout)
      if (await free.isVisible()) break
    }
    await take(page, dialog, 'name')
    await dialog.button('Register').click()
    await secureOf(page).getByRole('button', { name: 'Sign' }).click(longTimeout)
    await dialog.shows('RegisterAccountNameSuccess')
    await leave()
  })
  await test.step('buy', async () => {
    await card.getByRole('button', { name: 'Buy coins' }).click()
    await dialog.shows('OnRamp')
    await dialog.button('$250').click()
    await expect(dialog.button('Continue with Sandbox')).not.toHaveAttribute('aria-disabled', 'true', longTimeout)
    await take(page, dialog, 'buy')
    await leave()
  })
  await test.step('swap', async () => {
    await card.getByRole('button', { name: 'Swap' }).click()
    await dialog.shows('Swap')
    await dialog.frame.getByRole('textbox', { name: 'You pay' }).fill('0.25')
    await expect(dialog.button('Review swap')).toBeEnabled(longTimeout)
    await expect(dialog.main.locator('[aria-busy="true"]')).toHaveCount(0, longTimeout)
    await take(page, dialog, 'swap')
    await page.evaluate(() => window.Modal.setTheme({ themeMode: 'dark' }))
    await take(page, dialog, 'swap-dark')
    await page.evaluate(() => window.Modal.setTheme({ themeMode: 'light' }))
    await leave()
  })
  await test.step('the portfolio', async () => {
    void page.evaluate(() => void window.Modal.open())
    await dialog.shows('Account')
    await expect(dialog.main.locator('[data-token]')).toHaveCount(3, longTimeout)
    await take(page, dialog, 'portfolio')
  })
  await test.step('the review of a transfer', async () => {
    await dialog.button('Send').click()
    await dialog.shows('WalletSend')
    await dialog.frame.getByRole('textbox', { name: /^Amount/ }).fill('0.25')
    await dialog.frame.getByRole('textbox', { name: 'To' }).fill(friend)
    await dialog.button('Review').click(longTimeout)
    await dialog.shows('WalletSendPreview')
    await take(page, dialog, 'send')
  })
})
