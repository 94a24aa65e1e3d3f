import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import type { Locator } from '@playwright/test'
import { generateKeyPairSigner, address as toSolanaAddress } from '@solana/kit'
import { type Address, erc20Abi, parseEther } from 'viem'
import { choose, newAccount, rows } from './support/account.ts'
import { agreeUntil } from './support/login.ts'
import { sendCoin, sendToken } from './support/money.ts'
import { newLabel, resolver, zone } from './support/names.ts'
import { test } from './support/phone.ts'
import { chainClient, networkIds, tokenOf } from './support/server.ts'
import { localSolana } from './support/solana.ts'
import { amountField, chooseToken, promised, review } from './support/swap.ts'
import { expect } from './support/test.ts'
import { addressOn, goToSolana, visitPlayground } from './support/visitor.ts'

/* Everything that one visitor of the playground does with money, with each wallet: bought coins become tokens, which go to somebody, and to a name. */

const network = networkIds.first
/** A user operation takes some blocks, and a busy machine some seconds more. */
const longTimeout = { timeout: 60_000 }

type Kind = 'an extension' | 'a phone wallet' | 'the embedded wallet' | 'a smart account'
/** In every run, step by step and in short: buy, send, swap, names, moneyTour and sponsored. */
const kinds: readonly Kind[] = ['an extension', 'a phone wallet', 'the embedded wallet', 'a smart account']

