import { faults } from './support/rpcErrors.ts'
import { chainIds, networkIds } from './support/server.ts'
import { expect, openConnected, request, stateOf, test } from './support/test.ts'

/* Switching networks, from the dialog, from the page and from the wallet. Never a trap, never a silent success. */

test('behavior: Networks in the dialog switches the wallet', async ({ page, hosts, install, dialog }) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  await page.evaluate(() => void window.host.modal.open({ view: 'Networks' }))
  await dialog.shows('Networks')
  await dialog.frame
    .getByRole('button', { name: /31338|Second/i })
    .first()
    .click()
  await expect.poll(() => stateOf(page).then((state) => state.selectedNetworkId)).toBe(networkIds.second)
  expect(extension.chainId()).toBe(chainIds.second)
})

test('error: a wallet that lacks the chain is offered it (4902), and then is on it', async ({ page, hosts, install, dialog }) => {
  const extension = await install({ chains: [chainIds.first] })
  await openConnected(page, hosts.url('meadow', 'script'))
  const switching = page.evaluate((id) => window.host.modal.switchNetwork(id), networkIds.second)
  await dialog.shows('SwitchNetwork')
  await expect(dialog.heading(/isn’t in Harbor yet/)).toBeVisible()
  await dialog.button(/^Add /).click()
  await switching
  expect(extension.hasChain(chainIds.second)).toBe(true)
  expect(extension.chainId()).toBe(chainIds.second)
  expect((await stateOf(page)).selectedNetworkId).toBe(networkIds.second)
  const added = extension.requests.find(({ method }) => method === 'wallet_addEthereumChain')
  expect(added?.params).toEqual([expect.objectContaining({ chainId: '0x7a6a', nativeCurrency: expect.objectContaining({ decimals: 18 }) })])
})

test('error: a refused switch is shown as refused and rejects with 4001', async ({ page, hosts, install, dialog }) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  extension.on('wallet_switchEthereumChain', faults.rejected)
  const outcome = page.evaluate(
    (id) =>
      window.host.modal.switchNetwork(id).then(
        () => ({ code: 0 }),
        ({ code }: { code: number }) => ({ code }),
      ),
    networkIds.second,
  )
  await expect(dialog.heading('Request cancelled')).toBeVisible()
  await dialog.button('Close').or(dialog.button('Back')).first().click()
  expect(await outcome).toEqual({ code: 4001 })
  expect((await stateOf(page)).selectedNetworkId).toBe(networkIds.first)
})

test('error: from the provider, 4902 arrives as it is and nothing is claimed', async ({ page, hosts, install }) => {
  await install({ chains: [chainIds.first] })
  await openConnected(page, hosts.url('meadow', 'script'))
  expect(await request(page, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toMatchObject({ code: 4902 })
  expect((await request(page, 'eth_chainId')).result).toBe('0x7a69')
})

test.describe('the wallet moves to a network that the page does not use', () => {
  const foreign = 10

  test.beforeEach(async ({ page, hosts, install, dialog }) => {
    const extension = await install()
    await openConnected(page, hosts.url('meadow', 'script'))
    await extension.selectChain(foreign)
    await expect.poll(() => stateOf(page).then((state) => state.selectedNetworkId)).toBe(`eip155:${foreign}`)
    await page.evaluate(() => void window.host.modal.open())
    await dialog.shows('UnsupportedChain')
  })

  test('behavior: exit one, pick a network that it does use', async ({ page, dialog }) => {
    await dialog.frame
      .getByRole('button', { name: /31337|Local/i })
      .first()
      .click()
    await expect.poll(() => stateOf(page).then((state) => state.selectedNetworkId)).toBe(networkIds.first)
  })

  test('behavior: exit two, switch wallet', async ({ dialog }) => {
    await dialog.button('Switch wallet').click()
    await dialog.shows('Connect')
  })

  test('behavior: exit three, disconnect', async ({ page, dialog }) => {
    await dialog.button('Disconnect').click()
    await expect.poll(() => stateOf(page).then((state) => state.status)).toBe('disconnected')
  })
})

test('behavior: before connecting, a chosen network is remembered for the connection', async ({ page, hosts, install }) => {
  await install()
  await page.goto(hosts.url('meadow', 'script'))
  await page.evaluate((id) => window.host.modal.switchNetwork(id), networkIds.second)
  expect((await stateOf(page)).selectedNetworkId).toBe(networkIds.second)
  expect((await request(page, 'eth_chainId')).result).toBe('0x7a6a')
})
