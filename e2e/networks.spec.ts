import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import { faults } from '@latchkey/testkit/src/extensions/rpcErrors.ts'
import type { Page } from '@playwright/test'
import type { DialogDriver } from './support/dialog.ts'
import { networkIds } from './support/server.ts'
import { expect, openConnected, request, stateOf, test } from './support/test.ts'

/* Switching networks, from the dialog, from the page and from the wallet. Never a trap, never a silent success. */

/** A user picks the second network in the dialog. */
async function pickSecond(page: Page, dialog: DialogDriver): Promise<void> {
  await page.evaluate(() => void window.host.modal.open({ view: 'Networks' }))
  await dialog.shows('Networks')
  await dialog.main.getByRole('button', { name: second }).click()
}
const second = /Local Chain Two/

const switchTo = (page: Page, id: string) =>
  page.evaluate(
    (networkId) =>
      window.host.modal.switchNetwork(networkId as 'eip155:1').then(
        () => ({ code: 0 }),
        ({ code, message }: { code: number; message: string }) => ({ code, message }),
      ),
    id,
  )

test('behavior: Networks in the dialog switches the wallet', async ({ page, hosts, install, dialog }) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  await pickSecond(page, dialog)
  await expect.poll(() => stateOf(page).then((state) => state.selectedNetworkId)).toBe(networkIds.second)
  expect(extension.chainId()).toBe(chainIds.second)
  await dialog.closed()
})

test('error: picked in the dialog, a network that the wallet lacks (4902) is offered to it, and then it is there', async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  const extension = await install({ chains: [chainIds.first] })
  await openConnected(page, hosts.url('meadow', 'script'))
  await pickSecond(page, dialog)
  await dialog.shows('SwitchNetwork')
  await expect(dialog.heading(/Local Chain Two isn’t in Harbor yet/)).toBeVisible()
  await dialog.button('Add Local Chain Two').click()
  await expect.poll(() => stateOf(page).then((state) => state.selectedNetworkId)).toBe(networkIds.second)
  expect(extension.chainId()).toBe(chainIds.second)
  const added = extension.requests.find(({ method }) => method === 'wallet_addEthereumChain')
  expect(added?.params).toEqual([expect.objectContaining({ chainId: '0x7a6a', nativeCurrency: expect.objectContaining({ decimals: 18 }) })])
})

test('error: asked by the page, a network that the wallet lacks is added to it (4902)', { tag: '@once' }, async ({
  page,
  hosts,
  install,
}) => {
  const extension = await install({ chains: [chainIds.first] })
  await openConnected(page, hosts.url('meadow', 'script'))
  expect(await switchTo(page, networkIds.second)).toEqual({ code: 0 })
  expect(extension.methods()).toContain('wallet_addEthereumChain')
  expect(extension.chainId()).toBe(chainIds.second)
})

test('error: a refused switch is shown as refused, and the user stays where they are', async ({ page, hosts, install, dialog }) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  extension.on('wallet_switchEthereumChain', faults.rejected)
  await pickSecond(page, dialog)
  await expect(dialog.heading('Request cancelled')).toBeVisible()
  await expect(dialog.main.getByText('You’re still on Local Chain.')).toBeVisible()
  expect((await stateOf(page)).selectedNetworkId).toBe(networkIds.first)
  extension.on('wallet_switchEthereumChain', 'approve')
  await dialog.button('Try again').click()
  await expect.poll(() => stateOf(page).then((state) => state.selectedNetworkId)).toBe(networkIds.second)
})

test('error: asked by the page, a refused switch rejects with the wallet’s own code; nothing is claimed', async ({
  page,
  hosts,
  install,
}) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  extension.on('wallet_switchEthereumChain', faults.rejected)
  expect(await switchTo(page, networkIds.second)).toEqual(faults.rejected)
  expect((await stateOf(page)).selectedNetworkId).toBe(networkIds.first)
})

test('behavior: where the page wants it, the dialog asks before the wallet does; a no is 4001', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  const asked = () =>
    page.evaluate(
      (id) =>
        window.host.modal.switchNetwork(id, { confirm: true }).then(
          () => 'switched',
          ({ code }: { code: number }) => code,
        ),
      networkIds.second,
    )
  const refused = asked()
  await dialog.shows('SwitchNetwork')
  expect(extension.methods()).not.toContain('wallet_switchEthereumChain')
  await dialog.button('Not now').click()
  expect(await refused).toBe(4001)
  await dialog.closed()
  const agreed = asked()
  await dialog.shows('SwitchNetwork')
  await dialog.button('Switch').click()
  expect(await agreed).toBe('switched')
  expect(extension.chainId()).toBe(chainIds.second)
  await dialog.closed()
})

test('error: a network that the page does not use is refused by name', { tag: '@once' }, async ({ page, hosts, install, lines }) => {
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  expect(await switchTo(page, 'eip155:424242')).toEqual({ code: 4902, message: 'Network Not Found' })
  await expect.poll(() => lines).toEqual(['[latchkey] Network Not Found: eip155:424242'])
})

test('error: from the provider, 4902 arrives as it is and nothing is claimed', { tag: '@once' }, async ({ page, hosts, install }) => {
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
    // It says so by itself: the user sees it where it happens.
    await dialog.shows('UnsupportedChain')
  })

  test('behavior: exit one, pick a network that it does use', async ({ page, dialog }) => {
    await dialog.main.getByRole('button', { name: /^Local Chain$/ }).click()
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

test('behavior: before connecting, a chosen network is the selected one, and the one that the provider names', async ({
  page,
  hosts,
  install,
}) => {
  await install()
  await page.goto(hosts.url('meadow', 'script'))
  await page.evaluate((id) => window.host.modal.switchNetwork(id), networkIds.second)
  expect((await stateOf(page)).selectedNetworkId).toBe(networkIds.second)
  expect((await request(page, 'eth_chainId')).result).toBe('0x7a6a')
})
