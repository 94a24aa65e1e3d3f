import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import type { Page } from '@playwright/test'
import type { EthersLibrary } from './hosts/ethers.ts'
import type { ViemLibrary } from './hosts/viem.ts'
import type { WagmiLibrary } from './hosts/wagmi.ts'
import type { HostPage, Hosts } from './support/hosts.ts'
import { loginByEmail } from './support/login.ts'
import { networkIds } from './support/server.ts'
import { connected, expect, request, stateOf, test } from './support/test.ts'

/* Somebody who logged in by e-mail is a wallet like any other to the libraries: networks and permissions included. */

declare global {
  interface Window {
    library: unknown
    heard: unknown[]
  }
}

const hex = (id: number) => `0x${id.toString(16)}`

/** Notes every `chainChanged` that the page's provider emits from now on. */
const hearChains = (page: Page) =>
  page.evaluate(() => {
    window.heard = []
    window.host.modal.provider('eip155').on('chainChanged', (chainId) => window.heard.push(chainId))
  })
const heard = (page: Page) => page.evaluate(() => window.heard)

async function visit(page: Page, hosts: Hosts, name: HostPage, query = '') {
  await page.goto(hosts.url('meadow', name) + query)
  await page.waitForFunction(() => window.library)
}

for (const [version, name] of [
  ['wagmi 2', 'wagmi2'],
  ['wagmi 3', 'wagmi'],
] as const)
  for (const [way, query] of [
    ['EIP-6963 discovery', ''],
    ['our connector', '?connector=own'],
  ] as const)
    test(`behavior: ${version} by ${way} switches networks after an e-mail login`, {
      tag: ['@once', ...(version === 'wagmi 3' && way === 'EIP-6963 discovery' ? [] : ['@long'])],
    }, async ({ page, server, hosts, dialog, problems }) => {
      await visit(page, hosts, name, query)
      const connecting = page.evaluate(() => {
        const library = window.library as WagmiLibrary
        return library.connect(library.connectors()[0]?.name ?? '')
      })
      await loginByEmail(page, server)
      const [address] = await connecting
      await dialog.closed()
      await hearChains(page)
      const account = () => page.evaluate(() => (window.library as WagmiLibrary).account())
      const switching = (id: number) =>
        page.evaluate(
          (chainId) => (window.library as WagmiLibrary).switchChain(chainId).catch(({ code }: { code: number }) => ({ code })),
          id,
        )

      const refused = switching(chainIds.second)
      await dialog.shows('SwitchNetwork')
      await dialog.button('Not now').click()
      expect(await refused).toEqual({ code: 4001 })
      await dialog.closed()
      expect(await account()).toMatchObject({ address, chainId: chainIds.first, status: 'connected' })

      const asked = switching(chainIds.second)
      await dialog.shows('SwitchNetwork')
      await dialog.button('Switch').click()
      expect(await asked).toBe(chainIds.second)
      await expect.poll(account).toMatchObject({ address, chainId: chainIds.second, status: 'connected' })
      expect((await stateOf(page)).selectedNetworkId).toBe(networkIds.second)
      expect(await heard(page)).toEqual([hex(chainIds.second)])
      await dialog.closed()
      expect(problems).toEqual([])
    })

