import type { Extension } from '@latchkey/testkit/src/extensions/extension.ts'
import { faults } from '@latchkey/testkit/src/extensions/rpcErrors.ts'
import type { Page } from '@playwright/test'
import { type Address, createTestClient, createWalletClient, getAddress, type Hex, http, parseAbi, parseGwei } from 'viem'
import { newAccount, openAccount, told } from './support/account.ts'
import { type DialogDriver, dialogOf } from './support/dialog.ts'
import { sendCoin, sendToken } from './support/money.ts'
import { chainClient, networkIds, type Server, tokenOf } from './support/server.ts'
import { expect, openConnected, test } from './support/test.ts'

// As most people see it.
test.use({ reducedMotion: 'no-preference' })

/* Sending from the dialog: real wallets' requests, real chains, the real server. */

const ether = 10n ** 18n
const network = networkIds.first
const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)'])
const longTimeout = { timeout: 20_000 }

/** Somebody with coins and tokens, connected, on the Account view. */
async function funded(page: Page, server: Server, dialog: DialogDriver, extension: Extension, url: string) {
  const account = newAccount()
  await extension.selectAccounts([account])
  await sendCoin(server, { network, to: account.address, amount: 5n * ether })
  await sendToken(server, { network, to: account.address, token: 'USDC', amount: 100_000_000n })
  await sendToken(server, { network, to: account.address, token: 'USDT', amount: 50_000_000n })
  await openConnected(page, url)
  await openAccount(page)
  await expect(dialog.main.locator('[data-token]')).toHaveCount(3, longTimeout)
  return account
}

/** Fills the form and goes to the review. */
async function review(dialog: DialogDriver, { symbol, amount, to }: { symbol?: string; amount: string; to: string }) {
  await dialog.shows('WalletSend')
  if (symbol) {
    await dialog.button(/choose another token$/).click()
    await dialog.shows('WalletSendSelectToken')
    await dialog.button(new RegExp(`^${symbol} `)).click()
    await dialog.shows('WalletSend')
  }
  await dialog.frame.getByRole('textbox', { name: /^Amount/ }).fill(amount)
  await dialog.frame.getByRole('textbox', { name: 'To' }).fill(to)
  await dialog.button('Review').click()
  await dialog.shows('WalletSendPreview')
}

const nodeOf = (server: Server) => createTestClient({ mode: 'anvil', transport: http(server.chains[network]) })

