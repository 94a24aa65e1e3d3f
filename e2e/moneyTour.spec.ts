import type { Page } from '@playwright/test'
import { type DialogDriver, dialogOf } from './support/dialog.ts'
import { loginByEmail, pressYes, secureOf } from './support/login.ts'
import { expect, test } from './support/test.ts'

/* The playground's tour of money, first try: with the Test wallet, and with a new wallet of a login by e-mail. */

/** Quotes, transactions and their end take a few seconds on a busy machine. */
const longTimeout = { timeout: 30_000 }
const newLabel = () => `tour-${Date.now().toString(36).replace(/[01]/g, 'x')}`

/** Answers the Test wallet's question. */
const testWallet = (page: Page) => async (question: string, button: string) => {
  const prompt = page.locator('dialog.test-wallet')
  await expect(prompt.getByRole('heading', { name: question })).toBeVisible(longTimeout)
  await prompt.getByRole('button', { name: button }).click()
  await expect(prompt).toHaveCount(0)
}

/** Says yes in the secure frame. */
const embedded = (page: Page) => (button: 'Confirm' | 'Sign') => pressYes(secureOf(page).getByRole('button', { name: button }), longTimeout)

type Wallet = {
  readonly name: string
  readonly connect: (page: Page, dialog: DialogDriver) => Promise<void>
  readonly send: (page: Page) => Promise<void>
  readonly sign: (page: Page) => Promise<void>
}

test.describe('the money tour', () => {
  for (const kind of ['the Test wallet', 'a login by e-mail'] as const)
    test(`behavior: get coins, send, swap and register a name with ${kind} @once`, async ({ page, context, server, dialog }) => {
      test.setTimeout(180_000)
      const wallet: Wallet =
        kind === 'the Test wallet'
          ? {
              name: kind,
              connect: async () => {
                await dialog.choose('Test wallet')
                await testWallet(page)('Connect to this site?', 'Connect')
              },
              send: () => testWallet(page)('Send this transaction?', 'Send'),
              sign: () => testWallet(page)('Sign this message?', 'Sign'),
            }
          : {
              name: kind,
              connect: async () => void (await loginByEmail(page, server)),
              send: () => embedded(page)('Confirm'),
              sign: () => embedded(page)('Sign'),
            }
      const card = page.getByRole('region', { name: 'Money', exact: true })
      /** Closes the dialog where it is still there. */
      const leave = async () => {
        await page.evaluate(() => window.Modal.close())
        await dialog.closed()
      }
      const step = (name: string) => card.getByRole('listitem').filter({ hasText: name })
      await page.goto(server.app)
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await wallet.connect(page, dialogOf(page))
      await dialog.closed()

      await test.step('coins', async () => {
        await card.getByRole('button', { name: 'Buy coins' }).click()
        await dialog.shows('OnRamp')
        await dialog.button('$250').click()
        const opening = context.waitForEvent('page')
        await dialog.button('Continue with Sandbox').click()
        const checkout = await opening
        await checkout.getByRole('button', { name: /^Pay 250\.00 USD/ }).click()
        await expect(dialog.heading(/ETH\u2069 arrived$/)).toBeVisible(longTimeout)
        await dialog.button('Done').click()
        await leave()
        await expect(step('Get coins')).toHaveText('Get coins (done)')
      })
      await test.step('send', async () => {
        await card.getByRole('button', { name: 'Send 0.01 ETH' }).click()
        await dialog.shows('WalletSend')
        await dialog.button('Review').click(longTimeout)
        await dialog.button('Send now').click()
        await wallet.send(page)
        await expect(dialog.heading(/ETH\u2069 arrived$/)).toBeVisible(longTimeout)
        await dialog.button('Done').click()
        await leave()
        await expect(step('Send')).toHaveText('Send (done)')
      })
      await test.step('swap', async () => {
        await card.getByRole('button', { name: 'Swap' }).click()
        await dialog.shows('Swap')
        await dialog.frame.getByRole('textbox', { name: 'You pay' }).fill('0.01')
        await expect(dialog.button('Review swap')).toBeEnabled(longTimeout)
        await dialog.button('Review swap').click()
        await dialog.button(/^Swap$/).click(longTimeout)
        await wallet.send(page)
        await expect(dialog.heading(/ arrived$/)).toBeVisible(longTimeout)
        await dialog.button('Done').click()
        await leave()
        await expect(step('Swap')).toHaveText('Swap (done)')
      })
      await test.step('a name', async () => {
        const label = newLabel()
        await card.getByRole('button', { name: 'Register a name' }).click()
        await dialog.shows('RegisterAccountName')
        await dialog.frame.getByRole('textbox', { name: 'Your name' }).fill(label)
        await expect(dialog.text(`${label}.wallet.test is free`)).toBeVisible(longTimeout)
        await dialog.button('Register').click()
        await wallet.sign(page)
        await dialog.shows('RegisterAccountNameSuccess')
        await leave()
        await expect(step('Name')).toHaveText('Name (done)')
      })
      await expect(card.getByText('All done. Look at Activity in the account: everything is there.')).toBeVisible()
    })
})
