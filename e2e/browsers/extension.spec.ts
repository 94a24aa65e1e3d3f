import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import { type Hex, parseEther, verifyMessage, verifyTypedData } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { sendCoin } from '../support/money.ts'
import { chainClient, networkIds } from '../support/server.ts'
import { visitOf } from './screen.ts'
import { expect, test } from './test.ts'

const newAccount = () => mnemonicToAccount(generateMnemonic(english))
const recipient = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const typedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Order: [{ name: 'item', type: 'string' }],
  },
  primaryType: 'Order',
  domain: { name: 'Meadow', chainId: chainIds.first },
  message: { item: 'Brass latchkey' },
} as const

test('behavior: an extension’s wallet connects, signs, sends, switches, stays over a reload and goes', { tag: '@short' }, async ({
  visit,
  hosts,
  site,
  install,
  server,
}) => {
  const extension = await install()
  const other = newAccount()
  const account = newAccount()
  const { address } = account
  await extension.selectAccounts([account])
  await sendCoin(server, { network: networkIds.first, to: address, amount: parseEther('1') })
  await visit.open(hosts.url(site, 'script'))
  await test.step('the page’s button opens the dialog; one press connects', async () => {
    await visit.page.click({ role: 'button', name: 'Connect wallet' })
    await visit.shows('Connect')
    await visit.dialog.click({ role: 'button', name: /^Harbor/ })
    await visit.status('connected')
    await visit.closed()
    expect(await visit.accounts()).toEqual([address])
  })
  await test.step('a message and typed data', async () => {
    const { result } = await visit.answer('personal_sign', ['0x48656c6c6f', address])
    expect(await verifyMessage({ address, message: 'Hello', signature: result as Hex })).toBe(true)
    const signed = await visit.answer('eth_signTypedData_v4', [address, JSON.stringify(typedData)])
    expect(
      await verifyTypedData({
        address,
        ...typedData,
        domain: { ...typedData.domain, chainId: BigInt(chainIds.first) },
        signature: signed.result as Hex,
      }),
    ).toBe(true)
  })
  await test.step('a transaction is on the chain', async () => {
    const { result } = await visit.answer('eth_sendTransaction', [
      { from: address, to: recipient, value: `0x${parseEther('0.01').toString(16)}` },
    ])
    const receipt = await chainClient(server, chainIds.first).waitForTransactionReceipt({ hash: result as Hex })
    expect(receipt).toMatchObject({ status: 'success', to: recipient.toLowerCase() })
  })
  await test.step('another network, and all of it after a reload', async () => {
    expect(await visit.answer('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toEqual({ result: null })
    await visit.until(async () => (await visit.state()).selectedNetworkId, 'the network has changed').toBe(networkIds.second)
    await visit.reload()
    await visit.status('connected')
    expect(await visit.state()).toMatchObject({ selectedNetworkId: networkIds.second, wallet: { name: 'Harbor' } })
    expect(await visit.accounts()).toEqual([address])
  })
  await test.step('what the user does in the wallet reaches the page', async () => {
    await extension.selectAccounts([other])
    await visit.until(visit.accounts, 'the account has changed').toEqual([other.address])
  })
  await test.step('disconnected, also after a reload', async () => {
    await visit.page.evaluate(() => window.host.modal.disconnect())
    await visit.status('disconnected')
    await visit.reload()
    expect(await visit.accounts()).toEqual([])
  })
})

test('behavior: two tabs of a site agree after a connection, a switch and a disconnect', async ({
  engine,
  visit,
  hosts,
  site,
  install,
}) => {
  await install()
  const url = hosts.url(site, 'script')
  const other = visitOf(engine, await engine.newTab())
  await other.open(url)
  // A tab without a frame learns of it when it is asked; this one has its frame up.
  await other.page.evaluate(() => window.host.modal.preload())
  await other.until(async () => (await other.state()).ready, 'the frame is up').toBe(true)
  await visit.tab.toFront()
  await visit.open(url)
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.dialog.click({ role: 'button', name: /^Harbor/ })
  await visit.status('connected')
  await other.status('connected')
  await visit.page.evaluate((id) => window.host.modal.switchNetwork(id), networkIds.second)
  for (const one of [visit, other])
    await one.until(async () => (await one.state()).selectedNetworkId, 'the network has changed').toBe(networkIds.second)
  await other.page.evaluate(() => window.host.modal.disconnect())
  for (const one of [visit, other]) await one.status('disconnected')
})
