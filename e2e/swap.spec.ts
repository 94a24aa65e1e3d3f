import { faults } from '@latchkey/testkit/src/extensions/rpcErrors.ts'
import { type Address, erc20Abi, parseEther } from 'viem'
import { askByHost } from '../scripts/lib/askByHost.js'
import { newAccount } from './support/account.ts'
import { loginByEmail, pressYes, secureOf } from './support/login.ts'
import { sendCoin, sendToken } from './support/money.ts'
import { chainClient, networkIds, type Server, tokenOf } from './support/server.ts'
import { amountField, chooseToken, openSwap, promised, review } from './support/swap.ts'
import { connected, expect, openConnected, request, test } from './support/test.ts'

/* Swaps on the real pools of the local chain, from a host page, with an extension and with the embedded wallet. */

const network = networkIds.first
/** Quotes, transactions and their end take a few seconds on a busy machine. */
const longTimeout = { timeout: 30_000 }
/** Who should not receive anything. */
const stranger = '00000000000000000000000000000000000badad'
const build = /\/v1\/convert\/build-transaction/

const balanceOf = (server: Server, token: string, owner: Address) =>
  chainClient(server, 31_337).readContract({
    address: tokenOf(server, network, token) as Address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })

test('behavior: a page opens the form with two tokens and an amount; what is none is named once on its console', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
  server,
  lines,
}) => {
  const account = newAccount()
  await (await install()).selectAccounts([account])
  await sendCoin(server, { network, to: account.address, amount: parseEther('1') })
  await openConnected(page, hosts.url('meadow', 'script'))
  const open = (swap: object) => page.evaluate((options) => void window.host.modal.open({ view: 'Swap', ...options } as never), swap)
  await open({ from: network, to: `${network}:${tokenOf(server, network, 'DAI')}`, amount: '0,5' })
  await dialog.shows('Swap')
  await expect(amountField(dialog)).toHaveValue('0,5')
  await expect(dialog.button(/^You receive: DAI/)).toBeVisible(longTimeout)
  await review(dialog)
  await expect(dialog.main.getByText('0.5 ETH').first()).toBeVisible()
  await dialog.button('Close').click()
  await dialog.closed()
  await open({ from: network, amount: '1e-2' })
  await expect
    .poll(() => lines)
    .toEqual([expect.stringContaining('The option open.amount cannot be "1e-2" and is left out; it takes a decimal number as text')])
  await expect(amountField(dialog)).toHaveValue('')
})

