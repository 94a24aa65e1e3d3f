import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import type { Page } from '@playwright/test'
import { type Address, erc20Abi, parseEther } from 'viem'
import { newAccount } from './support/account.ts'
import { startBridge } from './support/bridge.ts'
import { type DialogDriver, dialogOf } from './support/dialog.ts'
import { serveHosts } from './support/hosts.ts'
import { loginByEmail, pressYes, secureOf } from './support/login.ts'
import { sendCoin, sendToken } from './support/money.ts'
import { localMail, startOwnServer } from './support/ownServer.ts'
import { chainClient, networkIds, tokenOf } from './support/server.ts'
import { amountField, chooseToken, openSwap } from './support/swap.ts'
import { connected, expect, openConnected, request, test } from './support/test.ts'

/* A token that is sold on one local chain arrives on the other one, over a real contract and a relayer that pays out real tokens. */

const { first, second } = networkIds
const longTimeout = { timeout: 30_000 }

const factOf = (dialog: DialogDriver, name: string) => dialog.main.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd')

/** 100 USDC of the first chain for USDC of the second one, up to the review. */
async function reviewCrossing(page: Page, dialog: DialogDriver) {
  await openSwap(page, dialog)
  await chooseToken(dialog, 'You pay', 'USDC', /^USDC(?!.*On Local 31338)/)
  await chooseToken(dialog, 'You receive', 'USDC', /^USDC.*On Local 31338/)
  await amountField(dialog).fill('100')
  await expect(factOf(dialog, 'Arrives in')).toHaveText('about 4 seconds', longTimeout)
  await dialog.button('Review swap').click(longTimeout)
  await dialog.shows('SwapPreview')
  await expect(factOf(dialog, 'At least')).toHaveText(/99\.9 USDC/, longTimeout)
}

test('behavior: a token goes to another network: both networks, fee, minimum and time are reviewed, and it has arrived only once it is seen there; the embedded wallet shows what leaves', {
  tag: '@once',
}, async ({ page, context, server, install, dialog }) => {
  test.setTimeout(120_000)
  const bridge = await startBridge(server)
  const chain = (id: number) => ({
    ...{ caip2: `eip155:${id}`, name: `Local ${id}`, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    ...{ upstreams: [{ url: server.chains[`eip155:${id}`] }], testnet: true, blockTime: 0, ...contractsConfig(id) },
  })
  const mail = localMail(server)
  const own = await startOwnServer(server, { mail, accountType: 'eoa' }, () => ({
    config: {
      chains: [chain(31_337), chain(31_338)],
      swaps: { lifi: { url: bridge.url, contracts: { [first]: bridge.contract, [second]: bridge.contract } } },
    },
    project: { networks: [first, second] },
  }))
  const hosts = await serveHosts({ ...server, dialog: own.dialog, projectId: own.projectId })
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  const has = (network: typeof first | typeof second, owner: Address) =>
    chainClient(server, Number(network.split(':')[1])).readContract({
      ...{ address: tokenOf(server, network, 'USDC') as Address, abi: erc20Abi },
      ...{ functionName: 'balanceOf', args: [owner] },
    })
  const fund = async (to: Address) => {
    await sendCoin(server, { network: first, to, amount: parseEther('5') })
    await sendToken(server, { network: first, to, token: 'USDC', amount: 500_000_000n })
  }
  try {
    await fund(account.address)
    await openConnected(page, hosts.url('meadow', 'script'))
    await reviewCrossing(page, dialog)
    await expect(factOf(dialog, 'From network')).toHaveText('Local 31337')
    await expect(factOf(dialog, 'To network')).toHaveText('Local 31338')
    await expect(factOf(dialog, 'Bridge fee')).toHaveText(/0\.10/)

    await dialog.button('Approve USDC').click()
    await expect(dialog.heading('Sent: USDC is on its way to Local 31338')).toBeVisible(longTimeout)
    expect([await has(first, account.address), await has(second, account.address)]).toEqual([400_000_000n, 0n])

    // Left while it is on its way: the form tells it, also after a reload.
    await page.reload()
    await connected(page)
    await openSwap(page, dialog)
    await expect(dialog.text('Sent: USDC is on its way to Local 31338')).toBeVisible(longTimeout)
    bridge.payOut()
    await expect(dialog.text('USDC arrived on Local 31338')).toBeVisible(longTimeout)
    await expect(dialog.text(/You got .*99\.9.* USDC on Local 31338\./)).toBeVisible()
    expect(await has(second, account.address)).toBe(99_900_000n)
    await dialog.button('Got it').click()
    await expect(dialog.text('USDC arrived on Local 31338')).toBeHidden()

    await test.step('with the embedded wallet, which asks for the allowance of exactly the amount, then for the crossing', async () => {
      const other = await context.newPage()
      const embedded = dialogOf(other)
      await other.goto(hosts.url('harbor', 'script'))
      await other.evaluate(() => void window.host.modal.open())
      await loginByEmail(other, server)
      await embedded.closed()
      const [owner = '0x'] = (await request(other, 'eth_accounts')).result as Address[]
      await fund(owner)
      await reviewCrossing(other, embedded)
      await embedded.button('Approve USDC').click()
      const approval = secureOf(other)
      await expect(approval.getByRole('heading', { name: 'Allow spending USDC' })).toBeVisible(longTimeout)
      await expect(approval.getByText('100 USDC')).toBeVisible()
      await pressYes(approval.getByRole('button', { name: 'Allow', exact: true }), longTimeout)
      // What comes back comes on another network, so the frame, which tries it on this one, sees that something leaves, and says so.
      await expect(approval.getByText('−100 USDC')).toBeVisible(longTimeout)
      await expect(approval.getByText('You would get nothing back')).toBeVisible()
      await pressYes(approval.getByRole('button', { name: 'Confirm anyway' }), longTimeout)
      await expect(embedded.heading('USDC arrived on Local 31338')).toBeVisible(longTimeout)
      expect([await has(first, owner), await has(second, owner)]).toEqual([400_000_000n, 99_900_000n])
    })
  } finally {
    await page.close()
    await hosts.close()
    await own.close()
    bridge.close()
  }
})
