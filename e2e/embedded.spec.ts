import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { findings } from './support/axe.ts'
import { confirmDevice, loginByEmail, pressYes, secureOf } from './support/login.ts'
import { mailed, newAddress } from './support/mail.ts'
import { chainClient } from './support/server.ts'
import { answerProvider, newName, openProvider } from './support/social.ts'
import { expect, request, test } from './support/test.ts'

/* The embedded wallet, from an e-mail address to a signature: real server, real mail, real keys. */

const accounts = async (page: Page) => (await request(page, 'eth_accounts')).result as `0x${string}`[]

test('behavior: an address becomes a wallet that signs what was approved, stays over a reload, and signs out; a provider’s window leads to another one', async ({
  page,
  server,
  hosts,
  dialog,
  problems,
}) => {
  await page.goto(hosts.url('meadow', 'script'))
  void page.evaluate(() => void window.host.modal.open())
  await loginByEmail(page, server)
  await dialog.closed()
  const [address] = await accounts(page)
  if (!address) throw new Error('No account')
  const chain = chainClient(server, chainIds.first)
  await chain.request({ method: 'anvil_setBalance' as never, params: [address, '0xde0b6b3a7640000'] as never })

  await test.step('signs what the user approved in the secure frame', async () => {
    const signed = request(page, 'personal_sign', ['0x48656c6c6f', address])
    await dialog.shows('ApproveTransaction')
    await expect(secureOf(page).getByText('Hello')).toBeVisible()
    await pressYes(secureOf(page).getByRole('button', { name: 'Sign', exact: true }))
    const { result } = await signed
    expect(await verifyMessage({ address, message: 'Hello', signature: result as `0x${string}` })).toBe(true)
    await dialog.closed()
  })

  await test.step('refuses what the user refused', async () => {
    const refused = request(page, 'personal_sign', ['0x4e6f', address])
    await dialog.shows('ApproveTransaction')
    await secureOf(page).getByRole('button', { name: 'Reject' }).click()
    expect((await refused).code).toBe(4001)
    await dialog.closed()
  })

  await test.step('sends on the local chain', async () => {
    const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    const before = await chain.getBalance({ address: to })
    const sent = request(page, 'eth_sendTransaction', [{ from: address, to, value: '0x2386f26fc10000' }])
    await dialog.shows('ApproveTransaction')
    await expect(secureOf(page).getByRole('heading', { name: 'Send 0.01 ETH' })).toBeVisible()
    expect(await findings(page, ['iframe[data-latchkey="dialog"]', 'iframe[data-latchkey="secure"]', 'main'])).toEqual([])
    await pressYes(secureOf(page).getByRole('button', { name: 'Confirm' }))
    const hash = (await sent).result as `0x${string}`
    const receipt = await chain.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    expect((await chain.getBalance({ address: to })) - before).toBe(10_000_000_000_000_000n)
    await dialog.closed()
  })

  await test.step('sends a batch, one transaction after the other, and knows what became of it', async () => {
    const to = ['0x00000000000000000000000000000000000000d1', '0x00000000000000000000000000000000000000d2']
    const batch = { version: '2.0.0', chainId: '0x7a69', from: address, calls: to.map((one) => ({ to: one, value: '0x1' })) }
    expect(await request(page, 'wallet_sendCalls', [{ ...batch, atomicRequired: true }])).toMatchObject({ code: 5760 })
    const sent = request(page, 'wallet_sendCalls', [{ ...batch, atomicRequired: false }])
    await dialog.shows('ApproveTransaction')
    await expect(secureOf(page).getByRole('list', { name: 'What happens' }).getByRole('listitem')).toHaveCount(2)
    await pressYes(secureOf(page).getByRole('button', { name: 'Confirm' }))
    const { id } = (await sent).result as { id: string }
    const status = async () => (await request(page, 'wallet_getCallsStatus', [id])).result
    await expect.poll(status).toMatchObject({ status: 200, atomic: false, receipts: [{ status: '0x1' }, { status: '0x1' }] })
    await dialog.closed()
  })

  await test.step('a method that is on no list is refused', async () => {
    expect(await request(page, 'eth_sign', [address, '0x00'])).toMatchObject({ code: 4200, message: 'Requested RPC call is not allowed' })
  })

  await test.step('stays connected over a reload, where the browser stores anything', async () => {
    await page.reload()
    if (test.info().project.name === 'denied') return
    expect(await accounts(page)).toEqual([address])
  })

  await test.step('signing out ends it, also for the next visit', async () => {
    await page.evaluate(() => window.host.modal.disconnect())
    await expect.poll(() => page.evaluate(() => window.host.modal.getState().status)).toBe('disconnected')
    await page.reload()
    expect(await accounts(page)).toEqual([])
  })

  await test.step('a provider’s window leads back to a wallet', async () => {
    void page.evaluate(() => void window.host.modal.open())
    await answerProvider(await openProvider(page, 'Google'), newName())
    await dialog.closed()
    const [other, ...more] = await accounts(page)
    expect([typeof other, more]).toEqual(['string', []])
    expect(other).not.toBe(address)
  })
  expect(problems).toEqual([])
})

test('error: a wrong code says how many tries are left; the right one still opens the wallet', { tag: '@alike' }, async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  const email = newAddress()
  await page.goto(hosts.url('meadow', 'script'))
  void page.evaluate(() => void window.host.modal.open())
  await dialog.shows('Connect')
  await dialog.frame.getByLabel('Email', { exact: true }).fill(email)
  await dialog.button('Continue with email').click()
  await confirmDevice(page, server, email, (await dialog.main.locator('.pick b').textContent()) ?? '')
  const code = await mailed(server, email, /\b(\d{6})\b/)
  await dialog.frame.getByLabel('Six-digit code').fill(code === '000000' ? '111111' : '000000')
  await expect(dialog.text('That code didn’t match. 4 tries left.')).toBeVisible()
  await dialog.frame.getByLabel('Six-digit code').fill(code)
  await dialog.closed()
  expect((await accounts(page)).length).toBe(1)
})