for (const kind of kinds)
  test(`behavior: with ${kind} a visitor buys coins, swaps them on both kinds of pools, sends tokens, and is found by a name @once @long`, async ({
    page,
    context,
    server,
    dialog,
    install,
    startPhone,
  }) => {
    test.setTimeout(kind === 'a smart account' ? 600_000 : 180_000)
    const chain = chainClient(server, chainIds.first)
    const solana = localSolana(server)
    const friend = newAccount().address
    const token = (name: string) => tokenOf(server, network, name) as Address
    const held = (name: string, owner: Address) =>
      chain.readContract({ address: token(name), abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

    const open = async (view?: 'OnRamp' | 'Swap' | 'WalletSend' | 'RegisterAccountName' | 'AccountSettings') => {
      await page.evaluate((name) => void window.Modal.open(name ? { view: name } : {}), view)
      await dialog.shows(view ?? 'Account')
    }
    const close = async () => {
      await page.evaluate(() => window.Modal.close())
      await dialog.closed()
    }
    const agree = (seen: Locator) => agreeUntil(page, seen, longTimeout)

    /** Swaps, and checks what was promised. Returns what the wallet asked. */
    const swap = async (pay: { name: string; row: RegExp; amount: string }, buy: { name: string; row: RegExp }, pool: Address) => {
      await open('Swap')
      await chooseToken(dialog, 'You pay', pay.name, pay.row)
      await chooseToken(dialog, 'You receive', token(buy.name), buy.row)
      await amountField(dialog).fill(pay.amount)
      await review(dialog)
      const [least, before, fromBlock] = [await promised(dialog, 6), await held(buy.name, account), await chain.getBlockNumber()]
      expect(least).toBeGreaterThan(0n)
      await dialog.button(/^(?:Swap|Approve USDC|Approve and swap)$/).click()
      const asked = await agree(dialog.heading('arrived'))
      expect((await held(buy.name, account)) - before).toBeGreaterThanOrEqual(least)
      // It went over this very pool.
      expect(await chain.getLogs({ address: pool, fromBlock: fromBlock + 1n })).not.toEqual([])
      await close()
      return asked
    }
    const send = async (symbol: string, amount: string, to: string) => {
      await open('WalletSend')
      await dialog.button(/choose another token$/).click()
      await dialog.button(new RegExp(`^${symbol} (?!Not verified)`)).click()
      await dialog.shows('WalletSend')
      await dialog.frame.getByRole('textbox', { name: /^Amount/ }).fill(amount)
      await dialog.frame.getByRole('textbox', { name: 'To' }).fill(to)
      await dialog.button('Review').click()
      await dialog.shows('WalletSendPreview')
      await dialog.button('Send now').click()
      const asked = await agree(dialog.heading(`\u2066${amount} ${symbol}\u2069 arrived`))
      await dialog.button('Done').click()
      await close()
      return asked
    }

    const isSmart = kind === 'a smart account'
    const isEmbedded = isSmart || kind === 'the embedded wallet'
    const methods = await visitPlayground(isSmart ? 'the embedded wallet' : kind, { page, server, dialog, install, startPhone })
    const key = (await addressOn(page, 'Connect')) as Address
    const onSolana = await addressOn(page, 'Solana')
    if (isSmart)
      await test.step('the account becomes a smart one', async () => {
        await open('AccountSettings')
        const row = dialog.frame.getByRole('button', { name: /Account type/ })
        await row.click()
        await expect(row).toContainText('Smart account', { timeout: 300_000 })
        await close()
        await expect.poll(() => addressOn(page, 'Connect')).not.toBe(key)
      })
    const account = (await addressOn(page, 'Connect')) as Address

    await test.step('buys coins in the sandbox', async () => {
      await open('OnRamp')
      await dialog.button('$250').click()
      const opening = context.waitForEvent('page')
      await dialog.button('Continue with Sandbox').click()
      await (await opening).getByRole('button', { name: /^Pay 250\.00 USD/ }).click()
      await expect(dialog.heading(/ETH\u2069 arrived$/)).toBeVisible(longTimeout)
      await close()
      expect(await chain.getBalance({ address: account })).toBeGreaterThan(parseEther('0.09'))
    })

    const pools = server.pools[network]
    const [pair, pool, dearPool] = [pools?.v2['WETH/COPY'], pools?.v3['USDC/USDT 100'], pools?.v3['WETH/USDC 500']]
    if (!pair || !pool || !dearPool) throw new Error('The local chain has other pools.')

    await test.step('swaps coins on a v2 pair, and on v3', async () => {
      await swap({ name: 'ETH', row: /^ETH/, amount: '0.0002' }, { name: 'COPY', row: /^USDC Not verified/ }, pair)
      await swap({ name: 'ETH', row: /^ETH/, amount: '0.03' }, { name: 'USDC', row: /^USDC(?! Not verified)/ }, dearPool)
    })
    await test.step('swaps a token on v3; a smart account asks once', async () => {
      const asked = await swap({ name: token('USDC'), row: /^USDC/, amount: '20' }, { name: 'USDT', row: /^USDT/ }, pool)
      if (isEmbedded) expect(asked).toHaveLength(isSmart ? 1 : 2)
    })

    await test.step('sends an ERC-20 token, and one that answers nothing', async () => {
      const asked = [...(await send('USDC', '12.5', friend)), ...(await send('USDT', '5', friend))]
      expect(asked).toEqual(isEmbedded ? ['Send 12.5 USDC', 'Send 5 USDT'] : [])
      expect([await held('USDC', friend), await held('USDT', friend)]).toEqual([12_500_000n, 5_000_000n])
    })

    const label = newLabel()
    const name = `${label}.${zone}`
    await test.step('registers a name, which viem resolves on the chain, and sends to it', async () => {
      await open('RegisterAccountName')
      await dialog.frame.getByRole('textbox', { name: 'Your name' }).fill(label)
      await expect(dialog.text(`${name} is free`)).toBeVisible(longTimeout)
      await dialog.button('Register').click()
      await agree(dialog.heading(`You’re ${name}`))
      await close()
      // A contract's account is one on its chain only (ENSIP-11).
      const coinType = BigInt(isSmart ? 0x8000_0000 + chainIds.first : 60)
      expect((await resolver(server).getEnsAddress({ name, coinType }))?.toLowerCase()).toBe(account.toLowerCase())
      await send('ETH', '0.001', name)
    })

    // Three swaps, one of them with an approval, and three transfers: each was asked for once.
    if (!isEmbedded) expect(methods().filter((method) => method === 'eth_sendTransaction')).toHaveLength(7)

    await test.step('sees each of them in Activity', async () => {
      await open()
      await choose(dialog, 'Activity')
      await expect(rows(dialog, /^Received.*\+0\.09\d ETH/)).toBeVisible(longTimeout)
      for (const traded of ['ETH to USDC', 'USDC to USDT'])
        await expect(rows(dialog, new RegExp(`Swapped.*${traded}`)).first()).toBeVisible(longTimeout)
      await expect(rows(dialog, /Swapped/)).toHaveCount(3)
      await expect(rows(dialog, /^Sent.*−12\.500 USDC/)).toBeVisible()
      await expect(rows(dialog, /^Sent.*−5\.000 USDT/)).toBeVisible()
      await expect(rows(dialog, /^Sent.*0\.001 ETH/)).toBeVisible()
    })

    await test.step('sends an SPL token, and sees that in Activity', async () => {
      await sendCoin(server, { network: solana.id, to: onSolana, amount: 1_000_000_000n })
      await sendToken(server, { network: solana.id, to: onSolana, token: 'USDC', amount: 5_000_000n })
      await goToSolana(dialog)
      await close()
      const { address: other } = await generateKeyPairSigner()
      const asked = await send('USDC', '1.5', other)
      // The recipient's new account costs something, too: with two amounts none is in the title.
      expect(asked).toEqual(isEmbedded ? ['Confirm a transaction'] : [])
      const mint = toSolanaAddress(tokenOf(server, solana.id, 'USDC'))
      const { value } = await solana.rpc.getTokenAccountsByOwner(other, { mint }, { encoding: 'jsonParsed' }).send()
      expect(value.map(({ account: at }) => at.data.parsed.info.tokenAmount.amount)).toEqual(['1500000'])
      await open()
      await choose(dialog, 'Activity')
      await expect(rows(dialog, /^Sent.*−1\.500 USDC/)).toBeVisible(longTimeout)
    })
  })
