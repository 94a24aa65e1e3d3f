import AxeBuilder from '@axe-core/playwright'
import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import type { Page } from '@playwright/test'
import { createWalletClient, encodePacked, type Hex, http, parseAbi, parseEther, toHex, zeroHash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { loginByEmail, pressLast, secureOf } from './support/login.ts'
import { onPage, openSecurity } from './support/security.ts'
import { chainClient } from './support/server.ts'
import { expect, request, test } from './support/test.ts'

/* A permission to spend, from the page's question to the wallet's window that ends it. Each rule by itself, on a real chain: permissions.anvil.test.ts. */

test.skip(!process.env.LATCHKEY_LONG, 'Installs a bundler: in `npm run test:long` only')

const shots = 'e2e/screenshots/permissions'
const shop: Hex = '0x00000000000000000000000000000000000000a1'
const accounts = async (page: Page) => (await request(page, 'eth_accounts')).result as Hex[]

test('behavior: a page spends within what its user granted, and nothing once the user removed it', {
  tag: '@once',
}, async ({ page, server, hosts, dialog, problems }) => {
  test.setTimeout(360_000)
  await page.setViewportSize({ width: 1_000, height: 900 })
  await page.goto(hosts.url('meadow', 'script'))
  void page.evaluate(() => void window.host.modal.open())
  await loginByEmail(page, server)
  await dialog.closed()
  const chain = chainClient(server, chainIds.first)
  const chainUrl = server.chains[`eip155:${chainIds.first}`] ?? ''
  const [key] = await accounts(page)
  void page.evaluate(() => void window.host.modal.open({ view: 'AccountSettings' }))
  await dialog.shows('AccountSettings')
  const row = dialog.frame.getByRole('button', { name: /Account type/ })
  await row.click()
  await expect(row).toContainText('Smart account', { timeout: 300_000 })
  await expect.poll(() => accounts(page)).not.toEqual([key])
  await page.evaluate(() => window.host.modal.close())
  await dialog.closed()
  const [account = '0x'] = await accounts(page)
  const spender = privateKeyToAccount(generatePrivateKey())
  for (const address of [account, spender.address])
    await chain.request({ method: 'anvil_setBalance' as never, params: [address, toHex(parseEther('1'))] as never })

  const permission = {
    type: 'native-token-periodic',
    isAdjustmentAllowed: false,
    data: { periodAmount: toHex(parseEther('0.1')), periodDuration: 86_400 },
  }
  const asked = [{ chainId: toHex(chainIds.first), to: spender.address, permission }]
  const ask = () => request(page, 'wallet_requestExecutionPermissions', asked)

  await test.step('a page that does not use permissions cannot ask for one', async () => {
    expect(await ask()).toMatchObject({ code: 4200 })
    await page.evaluate(() => window.host.modal.setOptions({ features: { smartSessions: true } }))
  })

  await test.step('a user who says no grants nothing', async () => {
    const refused = ask()
    await dialog.shows('ApproveTransaction')
    await secureOf(page).getByRole('button', { name: 'Reject', exact: true }).click({ timeout: 60_000 })
    expect(await refused).toMatchObject({ code: 4001 })
    await dialog.closed()
  })

  const contract = await test.step('the approval says who, how much, how often and until when', async () => {
    const granted = ask()
    await dialog.shows('ApproveTransaction')
    // It outlives the request, so the frame leads to the wallet's own window.
    const review = secureOf(page).getByTestId('open-window')
    const [card] = await Promise.all([page.waitForEvent('popup'), review.click({ timeout: 60_000 })])
    await expect(card.getByRole('heading', { name: 'Let somebody spend ETH without asking' })).toBeVisible({ timeout: 60_000 })
    for (const text of ['0.1 ETH', 'Every day', 'UTC', 'You won’t be asked again']) await expect(card.getByText(text).first()).toBeVisible()
    await card.screenshot({ path: `${shots}/approval.png` })
    const yes = card.getByTestId('approve')
    await expect(yes).toHaveAttribute('aria-disabled', 'false')
    await pressLast(yes)
    const answered = await granted
    expect(answered).toMatchObject({ result: [{ to: spender.address, context: expect.any(String) }] })
    await dialog.closed()
    return (answered.result as readonly { readonly delegationManager: Hex }[])[0]?.delegationManager ?? '0x'
  })

  const wallet = createWalletClient({ account: spender, transport: http(chainUrl) })
  const spend = async (amount: string) => {
    const { request: call } = await chain.simulateContract({
      account: spender,
      address: contract,
      abi: parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)']),
      functionName: 'redeemDelegations',
      args: [['0x'], [zeroHash], [encodePacked(['address', 'uint256'], [shop, parseEther(amount)])]],
    })
    const hash = await wallet.writeContract({ ...call, chain: null })
    return (await chain.waitForTransactionReceipt({ hash })).status
  }

  await test.step('the page spends within the limit, and not above', async () => {
    const before = await chain.getBalance({ address: shop })
    expect(await spend('0.06')).toBe('success')
    await expect(spend('0.05')).rejects.toThrow('reverted')
    expect((await chain.getBalance({ address: shop })) - before).toBe(parseEther('0.06'))
  })

  await test.step('the wallet’s window lists it with its site, says what removing costs, and removes it', async () => {
    const popup = await openSecurity(page)
    await popup.getByRole('button', { name: /^Permissions to spend/ }).click()
    await onPage(popup, 'permissions')
    const line = popup.getByRole('listitem').filter({ hasText: '0.1 ETH' })
    await expect(line).toContainText(new URL(page.url()).host)
    await expect(line).toContainText('0.04 ETH left')
    await line.getByRole('button', { name: /^Remove/ }).click()
    await expect(popup.getByText('Its fee is at most')).toBeVisible({ timeout: 30_000 })
    await expect(popup.getByText('Your wallet also signs that it was removed')).toBeVisible()
    const { violations } = await new AxeBuilder({ page: popup }).setLegacyMode(true).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await popup.screenshot({ path: `${shots}/window.png` })
    await line.getByRole('button', { name: /now$/ }).click()
    await expect(popup.getByText('Nothing can be spent with it any more')).toBeVisible({ timeout: 60_000 })
    await expect(popup.getByText('Nobody may spend without asking you.')).toBeVisible()
    await popup.close()
    await expect(spend('0.01')).rejects.toThrow('reverted')
  })
  expect(problems).toEqual([])
})
