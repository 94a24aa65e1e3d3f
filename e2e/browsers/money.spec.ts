import { type Address, erc20Abi, parseEther } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { sendCoin } from '../support/money.ts'
import { chainClient, networkIds, tokenOf } from '../support/server.ts'
import { expect, test } from './test.ts'

const network = networkIds.first
const newAccount = () => mnemonicToAccount(generateMnemonic(english))

test('behavior: coins are sent from the account’s form, and swapped for a token on a real pool', async ({
  visit,
  hosts,
  site,
  install,
  server,
}) => {
  const extension = await install()
  const account = newAccount()
  const friend = newAccount().address
  const chain = chainClient(server, 31_337)
  await extension.selectAccounts([account])
  await sendCoin(server, { network, to: account.address, amount: parseEther('5') })
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.dialog.click({ role: 'button', name: /^Harbor/ })
  await visit.status('connected')
  await visit.closed()
  const { dialog } = visit
  await test.step('sent', async () => {
    await visit.page.click({ role: 'button', name: 'Connect wallet' })
    await visit.shows('Account')
    // The card grows when what the account has is there.
    await dialog.see({ css: '[data-token]' })
    await dialog.click({ role: 'button', name: 'Send' })
    await visit.shows('WalletSend')
    await dialog.fill({ role: 'textbox', name: /^Amount/ }, '0.5')
    await dialog.fill({ role: 'textbox', name: 'To' }, friend)
    await dialog.click({ role: 'button', name: 'Review' })
    await visit.shows('WalletSendPreview')
    expect((await dialog.see({ css: '[data-recipient]' })).text).toBe(friend)
    // Here, too, when the fee is known.
    await dialog.see({ text: 'Balance after' })
    await dialog.click({ role: 'button', name: 'Send now' })
    await dialog.see({ role: 'heading', name: /ETH\S? arrived$/ })
    expect(await chain.getBalance({ address: friend })).toBe(parseEther('0.5'))
    await dialog.click({ role: 'button', name: 'Done' })
    await visit.shows('Account')
  })
  await test.step('swapped', async () => {
    await dialog.see({ css: '[data-token]' })
    await dialog.click({ role: 'button', name: 'Swap' })
    await visit.shows('Swap')
    await dialog.click({ role: 'button', name: /^You receive: / })
    await visit.shows('SwapSelectToken')
    await dialog.fill({ role: 'textbox', name: 'Name or address' }, tokenOf(server, network, 'COPY'))
    await dialog.click({ role: 'button', name: /USDC Not verified/ })
    await visit.shows('Swap')
    await dialog.fill({ role: 'textbox', name: 'You pay' }, '0.0002')
    await dialog.click({ role: 'button', name: 'Review swap' })
    await visit.shows('SwapPreview')
    await dialog.see({ text: 'At least' })
    await dialog.click({ role: 'button', name: 'Swap' })
    await dialog.see({ role: 'heading', name: /USDC\S? arrived$/ })
    const token = tokenOf(server, network, 'COPY') as Address
    expect(await chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] })).toBeGreaterThan(
      0n,
    )
  })
})