test('behavior: coins, a token, and a token that answers nothing, from the form to the chain; the wallet may say no @once', async ({
  page,
  hosts,
  install,
  dialog,
  server,
}) => {
  test.setTimeout(120_000)
  const extension = await install()
  const account = await funded(page, server, dialog, extension, hosts.url('meadow', 'script'))
  const chain = chainClient(server, 31_337)
  const friend = newAccount().address
  const held = (token: string) =>
    chain.readContract({ address: tokenOf(server, network, token) as Address, abi: erc20, functionName: 'balanceOf', args: [friend] })

  await test.step('the tiles are in the specified order, and the button says what is missing', async () => {
    await expect(dialog.main.locator('.tile')).toHaveText(['Buy', 'Swap', 'Receive', 'Send'])
    await dialog.button('Send').click()
    await dialog.shows('WalletSend')
    await expect(dialog.button('Enter an amount')).toBeVisible()
    await dialog.frame.getByRole('textbox', { name: /^Amount/ }).fill('1')
    await expect(dialog.button('Add a recipient')).toBeVisible()
    await dialog.frame.getByRole('textbox', { name: 'To' }).fill('7Gk4vJ5mWcF2e8sN1tZbXq3RhYpLd9uA6iTzKoBvpQ2s')
    await expect(dialog.text('That address is on Solana; you’re sending on Ethereum.')).toBeVisible()
    await dialog.button('Clear recipient').click()
  })

  await test.step('a refusal keeps what was written', async () => {
    extension.on('eth_sendTransaction', faults.rejected)
    await review(dialog, { symbol: 'ETH', amount: '0.5', to: friend })
    await expect(dialog.main.locator('[data-recipient]')).toHaveText(friend)
    await expect(dialog.main.locator('[data-amount]')).toHaveText('0.5 ETH')
    await dialog.button('Send now').click()
    await dialog.shows('WalletSend')
    await expect(dialog.text('You cancelled it in your wallet. Nothing was sent.')).toBeVisible()
    expect(await chain.getBalance({ address: friend })).toBe(0n)
  })

  await test.step('coins: sent once, and followed until they arrived', async () => {
    extension.on('eth_sendTransaction', 'approve')
    await dialog.button('Review').click()
    await dialog.button('Send now').click()
    await expect(told(dialog, '0.5 ETH', 'arrived')).toBeVisible(longTimeout)
    expect(await chain.getBalance({ address: friend })).toBe(ether / 2n)
    await dialog.button('Send something else').click()
  })

  for (const [symbol, amount, units] of [
    ['USDC', '12.5', 12_500_000n],
    ['USDT', '7', 7_000_000n],
  ] as const)
    await test.step(`${symbol}`, async () => {
      await review(dialog, { symbol, amount, to: friend })
      await expect(dialog.main.locator('[data-recipient]')).toHaveText(friend)
      await expect(dialog.text('First time')).toBeHidden()
      await dialog.button('Send now').click()
      await expect(told(dialog, `${amount} ${symbol}`, 'arrived')).toBeVisible(longTimeout)
      expect(await held(symbol)).toBe(units)
      await dialog.button('Send something else').click()
    })

  await test.step('Max sends all coins but the fee', async () => {
    await dialog.shows('WalletSend')
    await dialog.button(/choose another token$/).click()
    await dialog.button(/^ETH /).click()
    await dialog.button('Max').click()
    await dialog.frame.getByRole('textbox', { name: 'To' }).fill(friend)
    await dialog.button('Review').click()
    await dialog.button('Send now').click()
    await expect(dialog.heading(/ETH\u2069 arrived$/)).toBeVisible(longTimeout)
    expect(await chain.getBalance({ address: account.address })).toBeLessThan(ether / 100n)
    await dialog.button('Done').click()
    await dialog.shows('Account')
    await dialog.frame.getByRole('tab', { name: 'Activity' }).click()
    await expect(dialog.main.locator('[data-activity]').filter({ hasText: '−7.000 USDT' })).toBeVisible(longTimeout)
  })
  expect(extension.methods().filter((method) => method === 'eth_sendTransaction')).toHaveLength(5)
})

test('behavior: of a token that keeps a part, what arrived is told, and once the dialog is closed it is not told again @once', async ({
  page,
  hosts,
  install,
  dialog,
  server,
}) => {
  test.setTimeout(120_000)
  const account = newAccount()
  await (await install()).selectAccounts([account])
  await sendCoin(server, { network, to: account.address, amount: ether })
  await sendToken(server, { network, to: account.address, token: 'FEE', amount: 300n * ether })
  await openConnected(page, hosts.url('meadow', 'script'))
  await openAccount(page)
  await dialog.button('Send').click()
  const friend = newAccount().address
  await expect(dialog.button(/choose another token$/)).toBeVisible(longTimeout)
  await review(dialog, { symbol: 'FEE', amount: '100', to: friend })
  await dialog.button('Send now').click()
  await expect(told(dialog, '99 FEE', 'arrived')).toBeVisible(longTimeout)
  await expect(dialog.text(/Kept by FEE: \u20661 FEE/)).toBeVisible()
  const token = tokenOf(server, network, 'FEE') as Address
  const held = await chainClient(server, 31_337).readContract({ address: token, abi: erc20, functionName: 'balanceOf', args: [friend] })
  expect(held).toBe(99n * ether)
  await dialog.button('Close').click()
  await dialog.closed()
  await page.evaluate(() => void window.host.modal.open({ view: 'WalletSend' }))
  await dialog.shows('WalletSend')
  await expect(dialog.frame.getByRole('textbox', { name: /^Amount/ })).toHaveValue('')
})

