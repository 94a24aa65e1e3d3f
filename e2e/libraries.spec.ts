import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import type { ViemLibrary } from './hosts/viem.ts'
import type { WagmiLibrary } from './hosts/wagmi.ts'
import { chainClient, networkIds } from './support/server.ts'
import { connected, expect, stateOf, test } from './support/test.ts'

/* wagmi and viem use our provider as they would use any other. */

const address = accounts[0].address
const recipient = accounts[2].address

declare global {
  interface Window {
    library: unknown
  }
}

for (const [name, query] of [
  ['EIP-6963 discovery', ''],
  ['our connector', '?connector=own'],
] as const)
  test(`behavior: wagmi by ${name}: accounts, sign, typed data, send, switch, disconnect`, async ({
    page,
    hosts,
    install,
    dialog,
    server,
    problems,
  }) => {
    await install()
    await page.goto(hosts.url('meadow', 'wagmi') + query)
    await page.waitForFunction(() => window.library)
    const wagmi = <T>(run: (library: WagmiLibrary) => T) => page.evaluate(`(${run})(window.library)`) as Promise<Awaited<T>>

    const found = await wagmi((library) => library.connectors())
    const ours = found.filter((item) => item.name !== 'Harbor')
    expect(ours).toHaveLength(1)
    const connecting = page.evaluate((connector) => (window.library as WagmiLibrary).connect(connector), ours[0]?.name ?? '')
    await dialog.choose('Harbor')
    expect(await connecting).toEqual([address])
    await dialog.closed()

    const message = 'Hello from wagmi'
    const signature = await page.evaluate((text) => (window.library as WagmiLibrary).signMessage(text), message)
    expect(await recoverMessageAddress({ message, signature })).toBe(address)
    const typed = await wagmi((library) => library.signTypedData())
    expect(
      await recoverTypedDataAddress({
        domain: { name: 'Meadow', version: '1' },
        types: { Order: [{ name: 'item', type: 'string' }] },
        primaryType: 'Order',
        message: { item: 'Latchkey' },
        signature: typed,
      }),
    ).toBe(address)

    const sent = await page.evaluate((to) => (window.library as WagmiLibrary).send(to, '7'), recipient)
    expect(sent.status).toBe('success')
    const receipt = await chainClient(server, chainIds.first).getTransactionReceipt({ hash: sent.hash })
    expect(receipt.from).toBe(address.toLowerCase())

    expect(await page.evaluate((id) => (window.library as WagmiLibrary).switchChain(id), chainIds.second)).toBe(chainIds.second)
    expect(await wagmi((library) => library.account())).toMatchObject({ address, chainId: chainIds.second, status: 'connected' })
    expect((await stateOf(page)).selectedNetworkId).toBe(networkIds.second)

    await page.reload()
    await page.waitForFunction(() => window.library)
    expect(await page.evaluate((connector) => (window.library as WagmiLibrary).reconnect(connector), ours[0]?.name ?? '')).toEqual([
      address,
    ])
    expect(await wagmi((library) => library.account())).toMatchObject({ address, status: 'connected' })

    await wagmi((library) => library.disconnect())
    expect(await wagmi((library) => library.account())).toMatchObject({ status: 'disconnected' })
    await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
    expect(problems).toEqual([])
  })

test('behavior: viem by custom(provider): accounts, sign, typed data, send, switch', async ({
  page,
  hosts,
  install,
  dialog,
  server,
  problems,
}) => {
  await install()
  await page.goto(hosts.url('meadow', 'viem'))
  await page.waitForFunction(() => window.library)

  const asking = page.evaluate(() => (window.library as ViemLibrary).client.requestAddresses())
  await dialog.choose('Harbor')
  expect(await asking).toEqual([address])
  await connected(page)
  expect(await page.evaluate(() => (window.library as ViemLibrary).client.getAddresses())).toEqual([address])

  const message = 'Hello from viem'
  const signature = await page.evaluate(
    ([account, text]) => (window.library as ViemLibrary).client.signMessage({ account, message: text }),
    [address, message] as const,
  )
  expect(await recoverMessageAddress({ message, signature })).toBe(address)

  const order = {
    domain: { name: 'Meadow', version: '1' },
    types: { Order: [{ name: 'item', type: 'string' }] },
    primaryType: 'Order',
    message: { item: 'Latchkey' },
  } as const
  const typed = await page.evaluate(([account, data]) => (window.library as ViemLibrary).client.signTypedData({ account, ...data }), [
    address,
    order,
  ] as const)
  expect(await recoverTypedDataAddress({ ...order, signature: typed })).toBe(address)

  const hash = await page.evaluate(
    async ([account, to]) => {
      const { client, chains } = window.library as ViemLibrary
      const transaction = await client.sendTransaction({ account, to, value: 9n, chain: chains[0] })
      await client.waitForTransactionReceipt({ hash: transaction })
      return transaction
    },
    [address, recipient] as const,
  )
  expect((await chainClient(server, chainIds.first).getTransactionReceipt({ hash })).status).toBe('success')

  await page.evaluate((id) => (window.library as ViemLibrary).client.switchChain({ id }), chainIds.second)
  expect(await page.evaluate(() => (window.library as ViemLibrary).client.getChainId())).toBe(chainIds.second)

  await page.evaluate(() => window.host.modal.disconnect())
  expect(await page.evaluate(() => (window.library as ViemLibrary).client.getAddresses())).toEqual([])
  expect(problems).toEqual([])
})
