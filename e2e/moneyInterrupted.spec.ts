import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { installExtension } from '@latchkey/testkit/src/extensions/extension.ts'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  parseGwei,
} from 'viem'
import { askByHost } from '../scripts/lib/askByHost.js'
import { newAccount, told } from './support/account.ts'
import { type DialogDriver, dialogOf } from './support/dialog.ts'
import { serveHosts } from './support/hosts.ts'
import { sendCoin, sendToken } from './support/money.ts'
import { startOwnServer } from './support/ownServer.ts'
import { chainClient, networkIds, tokenOf } from './support/server.ts'
import { connected, expect, openConnected, test } from './support/test.ts'

/* Money while something breaks off: the dialog, the page, the wallet's answer, the node, the server. What the view says is where the money is. */

const network = networkIds.first
const longTimeout = { timeout: 30_000 }

const open = (page: Page, view: 'WalletSend' | 'Swap') => page.evaluate((name) => void window.host.modal.open({ view: name }), view)
const close = (page: Page) => page.evaluate(() => window.host.modal.close())
async function reload(page: Page) {
  await page.reload()
  await connected(page)
}
/** Another tab of the same site. */
async function secondTab(context: BrowserContext, address: string): Promise<{ page: Page; dialog: DialogDriver }> {
  const page = await context.newPage()
  await page.goto(address)
  await connected(page)
  return { page, dialog: dialogOf(page) }
}

async function reviewSend(dialog: DialogDriver, amount: string, to: string) {
  await dialog.shows('WalletSend')
  await dialog.frame.getByRole('textbox', { name: /^Amount/ }).fill(amount)
  await dialog.frame.getByRole('textbox', { name: 'To' }).fill(to)
  await dialog.button('Review').click(longTimeout)
  await dialog.shows('WalletSendPreview')
  await expect(dialog.button('Send now')).toBeVisible(longTimeout)
}

test('behavior: a transfer that is left at each step, with a wallet that answers late, is asked for and sent once @once', async ({
  page,
  context,
  hosts,
  install,
  dialog,
  server,
}) => {
  test.setTimeout(120_000)
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  await sendCoin(server, { network, to: account.address, amount: parseEther('2') })
  const address = hosts.url('meadow', 'script')
  await openConnected(page, address)
  const friend = newAccount().address
  const asked = () => extension.methods().filter((method) => method === 'eth_sendTransaction').length
  const arrived = () => chainClient(server, 31_337).getBalance({ address: friend })

  await test.step('closed, then reloaded at the review: nothing is asked', async () => {
    await open(page, 'WalletSend')
    await reviewSend(dialog, '0.25', friend)
    await close(page)
    await dialog.closed()
    await open(page, 'WalletSend')
    // The draft is still there.
    await dialog.button('Review').click(longTimeout)
    await expect(dialog.button('Send now')).toBeVisible(longTimeout)
    await reload(page)
    expect(asked()).toBe(0)
  })

  extension.on('eth_sendTransaction', 'ask')
  await open(page, 'WalletSend')
  await reviewSend(dialog, '0.25', friend)
  await dialog.button('Send now').click()
  await expect.poll(asked, longTimeout).toBe(1)

  await test.step('closed while the wallet asks: it is still the one that asks, here and in another tab', async () => {
    await close(page)
    await dialog.closed()
    await open(page, 'WalletSend')
    await expect(dialog.heading('Continue in Harbor')).toBeVisible(longTimeout)
    const second = await secondTab(context, address)
    await open(second.page, 'WalletSend')
    await expect(second.dialog.heading('Continue in Harbor')).toBeVisible(longTimeout)
    await second.page.close()
  })

  await test.step('reloaded while the wallet asks: nobody claims to know; its late yes is found', async () => {
    await reload(page)
    await open(page, 'WalletSend')
    await expect(dialog.heading('We don’t know whether it was sent')).toBeVisible(longTimeout)
    expect(await arrived()).toBe(0n)
    extension.decide('approve')
    await expect(told(dialog, '0.25 ETH', 'arrived')).toBeVisible(longTimeout)
  })
  expect([asked(), await arrived()]).toEqual([1, parseEther('0.25')])
})