test('behavior: a reload, another tab, and a transaction that takes its place: the result says what is true @once', async ({
  page,
  context,
  hosts,
  install,
  dialog,
  server,
}) => {
  test.setTimeout(120_000)
  const extension = await install()
  const account = await funded(page, server, dialog, extension, hosts.url('meadow', 'script'))
  const node = nodeOf(server)
  const friend = getAddress(newAccount().address)
  await node.setAutomine(false)
  try {
    await dialog.button('Send').click()
    await review(dialog, { symbol: 'ETH', amount: '0.25', to: friend })
    await dialog.button('Send now').click()
    await expect(told(dialog, '0.25 ETH', 'on its way to')).toBeVisible(longTimeout)

    await page.reload()
    await openAccount(page)
    await dialog.button('Send').click()
    await expect(told(dialog, '0.25 ETH', 'on its way to')).toBeVisible(longTimeout)

    const other = await context.newPage()
    await other.goto(hosts.url('meadow', 'script'))
    const second = dialogOf(other)
    await openAccount(other)
    await second.button('Send').click()
    await expect(told(second, '0.25 ETH', 'on its way to')).toBeVisible(longTimeout)

    // In the wallet itself the user sends something else with the same number.
    const wallet = createWalletClient({ account, transport: http(server.chains[network]) })
    const dear = { maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: parseGwei('50') }
    await wallet.sendTransaction({ chain: null, to: account.address, value: 0n, nonce: 0, ...dear })
    await node.mine({ blocks: 1 })
    await expect(dialog.heading('Another transaction took its place')).toBeVisible(longTimeout)
    await expect(second.heading('Another transaction took its place')).toBeVisible(longTimeout)
  } finally {
    await node.setAutomine(true)
    await node.mine({ blocks: 1 })
  }
  expect(await chainClient(server, 31_337).getBalance({ address: friend })).toBe(0n)
  expect(extension.methods().filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  await dialog.button('Done').click()
  await dialog.shows('Account')
})

test('behavior: a page asks for a transfer, and hears its hash, or that the dialog was closed @once', async ({
  page,
  hosts,
  install,
  dialog,
  server,
}) => {
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  await sendCoin(server, { network, to: account.address, amount: ether })
  await openConnected(page, hosts.url('meadow', 'script'))
  const friend = newAccount().address
  const ask = (wanted: object) =>
    page.evaluate(
      (options) =>
        window.host.modal.open(options as never).then(
          (result) => ({ result: result as unknown }),
          ({ code, message }: { code: number; message: string }) => ({ code, message }),
        ),
      { view: 'WalletSend', ...wanted },
    )
  const transfer = { token: network, amount: '0.125', recipient: friend }

  expect(await ask({ token: network, amount: '1' })).toEqual({ code: -32_602, message: 'An amount and receiver address are required' })
  expect(await ask({ amount: '1', recipient: friend })).toEqual({ code: -32_602, message: 'A token is required' })
  expect(await ask({ ...transfer, token: 'eip155:999' })).toEqual({ code: 4_901, message: 'Unsupported chain' })
  await dialog.closed()

  const closed = ask(transfer)
  await dialog.shows('WalletSend')
  await expect(dialog.frame.getByRole('textbox', { name: /^Amount/ })).toHaveValue('0.125')
  await dialog.button('Close').click()
  expect(await closed).toEqual({ code: 4_001, message: 'Modal closed' })
  await dialog.closed()

  const sent = ask(transfer)
  await dialog.shows('WalletSend')
  await expect(dialog.text(/asks for this transfer$/)).toBeVisible()
  await dialog.button('Review').click({ timeout: 20_000 })
  await dialog.button('Send now').click()
  const { result } = (await sent) as { result: Hex }
  const chain = chainClient(server, 31_337)
  expect(await chain.getTransaction({ hash: result })).toMatchObject({ to: friend.toLowerCase(), value: ether / 8n })
  await expect(told(dialog, '0.125 ETH', 'arrived')).toBeVisible(longTimeout)
  await dialog.button('Done').click()
  await dialog.closed()
})
