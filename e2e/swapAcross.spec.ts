import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { type Address, erc20Abi, parseEther } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { startBridge } from './support/bridge.ts'
import { serveHosts } from './support/hosts.ts'
import { sendCoin, sendToken } from './support/money.ts'
import { startOwnServer } from './support/ownServer.ts'
import { chainClient, networkIds, tokenOf } from './support/server.ts'
import { connected, expect, openConnected, test } from './support/test.ts'

/* A token that is sold on one local chain arrives on the other one, over a real contract and a relayer that pays out real tokens. */

const { first, second } = networkIds
const longTimeout = { timeout: 30_000 }

test('behavior: a token goes to another network: both networks, fee, minimum and time are reviewed, and it has arrived only once it is seen there', {
  tag: '@once',
}, async ({ page, server, install, dialog }) => {
  test.setTimeout(120_000)
  const bridge = await startBridge(server)
  const chain = (id: number) => ({
    ...{ caip2: `eip155:${id}`, name: `Local ${id}`, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    ...{ upstreams: [{ url: server.chains[`eip155:${id}`] }], testnet: true, blockTime: 0, ...contractsConfig(id) },
  })
  const own = await startOwnServer(server, undefined, () => ({
    config: {
      chains: [chain(31_337), chain(31_338)],
      swaps: { lifi: { url: bridge.url, contracts: { [first]: bridge.contract, [second]: bridge.contract } } },
    },
    project: { networks: [first, second] },
  }))
  const hosts = await serveHosts({ ...server, dialog: own.dialog, projectId: own.projectId })
  const extension = await install()
  const account = mnemonicToAccount(generateMnemonic(english))
  await extension.selectAccounts([account])
  const to = account.address
  const fact = (name: string) => dialog.main.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd')
  const has = (network: typeof first | typeof second) =>
    chainClient(server, Number(network.split(':')[1])).readContract({
      ...{ address: tokenOf(server, network, 'USDC') as Address, abi: erc20Abi },
      ...{ functionName: 'balanceOf', args: [to] },
    })
  const openSwap = async () => {
    void page.evaluate(() => void window.host.modal.open({ view: 'Swap' }))
    await dialog.shows('Swap')
  }
  const choose = async (side: 'You pay' | 'You receive', row: RegExp) => {
    await dialog.button(new RegExp(`^${side}: `)).click()
    await dialog.shows('SwapSelectToken')
    await dialog.frame.getByRole('searchbox', { name: 'Name or address' }).fill('USDC')
    await dialog.button(row).click()
    await dialog.shows('Swap')
  }
  try {
    await sendCoin(server, { network: first, to, amount: parseEther('5') })
    await sendToken(server, { network: first, to, token: 'USDC', amount: 500_000_000n })
    await openConnected(page, hosts.url('meadow', 'script'))
    await openSwap()
    await choose('You pay', /^USDC(?!.*On Local 31338)/)
    await choose('You receive', /^USDC.*On Local 31338/)
    await dialog.frame.getByRole('textbox', { name: 'You pay' }).fill('100')
    await expect(fact('Arrives in')).toHaveText('about 4 seconds', longTimeout)
    await dialog.button('Review swap').click(longTimeout)
    await dialog.shows('SwapPreview')
    await expect(fact('At least')).toHaveText(/99\.9 USDC/, longTimeout)
    await expect(fact('From network')).toHaveText('Local 31337')
    await expect(fact('To network')).toHaveText('Local 31338')
    await expect(fact('Bridge fee')).toHaveText(/0\.10/)

    await dialog.button('Approve USDC').click()
    await expect(dialog.heading('Sent: USDC is on its way to Local 31338')).toBeVisible(longTimeout)
    expect([await has(first), await has(second)]).toEqual([400_000_000n, 0n])

    // Left while it is on its way: the form tells it, also after a reload.
    await page.reload()
    await connected(page)
    await openSwap()
    await expect(dialog.text('Sent: USDC is on its way to Local 31338')).toBeVisible(longTimeout)
    bridge.payOut()
    await expect(dialog.text('USDC arrived on Local 31338')).toBeVisible(longTimeout)
    await expect(dialog.text(/You got .*99\.9.* USDC on Local 31338\./)).toBeVisible()
    expect(await has(second)).toBe(99_900_000n)
    await dialog.button('Got it').click()
    await expect(dialog.text('USDC arrived on Local 31338')).toBeHidden()
  } finally {
    await page.close()
    await hosts.close()
    await own.close()
    bridge.close()
  }
})
