import type { Page } from '@playwright/test'
import { createSolanaRpc, type Signature } from '@solana/kit'
import { expect, test } from './support/test.ts'

/* Every chain family in the playground, with the test wallets that a development server offers. */

const recipient = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

const families = [
  { title: 'Solana', second: 'Send 0.1 SOL', approve: 'Send', passed: /^In slot \d+$/ },
  { title: 'Bitcoin', second: 'Sign a transaction', approve: 'Sign', passed: 'Signed: it could be sent' },
  { title: 'Polkadot', second: 'Sign a transaction', approve: 'Sign', passed: 'Verified: made by the connected account' },
  { title: 'Cosmos', second: 'Sign a transaction', approve: 'Sign', passed: 'Verified: made by the connected account' },
] as const

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const prompt = (page: Page) => page.locator('dialog.test-wallet')

async function answer(page: Page, mark: string, button: string) {
  await expect(prompt(page).getByText(mark)).toBeVisible()
  await prompt(page).getByRole('button', { name: button }).click()
  await expect(prompt(page)).toHaveCount(0)
}

test('behavior: a newcomer connects a test wallet of each family, signs with each, sends SOL, and each disconnect leaves the others alone', async ({
  page,
  server,
  dialog,
  problems,
}) => {
  await page.goto(server.app)
  const connected = (title: string) => card(page, title).getByText('Connected', { exact: true })

  await test.step('the first view offers the EVM wallet and none of the others', async () => {
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.choose('Test wallet')
    await prompt(page).getByRole('button', { name: 'Connect' }).click()
    await dialog.closed()
  })

  for (const { title } of families)
    await test.step(`connect ${title}`, async () => {
      await card(page, title)
        .getByRole('button', { name: `Connect ${title}` })
        .click()
      await dialog.choose(`${title} test wallet`)
      await answer(page, `${title} test wallet`, 'Connect')
      await expect(connected(title)).toBeVisible()
      // Off the screen is not enough: it may only have stepped aside for the wallet's question, and comes back to say "Connected".
      await expect.poll(() => page.evaluate(() => window.Modal.getState().open)).toBe(false)
    })

  for (const { title, second, approve, passed } of families)
    await test.step(`sign with ${title}`, async () => {
      const own = card(page, title)
      await own.getByRole('button', { name: 'Sign message' }).click()
      await expect(prompt(page).getByText(`Hello ${title}`)).toBeVisible()
      await answer(page, `${title} test wallet`, 'Sign')
      await expect(own.getByText('Verified: made by the connected account')).toBeVisible()
      await own.getByRole('button', { name: second }).click()
      await answer(page, `${title} test wallet`, approve)
      await expect(own.getByRole('status').getByText(passed)).toBeVisible()
    })

  await test.step('the Bitcoin account for ordinals signs by BIP-322', async () => {
    const bitcoin = card(page, 'Bitcoin')
    await bitcoin.getByRole('radio', { name: 'Ordinals' }).check()
    await bitcoin.getByRole('button', { name: 'Sign message' }).click()
    await expect(prompt(page).getByText('BIP322')).toBeVisible()
    await answer(page, 'Bitcoin test wallet', 'Sign')
    await expect(bitcoin.getByText('Verified: made by the connected account')).toBeVisible()
    await expect(bitcoin.getByText('BIP-322', { exact: true })).toBeVisible()
  })

  await test.step('the SOL is on the chain', async () => {
    const [, url] = Object.entries(server.chains).find(([id]) => id.startsWith('solana:')) ?? []
    const signature = (await card(page, 'Solana').locator('dd code').first().textContent()) as Signature
    const sent = await createSolanaRpc(url ?? '')
      .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send()
    expect(sent?.meta?.err).toBeNull()
    expect(sent?.transaction.message.accountKeys[1]).toBe(recipient)
    expect((sent?.meta?.postBalances[1] ?? 0n) - (sent?.meta?.preBalances[1] ?? 0n)).toBe(100_000_000n)
  })

  await test.step('after a reload all five are there', async () => {
    await page.reload()
    for (const title of ['Connect', ...families.map((family) => family.title)]) await expect(connected(title)).toBeVisible()
    await expect(prompt(page)).toHaveCount(0)
  })

  const left = new Set(['Connect', ...families.map((family) => family.title)])
  for (const title of ['Bitcoin', 'Connect', 'Cosmos', 'Solana'])
    await test.step(`${title} leaves alone`, async () => {
      await card(page, title)
        .getByRole('button', { name: title === 'Connect' ? 'Disconnect' : `Disconnect ${title}` })
        .click()
      left.delete(title)
      await expect(card(page, title).getByText('Not connected')).toBeVisible()
      for (const other of left) await expect(connected(other)).toBeVisible()
    })

  await test.step('the last one still signs', async () => {
    await card(page, 'Polkadot').getByRole('button', { name: 'Sign message' }).click()
    await answer(page, 'Polkadot test wallet', 'Sign')
    await expect(card(page, 'Polkadot').getByText('Verified: made by the connected account')).toBeVisible()
  })
  expect(problems).toEqual([])
})

test('error: a rejection in a family’s test wallet is said, and another try works', { tag: '@once' }, async ({ page, server, dialog }) => {
  await page.goto(server.app)
  await card(page, 'Solana').getByRole('button', { name: 'Connect Solana' }).click()
  await dialog.choose('Solana test wallet')
  await answer(page, 'Solana test wallet', 'Reject')
  await expect(dialog.heading('Request cancelled')).toBeVisible()
  await dialog.button('Try again').click()
  await answer(page, 'Solana test wallet', 'Connect')
  await dialog.closed()
  await card(page, 'Solana').getByRole('button', { name: 'Send 0.1 SOL' }).click()
  await answer(page, 'Solana test wallet', 'Reject')
  await expect(card(page, 'Solana').getByText('4001')).toBeVisible()
})
