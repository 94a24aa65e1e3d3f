import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import type { Page } from '@playwright/test'
import { type Hex, parseEther, toHex } from 'viem'
import { loginByEmail, pressYes, secureOf } from './support/login.ts'
import { chainClient } from './support/server.ts'
import { expect, request, test } from './support/test.ts'

/* A smart account of the embedded wallet: from the switch in the settings to a batch on the chain, through a real bundler. */

test.skip(!process.env.LATCHKEY_LONG, 'Installs a bundler: in `npm run test:long` only')

const recipients = ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '0x90F79bf6EB2c4f870365E785982E1f101E93b906'] as const
const accounts = async (page: Page) => (await request(page, 'eth_accounts')).result as Hex[]
const amount = parseEther('0.01')

type Status = { readonly status: number; readonly atomic: boolean; readonly receipts: readonly { readonly transactionHash: Hex }[] }

test('behavior: a user switches to a smart account, signs, sends, and sends a batch, which happens whole', {
  tag: '@once',
}, async ({ page, server, hosts, dialog, problems }) => {
  test.setTimeout(360_000)
  await page.goto(hosts.url('meadow', 'script'))
  void page.evaluate(() => void window.host.modal.open())
  await loginByEmail(page, server)
  await dialog.closed()
  const [key] = await accounts(page)
  const chain = chainClient(server, chainIds.first)
  const approve = async (name: string) => {
    await dialog.shows('ApproveTransaction')
    await pressYes(secureOf(page).getByRole('button', { name, exact: true }), { timeout: 60_000 })
  }

  const address = await test.step('the settings switch the kind of account, and the page sees another address', async () => {
    void page.evaluate(() => void window.host.modal.open({ view: 'AccountSettings' }))
    await dialog.shows('AccountSettings')
    const row = dialog.frame.getByRole('button', { name: /Account type/ })
    await row.click()
    await expect(row).toContainText('Smart account', { timeout: 300_000 })
    await expect.poll(() => accounts(page)).not.toEqual([key])
    const [smart, ...others] = await accounts(page)
    if (!smart) throw new Error('No account')
    expect(others).toEqual([])
    await page.evaluate(() => window.host.modal.close())
    await dialog.closed()
    return smart
  })
  await chain.request({ method: 'anvil_setBalance' as never, params: [address, toHex(parseEther('1'))] as never })

  await test.step('its signatures hold before it is on the chain', async () => {
    expect(await chain.getCode({ address })).toBeUndefined()
    const signed = request(page, 'personal_sign', ['0x48656c6c6f', address])
    await approve('Sign')
    expect(await chain.verifyMessage({ address, message: 'Hello', signature: (await signed).result as Hex })).toBe(true)
    await dialog.closed()
  })

  await test.step('the first transaction activates it, and says so', async () => {
    const before = await chain.getBalance({ address: recipients[0] })
    const sent = request(page, 'eth_sendTransaction', [{ from: address, to: recipients[0], value: toHex(amount) }])
    await dialog.shows('ApproveTransaction')
    await expect(secureOf(page).getByRole('heading', { name: 'Send 0.01 ETH' })).toBeVisible({ timeout: 30_000 })
    await expect(secureOf(page).getByText('Your smart account is activated')).toBeVisible()
    await approve('Confirm')
    const receipt = await chain.getTransactionReceipt({ hash: (await sent).result as Hex })
    expect(receipt.status).toBe('success')
    expect((await chain.getBalance({ address: recipients[0] })) - before).toBe(amount)
    expect(await chain.getCode({ address })).toBeDefined()
    await dialog.closed()
  })

  await test.step('a batch is shown call by call and happens whole; its status has the receipt', async () => {
    const { result: capabilities } = await request(page, 'wallet_getCapabilities', [address, ['0x7a69']])
    expect(capabilities).toMatchObject({ '0x7a69': { atomic: { status: 'supported' } } })
    const before = await Promise.all(recipients.map((to) => chain.getBalance({ address: to })))
    const calls = recipients.map((to) => ({ to, value: toHex(amount) }))
    const sent = request(page, 'wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', from: address, atomicRequired: true, calls }])
    await dialog.shows('ApproveTransaction')
    await expect(secureOf(page).getByRole('heading', { name: '2 transactions' })).toBeVisible({ timeout: 30_000 })
    await expect(secureOf(page).getByRole('list', { name: 'What happens' }).getByRole('listitem')).toHaveCount(2)
    await expect(secureOf(page).getByText('−0.02 ETH')).toBeVisible()
    await approve('Confirm')
    const { id } = (await sent).result as { id: string }
    const statusOf = async () => (await request(page, 'wallet_getCallsStatus', [id])).result as Status
    await expect.poll(async () => (await statusOf()).status, { timeout: 30_000 }).toBe(200)
    const { atomic, receipts } = await statusOf()
    expect([atomic, receipts.length]).toEqual([true, 1])
    const receipt = await chain.getTransactionReceipt({ hash: receipts[0]?.transactionHash ?? '0x' })
    expect(receipt.status).toBe('success')
    const after = await Promise.all(recipients.map((to) => chain.getBalance({ address: to })))
    expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([amount, amount])
    await dialog.closed()
  })

  await test.step('it is the account of the next visit, too', async () => {
    await page.reload()
    expect(await accounts(page)).toEqual([address])
  })

  await test.step('and the key’s own account is one switch away', async () => {
    void page.evaluate(() => void window.host.modal.open({ view: 'AccountSettings' }))
    await dialog.shows('AccountSettings')
    await dialog.frame.getByRole('button', { name: /Account type/ }).click()
    await expect.poll(() => accounts(page)).toEqual([key])
  })
  expect(problems).toEqual([])
})