test('behavior: viem switches and adds networks, and reads permissions, after an e-mail login', { tag: ['@once', '@long'] }, async ({
  page,
  server,
  hosts,
  dialog,
  lines,
}) => {
  await visit(page, hosts, 'viem')
  const asking = page.evaluate(() => (window.library as ViemLibrary).client.requestAddresses())
  await loginByEmail(page, server)
  const [address = '0x'] = await asking
  await dialog.closed()
  await connected(page)
  await hearChains(page)
  const chainId = () => page.evaluate(() => (window.library as ViemLibrary).client.getChainId())

  await test.step('switches to a network of the page', async () => {
    const switching = page.evaluate((id) => (window.library as ViemLibrary).client.switchChain({ id }), chainIds.second)
    await dialog.shows('SwitchNetwork')
    await dialog.button('Switch').click()
    await switching
    expect(await chainId()).toBe(chainIds.second)
    expect(await heard(page)).toEqual([hex(chainIds.second)])
    await dialog.closed()
  })

  await test.step('switching to where it is asks nobody', async () => {
    expect(await request(page, 'wallet_switchEthereumChain', [{ chainId: hex(chainIds.second) }])).toEqual({ result: null })
    expect((await stateOf(page)).open).toBe(false)
  })

  await test.step('a network of the page counts as added: it is switched to', async () => {
    const adding = page.evaluate(async (id) => {
      const { client, chains } = window.library as ViemLibrary
      const chain = chains.find((one) => one.id === id)
      if (!chain) throw new Error('The page lacks the chain')
      await client.addChain({ chain })
    }, chainIds.first)
    await dialog.shows('SwitchNetwork')
    await dialog.button('Switch').click()
    await adding
    expect(await chainId()).toBe(chainIds.first)
    await dialog.closed()
  })

  await test.step('an unknown network is 4902, to switch to and to add; a chain id that is none is -32602', async () => {
    const error = await page.evaluate(() =>
      (window.library as ViemLibrary).client.switchChain({ id: 424_242 }).then(
        () => null,
        ({ name, code }: { name: string; code: number }) => ({ name, code }),
      ),
    )
    expect(error).toEqual({ name: 'SwitchChainError', code: 4902 })
    expect(await request(page, 'wallet_addEthereumChain', [{ chainId: '0x67932' }])).toMatchObject({
      code: 4902,
      message: expect.stringContaining('eip155:424242'),
    })
    for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
      for (const chain of ['31338', '0x', 31338, null])
        expect(await request(page, method, [{ chainId: chain }])).toMatchObject({ code: -32602 })
    expect(await chainId()).toBe(chainIds.first)
  })

  await test.step('permissions have the shape of EIP-2255', async () => {
    const permission = {
      invoker: hosts.origin('meadow'),
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: [address] }],
    }
    const client = (method: 'getPermissions' | 'requestPermissions') =>
      page.evaluate((name) => {
        const { client } = window.library as ViemLibrary
        return name === 'getPermissions' ? client.getPermissions() : client.requestPermissions({ eth_accounts: {} })
      }, method)
    expect(await client('getPermissions')).toEqual([permission])
    expect(await client('requestPermissions')).toEqual([permission])
    expect(await request(page, 'wallet_requestPermissions', [{ eth_magic: {} }])).toMatchObject({ code: -32602 })
    expect((await stateOf(page)).open).toBe(false)
  })

  await test.step('a token cannot be listed, and the page is told so', async () => {
    const asset = { type: 'ERC20', options: { address, symbol: 'T', decimals: 18 } }
    expect(await request(page, 'wallet_watchAsset', asset as never)).toMatchObject({
      code: 4200,
      message: 'This wallet keeps no list of assets, so nothing was added.',
    })
    expect(await request(page, 'wallet_watchAsset', [{}])).toMatchObject({ code: -32602 })
  })

  await test.step('giving the permission back disconnects', async () => {
    expect(await request(page, 'wallet_revokePermissions', [{ eth_accounts: {} }])).toEqual({ result: null })
    await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
    expect(await request(page, 'wallet_getPermissions')).toEqual({ result: [] })
  })
  // One line for the page's developer: a network that it asked for is not on its list.
  await expect.poll(() => lines).toEqual(['[latchkey] Network Not Found: eip155:424242'])
})

test('behavior: ethers follows the network after an e-mail login', { tag: ['@once', '@long'] }, async ({
  page,
  server,
  hosts,
  dialog,
  problems,
}) => {
  await visit(page, hosts, 'ethers')
  const asking = page.evaluate(() => (window.library as EthersLibrary).connect())
  await loginByEmail(page, server)
  const address = await asking
  await dialog.closed()
  const switching = page.evaluate((id) => (window.library as EthersLibrary).switchChain(id), chainIds.second)
  await dialog.shows('SwitchNetwork')
  await dialog.button('Switch').click()
  await switching
  await expect.poll(() => page.evaluate(() => (window.library as EthersLibrary).chainId())).toBe(chainIds.second)
  expect(await page.evaluate(() => (window.library as EthersLibrary).connect())).toBe(address)
  await dialog.closed()
  expect(problems).toEqual([])
})