test('behavior: a swap that is left at each step is asked for once, and an approval that stands alone is said @once @long', async ({
  page,
  context,
  hosts,
  install,
  dialog,
  server,
}) => {
  test.setTimeout(400_000)
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  await sendCoin(server, { network, to: account.address, amount: parseEther('2') })
  await sendToken(server, { network, to: account.address, token: 'USDC', amount: 100_000_000n })
  const address = hosts.url('meadow', 'script')
  await openConnected(page, address)
  const asked = () => extension.methods().filter((method) => method === 'eth_sendTransaction').length
  const held = (token: string) =>
    chainClient(server, 31_337).readContract({
      address: tokenOf(server, network, token) as Address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account.address],
    })
  const choose = async (side: 'You pay' | 'You receive', symbol: string) => {
    await dialog
      .button(new RegExp(`^${side}: `))
      .first()
      .click()
    await dialog.frame.getByRole('searchbox', { name: 'Name or address' }).fill(tokenOf(server, network, symbol))
    await dialog.button(new RegExp(`^${symbol}`)).click()
    await dialog.shows('Swap')
  }
  /** The form is filled anew after a reload. */
  const review = async () => {
    await choose('You pay', 'USDC')
    await choose('You receive', 'USDT')
    await dialog.frame.getByRole('textbox', { name: 'You pay' }).fill('40')
    await expect(dialog.button('Review swap')).toBeEnabled(longTimeout)
    await dialog.button('Review swap').click(longTimeout)
    await dialog.shows('SwapPreview')
    await expect(dialog.text('At least')).toBeVisible(longTimeout)
  }

  await test.step('reloaded at the review: nothing is asked', async () => {
    await open(page, 'Swap')
    await review()
    await reload(page)
    expect(asked()).toBe(0)
  })

  extension.on('eth_sendTransaction', 'ask')
  await open(page, 'Swap')
  await review()
  await dialog.button('Approve USDC').click()
  await expect.poll(asked, longTimeout).toBe(1)

  await test.step('closed while the wallet asks for the approval: coming back leads to the same question; another tab says so, too', async () => {
    await close(page)
    await dialog.closed()
    await open(page, 'Swap')
    await dialog.shows('Swap')
    await expect(dialog.text('Approve USDC in Harbor.')).toBeVisible(longTimeout)
    await expect(dialog.button('Review swap')).toBeEnabled(longTimeout)
    await dialog.button('Review swap').click(longTimeout)
    await dialog.shows('SwapPreview')
    await expect(dialog.text('Approve USDC in Harbor.')).toBeVisible()
    const second = await secondTab(context, address)
    await open(second.page, 'Swap')
    await expect(second.dialog.text('Approve USDC in Harbor.')).toBeVisible(longTimeout)
    await second.page.close()
    expect(asked()).toBe(1)
  })

  await test.step('closed when the approval is given: the swap is not asked for, and the approval is said to stand alone', async () => {
    await close(page)
    await dialog.closed()
    extension.decide('approve')
    await open(page, 'Swap')
    await expect(dialog.text(/USDC is approved/)).toBeVisible(longTimeout)
    expect([asked(), await held('USDC')]).toEqual([1, 100_000_000n])
  })

  await test.step('reloaded while the wallet asks for the swap: its late yes is found, and told', async () => {
    await reload(page)
    await open(page, 'Swap')
    await expect(dialog.text('USDC is approved, but not swapped')).toBeVisible(longTimeout)
    await review()
    await dialog.button(/^Swap$/).click()
    await expect.poll(asked, longTimeout).toBe(2)
    await reload(page)
    await open(page, 'Swap')
    await expect(dialog.text('Your wallet didn’t answer')).toBeVisible(longTimeout)
    expect(await held('USDT')).toBe(0n)
    extension.decide('approve')
    await expect(dialog.text('USDT arrived')).toBeVisible(longTimeout)
    await expect(dialog.text('USDC is approved, but not swapped')).toBeHidden()
    await dialog.button('Got it').click()
    await expect(dialog.text('USDT arrived')).toBeHidden()
  })
  expect([asked(), await held('USDC'), (await held('USDT')) > 0n]).toEqual([2, 60_000_000n, true])
})

