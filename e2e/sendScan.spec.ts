import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { partitionedLaunch } from '../scripts/lib/partitioned.js'
import { newAccount } from './support/account.ts'
import { findings } from './support/axe.ts'
import { chromiumPath } from './support/browser.ts'
import { showCamera } from './support/camera.ts'
import { sendCoin, sendToken } from './support/money.ts'
import { networkIds, tokenOf } from './support/server.ts'
import { expect, openConnected, test } from './support/test.ts'

/* Scanning whom to send to, with the browser's own camera that shows a file. */

const picture = join(tmpdir(), `latchkey-camera-${process.pid}.y4m`)
// The browser itself: its headless shell has no cameras.
const partitioned = await partitionedLaunch(chromiumPath('full'))
const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${picture}`]
test.use({ launchOptions: { ...partitioned, args: [...partitioned.args, ...camera] } })
test.beforeAll(() => showCamera(picture))
test.afterAll(() => rmSync(picture, { force: true }))

const ether = 10n ** 18n
const network = networkIds.first
const longTimeout = { timeout: 20_000 }

declare global {
  interface Window {
    cameraTracks?: MediaStreamTrack[]
  }
}

/** Keeps every track that the dialog got, to see whether it was stopped. */
const watchTracks = (page: Page) =>
  page.addInitScript(() => {
    window.cameraTracks = []
    const { mediaDevices } = navigator
    if (!mediaDevices) return
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      window.cameraTracks?.push(...stream.getTracks())
      return stream
    }
  })

/** How many tracks there were, and how many of them are on. */
async function tracks(page: Page): Promise<{ all: number; live: number }> {
  const counts = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.evaluate(() => [
          window.cameraTracks?.length ?? 0,
          (window.cameraTracks ?? []).filter(({ readyState }) => readyState === 'live').length,
        ]),
      ),
  )
  return { all: counts.reduce((sum, [all = 0]) => sum + all, 0), live: counts.reduce((sum, [, live = 0]) => sum + live, 0) }
}

test('behavior: a recipient is scanned, with what the code asks for; and the camera is off on every way out @once', async ({
  page,
  context,
  hosts,
  install,
  dialog,
  server,
}) => {
  test.setTimeout(90_000)
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  await sendCoin(server, { network, to: account.address, amount: 5n * ether })
  await sendToken(server, { network, to: account.address, token: 'USDC', amount: 100_000_000n })
  await watchTracks(page)
  await openConnected(page, hosts.url('meadow', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Account')
  await expect(dialog.main.locator('[data-token]')).toHaveCount(2, longTimeout)
  await dialog.button('Send').click()
  await dialog.shows('WalletSend')
  const scan = dialog.button('Scan a QR code')
  const friend = newAccount().address
  const amount = dialog.frame.getByRole('textbox', { name: /^Amount/ })
  const clear = () => dialog.button('Clear recipient').click()
  const isOff = () => expect.poll(() => tracks(page).then(({ live }) => live)).toBe(0)

  await test.step('a camera that is not allowed: why, and the way on', async () => {
    // Whatever is not granted by name is refused then; otherwise the browser would ask, and nobody answers here.
    await context.grantPermissions([])
    await scan.click()
    await expect(dialog.text('The camera isn’t allowed')).toBeVisible()
    await context.grantPermissions(['camera'])
    await dialog.button('Scan again').click()
    await expect(dialog.text('Hold the QR code in front of the camera.')).toBeVisible(longTimeout)
    expect(await findings(page, ['iframe[data-latchkey="dialog"]', 'main'])).toEqual([])
    expect(await tracks(page)).toEqual({ all: 1, live: 1 })
  })

  await test.step('on the smallest phone, what is said and the way out are in sight', async () => {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 568 })
    await expect(dialog.button('Cancel')).toBeInViewport({ ratio: 1 })
    await expect(dialog.text('Hold the QR code in front of the camera.')).toBeInViewport({ ratio: 1 })
    if (size) await page.setViewportSize(size)
  })

  await test.step('cancelled: the camera is off, and the button has the focus', async () => {
    await expect(dialog.button('Cancel')).toBeFocused()
    await dialog.button('Cancel').press('Enter')
    await isOff()
    await expect(scan).toBeFocused()
  })

  await test.step('off after Back, another view, and a closed dialog', async () => {
    const start = async () => {
      await dialog.shows('WalletSend')
      await scan.click()
      await expect.poll(() => tracks(page).then(({ live }) => live)).toBe(1)
    }
    const reopen = () => page.evaluate(() => void window.host.modal.open({ view: 'WalletSend' }))
    await start()
    await dialog.button('Back').click()
    await isOff()
    await reopen()
    await start()
    await page.evaluate(() => void window.host.modal.open({ view: 'Networks' }))
    await dialog.shows('Networks')
    await isOff()
    await reopen()
    await start()
    await dialog.button('Close').click()
    await dialog.closed()
    await isOff()
    await reopen()
    await dialog.shows('WalletSend')
  })

  await test.step('an address', async () => {
    showCamera(picture, friend)
    await scan.click()
    await expect(dialog.main.locator('.receiver')).toContainText(friend.slice(-4), longTimeout)
    await isOff()
    await clear()
  })

  await test.step('an address of another chain family is said to be one', async () => {
    showCamera(picture, 'bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.1')
    await scan.click()
    await expect(dialog.text('That address is on Bitcoin; you’re sending on Ethereum.')).toBeVisible(longTimeout)
    await clear()
  })

  await test.step('what is no address, and what is more than a transfer, leave the camera on', async () => {
    showCamera(picture, 'https://shop.example')
    await scan.click()
    await expect(dialog.text('That QR code holds no address. Try another one.')).toBeVisible(longTimeout)
    expect((await tracks(page)).live).toBe(1)
    await dialog.button('Cancel').click()
    showCamera(picture, `ethereum:${friend}/approve?address=${friend}&uint256=1`)
    await scan.click()
    await expect(dialog.text(/^That QR code asks for more than a transfer/)).toBeVisible(longTimeout)
    await dialog.button('Cancel').click()
    await isOff()
  })

  await test.step('a payment on a network that the page does not use', async () => {
    showCamera(picture, `ethereum:${friend}@424242?value=1`)
    await scan.click()
    await expect(dialog.text(/^That QR code is for a network that .* doesn’t use$/)).toBeVisible(longTimeout)
    await expect(amount).toHaveValue('')
    await isOff()
  })

  await test.step('a payment on another network: filled in once the user is there', async () => {
    showCamera(picture, `ethereum:${friend}@31338?value=1e15`)
    await dialog.button('Scan again').click()
    await dialog.button('Switch to Local Chain Two').click({ timeout: 20_000 })
    await dialog.shows('WalletSend')
    await expect(amount).toHaveValue('0.001', longTimeout)
    await clear()
  })

  await test.step('a payment with a token is reviewed as the code says', async () => {
    const token = tokenOf(server, network, 'USDC')
    showCamera(picture, `ethereum:${token}@31337/transfer?address=${friend}&uint256=1.25e7`)
    await scan.click()
    await dialog.button(/^Switch to Local Chain$/).click({ timeout: 20_000 })
    await expect(amount).toHaveValue('12.5', longTimeout)
    await dialog.button('Review').click()
    await dialog.shows('WalletSendPreview')
    await expect(dialog.main.locator('[data-recipient]')).toHaveText(friend)
    await expect(dialog.main.locator('[data-amount]')).toHaveText('12.5 USDC')
    await isOff()
  })
})

test('behavior: a page that keeps the camera for itself has no button for it @once @long', async ({
  page,
  context,
  hosts,
  install,
  dialog,
}) => {
  const extension = await install()
  await extension.selectAccounts([newAccount()])
  await context.grantPermissions(['camera'])
  await openConnected(page, hosts.url('meadow', 'noCamera'))
  await page.evaluate(() => void window.host.modal.open({ view: 'WalletSend' }))
  await dialog.shows('WalletSend')
  await expect(dialog.frame.getByRole('textbox', { name: 'To' })).toBeVisible()
  await page.waitForFunction(async () => (await navigator.mediaDevices.enumerateDevices()).some(({ kind }) => kind === 'videoinput'))
  await expect(dialog.button('Scan a QR code')).toBeHidden()
})
