import { text } from 'node:stream/consumers'
import { handleOps } from '@latchkey/secure-frame/src/testing/handleOps.ts'
import { openPaymaster } from '@latchkey/secure-frame/src/testing/verifyingPaymaster.ts'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { installSafeContracts } from '@latchkey/testkit/src/chains/safeContracts.js'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import { type Address, erc20Abi, formatEther, type Hex, parseEther } from 'viem'
import { serveHosts } from './support/hosts.ts'
import { loginByEmail, secureOf } from './support/login.ts'
import { sendCoin } from './support/money.ts'
import { localMail, startOwnServer } from './support/ownServer.ts'
import { chainClient, networkIds, type Server, tokenOf } from './support/server.ts'
import { promised } from './support/swap.ts'
import { expect, request, test } from './support/test.ts'

/* Gas that the operator pays: the dialog says beforehand what the approval says, and what happens. */

const network = networkIds.first
const longTimeout = { timeout: 30_000 }
const friend: Address = '0x1234567890AbcdEF1234567890aBcdef12345678'

/** A bundler and a paymaster behind one address, as an operator has them. `isWilling`: the paymaster pays. */
async function startBundler(server: Server, isWilling: () => boolean) {
  const url = server.chains[network] ?? ''
  await installSafeContracts(url)
  const [bundler, paymaster] = [handleOps(url, 31_337), await openPaymaster(url, isWilling)]
  const listener = await startTestServer(async (call, response) => {
    const { id, method, params } = JSON.parse(await text(call))
    const answered = (method.startsWith('pm_') ? paymaster.ask : bundler)(method, params)
    const body = await answered.then(
      (result) => ({ result }),
      ({ code = -32_603, message }: { code?: number; message: string }) => ({ error: { code, message } }),
    )
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
  })
  return { url: `http://127.0.0.1:${listener.port}`, close: listener.close }
}

test('behavior: the review of a send and of a swap says that the fee is paid, Max keeps nothing back, and a paymaster that stops is not promised', {
  tag: '@once',
}, async ({ page, server, dialog }) => {
  test.setTimeout(120_000)
  let willing = true
  const bundler = await startBundler(server, () => willing)
  const mail = localMail(server)
  const own = await startOwnServer(server, { mail, accountType: 'smartAccount' }, () => ({
    config: {
      chains: [
        {
          ...{ caip2: network, name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
          ...{ upstreams: [{ url: server.chains[network] }], testnet: true, blockTime: 0, ...contractsConfig(31_337) },
          bundler: { url: bundler.url, paymaster: bundler.url },
        },
      ],
    },
  }))
  const hosts = await serveHosts({ ...server, dialog: own.dialog, projectId: own.projectId })
  const chain = chainClient(server, 31_337)
  const has = (address: Address) => chain.getBalance({ address })
  const fact = (name: string) => dialog.main.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd')
  const open = async (view: 'WalletSend' | 'Swap') => {
    void page.evaluate((name) => void window.host.modal.open({ view: name }), view)
    await dialog.shows(view)
  }
  const amount = dialog.frame.getByRole('textbox', { name: /^Amount/ })
  const writeReceiver = () => dialog.frame.getByRole('textbox', { name: 'To' }).fill(friend)
  const review = async () => {
    await expect(dialog.button('Review')).toBeEnabled(longTimeout)
    await dialog.button('Review').click()
    await dialog.shows('WalletSendPreview')
  }
  try {
    await page.goto(hosts.url('meadow', 'script'))
    void page.evaluate(() => void window.host.modal.open())
    await loginByEmail(page, server)
    await dialog.closed()
    const [account = '0x'] = (await request(page, 'eth_accounts')).result as Hex[]
    await sendCoin(server, { network, to: account, amount: parseEther('1') })

    await test.step('a swap: no fee, in the form, in the review and in the approval', async () => {
      await open('Swap')
      await dialog.frame.getByRole('textbox', { name: 'You pay' }).fill('0.01')
      await expect(fact('Network fee')).toHaveText('Paid for you', longTimeout)
      await dialog.button('Review swap').click(longTimeout)
      await dialog.shows('SwapPreview')
      await expect(fact('Network fee')).toHaveText('Paid for you', longTimeout)
      const least = await promised(dialog, 6)
      expect(least).toBeGreaterThan(0n)
      await dialog.button(/^Swap$/).click()
      await expect(secureOf(page).getByText('The fee is paid for you.')).toBeVisible(longTimeout)
      await secureOf(page).getByRole('button', { name: 'Confirm' }).click(longTimeout)
      await expect(dialog.heading(/ arrived$/)).toBeVisible(longTimeout)
      expect(await has(account)).toBe(parseEther('0.99'))
      const usdc = tokenOf(server, network, 'USDC') as Address
      expect(await chain.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [account] })).toBeGreaterThanOrEqual(
        least,
      )
      await page.evaluate(() => window.host.modal.close())
      await dialog.closed()
    })

    await test.step('the paymaster stops between the form and the review: the fee is the one of the approval', async () => {
      await open('WalletSend')
      await amount.fill('0.1')
      await writeReceiver()
      await expect(fact('Network fee')).toHaveText('Paid for you', longTimeout)
      willing = false
      await review()
      await expect(fact('Network fee')).toHaveText(/ETH/, longTimeout)
      await dialog.button('Send now').click()
      await expect(secureOf(page).getByText('Fee, at most')).toBeVisible(longTimeout)
      await expect(secureOf(page).getByText('The fee is paid for you.')).toHaveCount(0)
      await secureOf(page).getByRole('button', { name: 'Reject' }).click(longTimeout)
      await dialog.shows('WalletSend')
      willing = true
    })

    await test.step('all of the coin is sent, to the last unit', async () => {
      await page.evaluate(() => window.host.modal.close())
      await dialog.closed()
      const all = await has(account)
      await open('WalletSend')
      // The receiver of the transfer that was refused still stands there.
      await dialog.button('Max').click()
      await review()
      await expect(dialog.main.locator('[data-amount]')).toHaveText(new RegExp(formatEther(all)), longTimeout)
      await expect(fact('Network fee')).toHaveText('Paid for you')
      await expect(fact('Balance after')).toHaveText(/^.?0 ETH/)
      await dialog.button('Send now').click()
      await secureOf(page).getByRole('button', { name: 'Confirm' }).click(longTimeout)
      await expect(dialog.heading(/ arrived$/)).toBeVisible(longTimeout)
      expect([await has(account), await has(friend)]).toEqual([0n, all])
    })
  } finally {
    await page.close()
    await hosts.close()
    await own.close()
    bundler.close()
  }
})
