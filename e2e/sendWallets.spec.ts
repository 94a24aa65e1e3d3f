import { familyExtensions } from '@latchkey/testkit/src/extensions/familyExtension.ts'
import { generateKeyPairSigner, address as toAddress } from '@solana/kit'
import type { Address } from 'viem'
import { newAccount, told } from './support/account.ts'
import type { dialogOf } from './support/dialog.ts'
import { loginByEmail, pressYes, secureOf } from './support/login.ts'
import { sendCoin, sendToken } from './support/money.ts'
import { test } from './support/phone.ts'
import { chainClient, networkIds, tokenOf } from './support/server.ts'
import { localSolana } from './support/solana.ts'
import { expect, openConnected, stateOf } from './support/test.ts'

/* Sending with the embedded wallet, and on Solana. On another device, and with a smart account: moneyWallets.spec.ts. */

const ether = 10n ** 18n
const network = networkIds.first
const longTimeout = { timeout: 30_000 }

type Driver = ReturnType<typeof dialogOf>
async function openSend(page: Parameters<typeof dialogOf>[0], dialog: Driver, held: RegExp) {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Account')
  await expect(dialog.button(held)).toBeVisible(longTimeout)
  await dialog.button('Send').click()
  await dialog.shows('WalletSend')
}
async function write(dialog: Driver, amount: string, to: string) {
  await dialog.frame.getByRole('textbox', { name: /^Amount/ }).fill(amount)
  await dialog.frame.getByRole('textbox', { name: 'To' }).fill(to)
  await dialog.button('Review').click()
  await dialog.shows('WalletSendPreview')
  await dialog.button('Send now').click(longTimeout)
}

test('behavior: the embedded wallet shows the same in its approval, and may say no @once', async ({ page, hosts, dialog, server }) => {
  test.setTimeout(150_000)
  await page.goto(hosts.url('meadow', 'script'))
  void page.evaluate(() => void window.host.modal.open())
  await loginByEmail(page, server)
  await dialog.closed()
  const address = (await stateOf(page)).accounts.eip155?.[0]?.address as Address
  await sendCoin(server, { network, to: address, amount: ether })
  const friend = newAccount().address
  const approval = secureOf(page)
  await openSend(page, dialog, /^ETH 1 /)

  await test.step('no: the draft is kept', async () => {
    await write(dialog, '0.125', friend)
    await dialog.shows('ApproveTransaction')
    await expect(approval.getByRole('heading', { name: 'Send 0.125 ETH' })).toBeVisible(longTimeout)
    await approval.getByRole('button', { name: 'Reject', exact: true }).click(longTimeout)
    await dialog.shows('WalletSend')
    await expect(dialog.text('You cancelled it in your wallet. Nothing was sent.')).toBeVisible()
  })

  await test.step('yes', async () => {
    await dialog.button('Review').click()
    await dialog.button('Send now').click(longTimeout)
    await dialog.shows('ApproveTransaction')
    await pressYes(approval.getByRole('button', { name: 'Confirm', exact: true }), longTimeout)
    await expect(told(dialog, '0.125 ETH', 'arrived')).toBeVisible(longTimeout)
    expect(await chainClient(server, 31_337).getBalance({ address: friend })).toBe(ether / 8n)
    await dialog.button('Done').click()
    await page.evaluate(() => window.host.modal.close())
    await dialog.closed()
  })
})

test('behavior: SOL, and a token for somebody who has no account for it yet @once', async ({ page, context, hosts, dialog, server }) => {
  test.setTimeout(150_000)
  const harbor = await familyExtensions.solana(context, server)
  const [from = ''] = harbor.addresses
  const solana = localSolana(server)
  await sendCoin(server, { network: solana.id, to: from, amount: 2_000_000_000n })
  await sendToken(server, { network: solana.id, to: from, token: 'USDC', amount: 5_000_000n })
  await openConnected(page, hosts.url('meadow', 'script', { projectId: server.projects.families }))
  // Nobody has sent them anything yet, in another test of this chain either; the extension's own account may hold what those left.
  const { address: friend } = await generateKeyPairSigner()
  await openSend(page, dialog, /^USDC \d/)

  const choose = async (symbol: string) => {
    await dialog.button(/choose another token$/).click()
    await dialog.button(new RegExp(`^${symbol} `)).click()
    await dialog.shows('WalletSend')
  }
  await choose('SOL')
  await write(dialog, '0.5', friend)
  await expect(told(dialog, '0.5 SOL', 'arrived')).toBeVisible(longTimeout)
  expect(await solana.balance(friend)).toBe(500_000_000n)
  await dialog.button('Send something else').click()

  await choose('USDC')
  await dialog.frame.getByRole('textbox', { name: /^Amount/ }).fill('1.5')
  await dialog.frame.getByRole('textbox', { name: 'To' }).fill(friend)
  await dialog.button('Review').click()
  await expect(dialog.text('New token account')).toBeVisible(longTimeout)
  await dialog.button('Send now').click()
  await expect(told(dialog, '1.5 USDC', 'arrived')).toBeVisible(longTimeout)
  const mint = toAddress(tokenOf(server, solana.id, 'USDC'))
  const { value } = await solana.rpc.getTokenAccountsByOwner(friend, { mint }, { encoding: 'jsonParsed' }).send()
  expect(value.map(({ account }) => account.data.parsed.info.tokenAmount.amount)).toEqual(['1500000'])
})