test('behavior: a user swaps on both kinds of pools, refuses what a provider made up, and is told of an approval that stands alone', {
  tag: '@once',
}, async ({ page, hosts, install, dialog, server }) => {
  test.setTimeout(240_000)
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  const to = account.address
  await sendCoin(server, { network, to, amount: parseEther('5') })
  await sendToken(server, { network, to, token: 'USDC', amount: 500_000_000n })
  await openConnected(page, hosts.url('meadow', 'script'))

  await test.step('from the account, the coin for a token that is on no list, on a pair', async () => {
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.shows('Account')
    await dialog.button('Swap').click()
    await dialog.shows('Swap')
    await chooseToken(dialog, 'You receive', tokenOf(server, network, 'COPY'), /^USDC Not verified/)
    await expect(dialog.text('USDC isn’t verified')).toBeVisible()
    await amountField(dialog).fill('0.0002')
    await expect(dialog.text('1 pool')).toBeVisible(longTimeout)
    await review(dialog)
    const least = await promised(dialog, 6)
    expect(least > 0n).toBe(true)
    await dialog.button(/^Swap$/).click()
    await expect(dialog.heading('USDC arrived')).toBeVisible(longTimeout)
    const received = await balanceOf(server, 'COPY', to)
    expect(received >= least).toBe(true)
    await expect(dialog.text(/^You got 0\.4\d+ USDC for <?0\.00\d+ ETH\.$/)).toBeVisible()
    await dialog.button('Done').click()
    await dialog.shows('Account')
    await dialog.frame.getByRole('tab', { name: 'Activity' }).click()
    await expect(dialog.main.locator('[data-activity]').filter({ hasText: 'Swapped' })).toBeVisible(longTimeout)
  })

  await test.step('a token for another on a v3 pool: exactly the amount is approved, then swapped', async () => {
    await dialog.button('Swap').click()
    await dialog.shows('Swap')
    await chooseToken(dialog, 'You pay', tokenOf(server, network, 'USDC'), /^USDC/)
    await chooseToken(dialog, 'You receive', 'USDT', /^USDT/)
    await dialog.button('25 %').click()
    await expect(amountField(dialog)).toHaveValue('125')
    await review(dialog)
    const least = await promised(dialog, 6)
    await expect(dialog.text('Step 1 of 2. Then the swap itself.')).toBeVisible()
    await dialog.button('Approve USDC').click()
    await expect(dialog.heading('USDT arrived')).toBeVisible(longTimeout)
    const received = await balanceOf(server, 'USDT', to)
    expect(received >= least && received > 120_000_000n).toBe(true)
    expect(await balanceOf(server, 'USDC', to)).toBe(375_000_000n)
    const client = chainClient(server, 31_337)
    const spender = server.pools[network]?.swapRouter02 as Address
    const usdc = tokenOf(server, network, 'USDC') as Address
    expect(await client.readContract({ address: usdc, abi: erc20Abi, functionName: 'allowance', args: [to, spender] })).toBe(0n)
    await dialog.button('Done').click()
    await dialog.shows('Account')
    await dialog.frame.getByRole('tab', { name: 'Activity' }).click()
    await expect(dialog.main.locator('[data-activity]').filter({ hasText: 'USDC to USDT' })).toBeVisible(longTimeout)
    await page.evaluate(() => window.host.modal.close())
    await dialog.closed()
  })

  await test.step('a transaction for somebody else is never shown', async () => {
    await openSwap(page, dialog)
    await page.route(build, async (route) => {
      const asked = route.request()
      const { text: whole } = await askByHost(asked.url(), { method: 'POST', body: asked.postData() ?? '' })
      const text = whole.replaceAll(to.slice(2).toLowerCase(), stranger)
      // The account is right; who receives is not.
      const body = text.replace(`:0x${stranger}`, `:${to.toLowerCase()}`)
      await route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' }, body })
    })
    await amountField(dialog).fill('0.1')
    await expect(dialog.button('Review swap')).toBeVisible(longTimeout)
    await dialog.button('Review swap').click()
    await expect(dialog.heading('This swap isn’t what you asked for')).toBeVisible(longTimeout)
    await page.unroute(build)
    await dialog.button('Go back').click()
    await dialog.shows('Swap')
  })

  await test.step('an approval without the swap is said, also after a reload, and counts when the swap is made', async () => {
    await chooseToken(dialog, 'You pay', tokenOf(server, network, 'USDC'), /^USDC/)
    await chooseToken(dialog, 'You receive', 'DAI', /^DAI/)
    await amountField(dialog).fill('50')
    await review(dialog)
    extension.on('eth_sendTransaction', 'ask')
    const asked = () => expect.poll(() => extension.pending.length, longTimeout).toBe(1)
    await dialog.button('Approve USDC').click()
    await expect(dialog.text('Approve USDC in Harbor.')).toBeVisible(longTimeout)
    await asked()
    extension.decide('approve')
    await expect(dialog.text('Confirm the swap in Harbor.')).toBeVisible(longTimeout)
    await asked()
    extension.decide(faults.rejected)
    await dialog.shows('Swap')
    await expect(dialog.text(/USDC is approved, but nothing was swapped\./)).toBeVisible(longTimeout)
    extension.on('eth_sendTransaction', 'approve')
    await page.reload()
    await connected(page)
    await openSwap(page, dialog)
    await expect(dialog.text('USDC is approved, but not swapped')).toBeVisible(longTimeout)
    await chooseToken(dialog, 'You pay', tokenOf(server, network, 'USDC'), /^USDC/)
    await chooseToken(dialog, 'You receive', 'DAI', /^DAI/)
    await amountField(dialog).fill('50')
    await review(dialog)
    await dialog.button(/^Swap$/).click()
    await expect(dialog.heading('DAI arrived')).toBeVisible(longTimeout)
    expect(await balanceOf(server, 'USDC', to)).toBe(325_000_000n)
    await page.evaluate(() => window.host.modal.close())
    await openSwap(page, dialog)
    // Once there is a quote, the form has all that it has to say.
    await amountField(dialog).fill('0.1')
    await expect(dialog.button('Review swap')).toBeEnabled(longTimeout)
    await expect(dialog.text('USDC is approved, but not swapped')).toBeHidden()
  })
})

test('behavior: the embedded wallet swaps, and approves what was reviewed', { tag: ['@once', '@long'] }, async ({
  page,
  hosts,
  dialog,
  server,
}) => {
  test.setTimeout(180_000)
  await page.goto(hosts.url('meadow', 'script'))
  void page.evaluate(() => void window.host.modal.open())
  await loginByEmail(page, server)
  await dialog.closed()
  const [account] = (await request(page, 'eth_accounts')).result as Address[]
  if (!account) throw new Error('No account')
  await sendCoin(server, { network, to: account, amount: parseEther('2') })
  await openSwap(page, dialog)
  await amountField(dialog).fill('0.5')
  await review(dialog)
  const least = await promised(dialog, 6)
  await dialog.button(/^Swap$/).click()
  await dialog.shows('ApproveTransaction')
  await pressYes(secureOf(page).getByRole('button', { name: 'Confirm' }))
  await expect(dialog.heading('USDC arrived')).toBeVisible(longTimeout)
  const received = await balanceOf(server, 'USDC', account)
  expect(received >= least && received > 1_000_000_000n).toBe(true)
})
