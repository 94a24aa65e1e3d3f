import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import type { Page } from '@playwright/test'
import { type Address, createWalletClient, custom } from 'viem'
import { getAssets } from 'viem/experimental/erc7811'
import { choose, rows, token, total } from './support/account.ts'
import { type DialogDriver, dialogOf } from './support/dialog.ts'
import { mintNft, sendCoin, sendToken } from './support/money.ts'
import { paused, sendByGateway } from './support/pending.ts'
import { test } from './support/phone.ts'
import { networkIds } from './support/server.ts'
import { localSolana } from './support/solana.ts'
import { expect } from './support/test.ts'
import { addressOn, goToSolana, visitPlayground } from './support/visitor.ts'

/* What a script sends to a visitor of the playground: seen as it happens, on EVM and Solana, in two tabs, with each kind of wallet. */

/** From when it is in the chain. */
const soon = { timeout: 2_000 }
const ether = 10n ** 18n
const sol = 1_000_000_000n

/** Of an NFT, on chain: a picture, a trait with a name, one without, and what is none. */
const metadata = `data:application/json,${encodeURIComponent(
  JSON.stringify({
    name: 'Sand and sea',
    image: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path fill="#8c8577" d="M0 0h4v4H0z"/></svg>')}`,
    attributes: [{ trait_type: 'Background', value: 'Sand' }, { value: 'One of a kind' }, { trait_type: 'Nested', value: {} }],
  }),
)}`

/** A request of the playground's to the wallet; rejects as the provider does. */
async function ask(page: Page, call: { readonly method: string; readonly params?: unknown }): Promise<unknown> {
  const { result, code, message } = await page.evaluate(
    (args) =>
      window.Modal.provider('eip155')
        .request(args as never)
        .then(
          (answer: unknown) => ({ result: answer, code: undefined, message: '' }),
          (error: { code: number; message: string }) => ({ result: undefined, code: error.code, message: error.message }),
        ),
    call,
  )
  if (code !== undefined) throw Object.assign(new Error(message), { code })
  return result
}

async function openAccount(page: Page): Promise<DialogDriver> {
  const dialog = dialogOf(page)
  await page.getByRole('button', { name: 'Open account' }).click()
  await dialog.shows('Account')
  return dialog
}

const everyKind = ['the embedded wallet', 'an extension', 'a phone wallet'] as const
const kinds = process.env.LATCHKEY_LONG ? everyKind : everyKind.slice(0, 1)

for (const kind of kinds)
  test(`behavior: with ${kind}, what a script sends to the visitor is there within two seconds, on EVM and Solana, in two tabs of the playground @once`, async ({
    page,
    context,
    server,
    dialog,
    install,
    startPhone,
  }) => {
    test.setTimeout(120_000)
    await visitPlayground(kind, { page, server, dialog, install, startPhone })
    const evm = (await addressOn(page, 'Connect')) as Address
    const solana = await addressOn(page, 'Solana')
    const other = await context.newPage()
    await other.goto(server.app)
    const reloads: string[] = []
    const first = await openAccount(page)
    const second = await openAccount(other)
    for (const each of [page, other]) each.on('load', () => reloads.push(each.url()))

    await test.step('coins of an EVM chain: pending, then in Activity, Tokens and the total', async () => {
      await choose(first, 'Activity')
      await expect(first.text('Nothing yet')).toBeVisible()
      await expect(second.text('No tokens yet')).toBeVisible()
      await paused(server, async (mine) => {
        await sendByGateway(server, evm, ether / 2n)
        const row = rows(first, /\+0\.500 ETH/)
        await expect(row).toHaveAttribute('data-status', 'pending', soon)
        await expect(row).toContainText('Receiving')
        await mine()
        await Promise.all([
          expect(row).toHaveAttribute('data-status', 'confirmed', soon),
          expect(row).toContainText(/^Received.*from \u2066?0x\w{2}…\w{6}/, soon),
          expect(total(first)).not.toHaveText('$0.00', soon),
          expect(token(second, /ETH0\.5/)).toBeVisible(soon),
          expect(total(second)).not.toHaveText('$0.00', soon),
        ])
      })
    })

    await test.step('a token of an EVM chain', async () => {
      await choose(second, 'Activity')
      await choose(first, 'Tokens')
      await expect(rows(second, /^Received.*\+0\.500 ETH/)).toBeVisible()
      await sendToken(server, { network: networkIds.first, to: evm, token: 'USDC', amount: 25_500_000n })
      await Promise.all([
        expect(token(first, /USDC25\.5/)).toBeVisible(soon),
        expect(rows(second, /\+25\.500 USDC\$25\.50/)).toBeVisible(soon),
      ])
    })

    await test.step('an NFT with its picture', async () => {
      await choose(first, 'NFTs')
      await expect(first.text('No NFTs yet')).toBeVisible()
      await mintNft(server, { network: networkIds.first, to: evm, uri: metadata })
      await Promise.all([
        expect(first.main.locator('[data-nft]')).toBeVisible(soon),
        expect(second.main.locator('[data-activity]')).toHaveCount(3, soon),
      ])
      // The metadata is fetched after the block.
      await Promise.all([
        expect(first.main.locator('[data-nft] img')).toBeVisible(),
        expect(second.main.locator('[data-activity] img')).toBeVisible(),
      ])
      await first.button(/^Sand and sea/).click()
      await expect(first.button('Copy contract address')).toBeVisible()
      await expect(first.frame.getByRole('list', { name: 'Traits' }).getByRole('listitem')).toHaveText(['BackgroundSand', 'One of a kind'])
    })

    if (kind === 'a phone wallet')
      await test.step('what arrives is said where one waits for it', async () => {
        await second.button('Receive').click()
        await second.shows('WalletReceive')
        const arrived = second.main.locator('[data-arrival]')
        await sendToken(server, { network: networkIds.first, to: evm, token: 'USDC', amount: 1_500_000n })
        // What nobody vouches for does not arrive.
        await sendToken(server, { network: networkIds.first, to: evm, token: 'COPY', amount: 1_000_000_000n })
        await expect(arrived).toHaveText(/1\.500.*USDC.* arrived on .*Local Chain/, soon)
        await second.button('From an exchange').click()
        await second.shows('WalletFund')
        await expect(second.text('Local Chain is a test network')).toBeVisible()
        await sendCoin(server, { network: networkIds.second, to: evm, amount: ether })
        await expect(arrived).toHaveText(/1\.000.*ETH.* arrived on .*Local Chain Two/, soon)
        await second.button('Back').click()
        await second.button('Back').click()
        await second.shows('Account')
      })

    if (kind === 'the embedded wallet')
      await test.step('the page hears the same from the wallet, without an approval', async () => {
        const client = createWalletClient({ account: evm, transport: custom({ request: (call) => ask(page, call) }, { retryCount: 0 }) })
        const assets = await getAssets(client, { chainIds: [chainIds.first], aggregate: false })
        expect(assets[chainIds.first]).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ type: 'native', balance: ether / 2n }),
            expect.objectContaining({
              type: 'erc20',
              balance: 25_500_000n,
              metadata: { name: 'USDC', symbol: 'USDC', decimals: 6 },
            }),
          ]),
        )
        await expect(getAssets(client, { account: '0x00000000000000000000000000000000000a11ce' })).rejects.toThrow()
      })

    await test.step('on Solana, whose transfers nobody sees before they are in a block', async () => {
      const { id: network } = localSolana(server)
      await goToSolana(first)
      await choose(first, 'Activity')
      await expect(first.text('Nothing yet')).toBeVisible()
      // The other tab goes with it.
      await choose(second, 'Tokens')
      await expect(second.text('No tokens yet')).toBeVisible()
      await sendCoin(server, { network, to: solana, amount: 2n * sol })
      await Promise.all([
        expect(rows(first, /^Received.*\+2\.000 SOL/)).toHaveAttribute('data-status', 'confirmed', soon),
        expect(token(second, /SOL2/)).toBeVisible(soon),
      ])
      await sendToken(server, { network, to: solana, token: 'USDC', amount: 5_000_000n })
      await Promise.all([
        expect(rows(first, /\+5\.000 USDC/)).toBeVisible(soon),
        expect(token(second, /USDC5/)).toBeVisible(soon),
        expect(total(first)).not.toHaveText('$0.00', soon),
        expect(total(second)).not.toHaveText('$0.00', soon),
      ])
      // To the token account that is there by now.
      await sendToken(server, { network, to: solana, token: 'USDC', amount: 2_000_000n })
      await Promise.all([expect(rows(first, /\+2\.000 USDC/)).toBeVisible(soon), expect(token(second, /USDC7/)).toBeVisible(soon)])
      await expect(first.main.locator('[data-activity]')).toHaveCount(3)
      // Nobody knows NFTs there.
      await expect(first.frame.getByRole('tab')).toHaveText(['Tokens', 'Activity'])
    })
    expect(reloads).toEqual([])
  })