test('behavior: a server that is killed, a node that hangs, a transaction that the wallet sped up, and one that the node drops @once @long', async ({
  browser,
  server,
  expectProblems,
}) => {
  test.setTimeout(400_000)
  expectProblems(
    'error: Failed to load resource: net::ERR_CONNECTION_REFUSED',
    'error: Failed to load resource: net::ERR_CONNECTION_RESET',
    'error: Failed to load resource: net::ERR_EMPTY_RESPONSE',
    'error: Failed to load resource: net::ERR_INCOMPLETE_CHUNKED_ENCODING',
    'error: Failed to load resource: the server responded with a status of 503 (Service Unavailable)',
  )
  const anvil = await startAnvil()
  const chains = { [network]: anvil.url }
  const own = await startOwnServer({ ...server, chains }, undefined, () => ({
    config: {
      chains: [
        {
          ...{ caip2: network, name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
          ...{ upstreams: [{ url: anvil.url }], testnet: true, blockTime: 0, indexer: 'full' },
        },
      ],
    },
  }))
  const hosts = await serveHosts({ ...server, dialog: own.dialog, projectId: own.projectId })
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const node = createTestClient({ mode: 'anvil', transport: http(anvil.url) })
  const chain = createPublicClient({ transport: http(anvil.url) })
  /** Nothing of the node runs until it goes on. */
  const signalNode = (signal: 'SIGSTOP' | 'SIGCONT') => process.kill(anvil.pid ?? 0, signal)
  try {
    const extension = await installExtension(context, { chains })
    const page = await context.newPage()
    const dialog = dialogOf(page)
    await page.clock.install()
    const account = newAccount()
    await extension.selectAccounts([account])
    await node.setBalance({ address: account.address, value: parseEther('5') })
    await openConnected(page, hosts.url('meadow', 'script'))
    await node.setAutomine(false)
    const friend = newAccount().address
    const arrived = () => chain.getBalance({ address: friend })
    /** Far longer than what nobody knows counts as dropped, in steps in which the dialog looks. */
    const wait = async () => {
      for (let passed = 0; passed < 90; passed += 15) await page.clock.fastForward(15_000)
    }
    /** Once the dialog has looked again. */
    const soon = (shown: Locator) =>
      expect(async () => {
        await page.clock.fastForward(15_000)
        await expect(shown).toBeVisible({ timeout: 500 })
      }).toPass(longTimeout)
    await open(page, 'WalletSend')

    await test.step('the server is killed while it waits: it is on its way, and tracked on after the restart', async () => {
      await reviewSend(dialog, '0.25', friend)
      await dialog.button('Send now').click()
      await expect(told(dialog, '0.25 ETH', 'on its way to')).toBeVisible(longTimeout)
      const [hash] = (await chain.getBlock({ blockTag: 'pending' })).transactions
      await own.kill()
      await wait()
      await expect(told(dialog, '0.25 ETH', 'on its way to')).toBeVisible()
      await own.restart()
      await node.mine({ blocks: 1 })
      await soon(told(dialog, '0.25 ETH', 'arrived'))
      expect(await arrived()).toBe(parseEther('0.25'))
      const history = `${own.api}/v1/account/${account.address}/history?${new URLSearchParams({ projectId: own.projectId, chainId: network, currency: 'usd' })}`
      await expect
        .poll(async () => {
          const { data } = JSON.parse((await askByHost(history)).text) as { data: { metadata: { hash: Hex; status: string } }[] }
          return data.map(({ metadata }) => [metadata.hash, metadata.status])
        }, longTimeout)
        .toEqual([[hash, 'confirmed']])
    })

    /** The next transfer of the form, on its way. */
    const sendAnother = async (amount: string) => {
      // What failed meanwhile is told over the button, as long as the pointer is there.
      await page.mouse.move(0, 0)
      await page.clock.fastForward(7_000)
      await dialog.button('Send something else').click()
      await reviewSend(dialog, amount, friend)
      await dialog.button('Send now').click()
      await expect(told(dialog, `${amount} ETH`, 'on its way to')).toBeVisible(longTimeout)
    }

    await test.step('the node hangs: it is on its way; the wallet sends it again for a higher fee: it arrives, once', async () => {
      await sendAnother('0.5')
      signalNode('SIGSTOP')
      await wait()
      await expect(told(dialog, '0.5 ETH', 'on its way to')).toBeVisible()
      signalNode('SIGCONT')
      const wallet = createWalletClient({ account, transport: http(anvil.url) })
      const dear = { maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: parseGwei('50') }
      await wallet.sendTransaction({ chain: null, to: friend, value: parseEther('0.5'), nonce: 1, ...dear })
      await node.mine({ blocks: 1 })
      await soon(told(dialog, '0.5 ETH', 'arrived'))
      expect(await arrived()).toBe(parseEther('0.75'))
    })

    await test.step('the node drops the transaction: nothing was moved', async () => {
      await sendAnother('0.125')
      const [hash] = (await chain.getBlock({ blockTag: 'pending' })).transactions
      await node.dropTransaction({ hash: hash as Hex })
      await soon(dialog.heading('The transfer was dropped'))
      await node.mine({ blocks: 1 })
      expect(await arrived()).toBe(parseEther('0.75'))
    })
    expect(extension.methods().filter((method) => method === 'eth_sendTransaction')).toHaveLength(3)
  } finally {
    signalNode('SIGCONT')
    await anvil.stop()
    await own.close()
    await hosts.close()
    await context.close()
  }
})
