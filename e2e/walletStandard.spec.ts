import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import type { Page } from '@playwright/test'
import { type Hex, pad, toHex } from 'viem'
import { type DialogDriver, dialogOf } from './support/dialog.ts'
import { confirmDevice, secureOf } from './support/login.ts'
import { mailed, newAddress } from './support/mail.ts'
import { later, onPage, openSecurity } from './support/security.ts'
import { chainClient, type Server } from './support/server.ts'
import { expect, request, test } from './support/test.ts'

/*
 * The embedded wallet against the checks for browser wallets of Coinspect's Wallet Security Benchmark (WSB), which goes with its Wallet Security Verification
 * Standard: https://github.com/coinspect/wallet-security-verification-standard (MIT). Each test has the ids that it is about in its name.
 * secure-frame/SECURITY.md lists all checks, those that other tests make, and those that are not met, with the reason.
 */

const stranger = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
/** EVM code that answers `decimals()` with 18, `totalSupply()` with 10^24 and everything else with "TOK". @param before code that runs first */
function tokenCode(before = ''): Hex {
  const at = (offset: number) => (before.length / 2 + offset).toString(16)
  const dispatch = `60003560e01c8063313ce5671460${at(50)}576318160ddd1460${at(61)}57`
  const symbol = '60206000526003602052' + '62544f4b60e81b604052' + '60606000f3'
  return `0x${before}${dispatch}${symbol}5b601260005260206000f35b69d3c21bcecceda100000060005260206000f3`
}
const token = { address: '0x00000000000000000000000000000000000070c1', code: tokenCode() } as const
/** Says besides that whoever calls it gets one TOK: a `Transfer` event of 10^18. */
const giver = {
  address: '0x00000000000000000000000000000000000070c2',
  code: tokenCode('670de0b6b3a764000060005233307fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a3'),
} as const
const five = 5n * 10n ** 18n

let page: Page
let dialog: DialogDriver
let address: Hex
let server: Server
const frame = () => secureOf(page)
const approve = () => frame().getByTestId('approve')

/** Asks for something that the wallet never does. @returns the error's code */
const refused = async (method: string, params: readonly unknown[]) => (await request(page, method, params)).code

/** Asks for something that a user has to see, lets it be looked at, and refuses it. */
async function refuse(method: string, params: readonly unknown[], look: () => Promise<void>): Promise<void> {
  const asked = request(page, method, params)
  await dialog.shows('ApproveTransaction')
  await look()
  await frame().getByRole('button', { name: 'Reject' }).click()
  expect((await asked).code).toBe(4001)
  // The dialog may stay open: of what was refused before, the user is told there.
  await expect(dialog.frame.locator('main[data-view="ApproveTransaction"]')).toHaveCount(0)
}
const send = (call: object, look: () => Promise<void>) => refuse('eth_sendTransaction', [{ from: address, ...call }], look)

const typedData = (chainId: number, message: object, fields: readonly { name: string; type: string }[], primaryType: string) =>
  JSON.stringify({
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      [primaryType]: fields,
    },
    primaryType,
    domain: { name: 'Tokens', chainId, verifyingContract: token.address },
    message,
  })
const mail = (text: string, chainId: number = chainIds.first) => typedData(chainId, { text }, [{ name: 'text', type: 'string' }], 'Mail')

/** What the benchmark asks for with each of its questions about permissions. */
const privileged = (from: string): readonly (readonly [string, readonly unknown[]])[] => [
  ['eth_decrypt', ['0x00', from]],
  ['eth_getEncryptionPublicKey', [from]],
  ['eth_sign', [from, pad('0x1')]],
  ['eth_signTypedData', [[{ type: 'string', name: 'a', value: 'b' }], from]],
  ['eth_signTypedData_v3', [from, mail('hello')]],
  ['eth_signTypedData_v4', [from, mail('hello')]],
  ['personal_sign', ['0x48656c6c6f', from]],
  ['eth_sendTransaction', [{ from, to: stranger, value: '0x1' }]],
]
const signIn = (domain: string) =>
  toHex(
    `${domain} wants you to sign in with your Ethereum account:\n${address}\n\nHello\n\nURI: https://${domain}/\nVersion: 1\nChain ID: ${chainIds.first}\nNonce: 12345678\nIssued At: 2026-01-01T00:00:00Z`,
  )

test.describe
  .serial('@once', () => {
    test.beforeAll(async ({ browser, server: started, hosts }) => {
      server = started
      const context = await browser.newContext()
      page = await context.newPage()
      dialog = dialogOf(page)
      await page.goto(hosts.url('shop.meadow', 'script'))
    })
    test.afterAll(() => page.context().close())

    test('error: WSB-PERM-008 before a user connected, a page sees no account and asks for nothing', async () => {
      expect(await request(page, 'eth_accounts')).toEqual({ result: [] })
      for (const [method, params] of privileged(stranger))
        expect([4100, 4200], method).toContain((await request(page, method, params)).code)
      expect(await page.evaluate(() => window.host.modal.getState().open)).toBe(false)
    })

    test('behavior: WSB-THRE-004 and WSB-THRE-006 a user who connects sees the whole name of the site, and what it may do then', async () => {
      void page.evaluate(() => void window.host.modal.open())
      await dialog.shows('Connect')
      const host = dialog.frame.locator('.hostname').first()
      await expect(host).toHaveText(new URL(page.url()).host)
      expect(await host.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)).toBe(true)
      const email = newAddress()
      await dialog.frame.getByLabel('Email', { exact: true }).fill(email)
      await dialog.button('Continue with email').click()
      await confirmDevice(page, server, email, (await dialog.main.locator('.pick b').textContent()) ?? '')
      await expect(dialog.text(/sees this wallet’s addresses, balances and activity, and can ask for signatures/)).toBeVisible()
      await dialog.frame.getByLabel('Six-digit code').fill(await mailed(server, email, /\b(\d{6})\b/))
      await dialog.closed()
      address = ((await request(page, 'eth_accounts')).result as Hex[])[0] ?? '0x'
      const chain = chainClient(server, chainIds.first)
      await chain.request({ method: 'anvil_setBalance' as never, params: [address, '0xde0b6b3a7640000'] as never })
      for (const contract of [token, giver])
        await chain.request({ method: 'anvil_setCode' as never, params: [contract.address, contract.code] as never })
    })

    test('error: WSB-PERM-006 and WSB-PERM-010 each signature has its own question; raw and old ways to sign are refused', async () => {
      for (const [method, params] of privileged(address)) {
        if (!['eth_signTypedData_v4', 'personal_sign', 'eth_sendTransaction'].includes(method))
          expect([method, await refused(method, params)]).toEqual([method, 4200])
        else await refuse(method, params, () => expect(approve()).toBeVisible())
      }
      expect(await refused('wallet_addEthereumChain', [{ chainId: '0x67932' }])).toBe(4902)
      const asset = { type: 'ERC20', options: { address: token.address, symbol: 'TOK', decimals: 18 } }
      expect(await refused('wallet_watchAsset', asset as never)).toBe(4200)
    })

    test('error: WSB-PERM-001 a sign-in message for another site is shown with both names, and cannot be signed', async () => {
      await refuse('personal_sign', [signIn('bank.example'), address], async () => {
        await expect(frame().getByText('bank.example').first()).toBeVisible()
        await expect(frame().getByText(new URL(page.url()).host).first()).toBeVisible()
        await expect(frame().getByRole('alert')).toBeVisible()
        await expect(approve()).toHaveCount(0)
      })
    })

    test('error: WSB-PERM-003 typed data for another chain is refused', async () => {
      expect(await refused('eth_signTypedData_v4', [address, mail('hello', 1)])).toBe(4200)
    })

    test('error: WSB-VERI-001 nothing is sent to an address whose checksum is wrong, alone or in a batch', async () => {
      const mistyped = stranger.replace('8ba1f109551bD', '8ba1f109551bd')
      expect(await refused('eth_sendTransaction', [{ from: address, to: mistyped, value: '0x1' }])).toBe(-32602)
      const calls = { version: '2.0.0', chainId: '0x7a69', from: address, atomicRequired: false, calls: [{ to: mistyped, value: '0x1' }] }
      expect(await refused('wallet_sendCalls', [calls])).toBe(-32602)
    })

    test('behavior: WSB-VERI-003 and WSB-THRE-005 what would come and go was tried first; an address that is new to the user is marked', async () => {
      await send({ to: giver.address, value: toHex(10n ** 15n), data: '0x12345678' }, async () => {
        const changes = frame().getByRole('list', { name: 'What changes' })
        await expect(changes).toContainText('0.001 ETH')
        await expect(changes).toContainText('+1 TOK')
      })
      await send({ to: stranger, value: '0x1' }, () => expect(frame().getByText('First time')).toBeVisible())
    })

    test('behavior: WSB-VERI-005 a spending limit is shown as one: which token, who may spend it, how much', async () => {
      const call = (amount: bigint) => `0x095ea7b3${pad(stranger).slice(2)}${pad(toHex(amount)).slice(2)}`
      await send({ to: token.address, data: call(five) }, async () => {
        await expect(frame().getByText('5 TOK', { exact: true }).first()).toBeVisible()
        await expect(frame().locator(`[title="${stranger}" i]`).first()).toBeVisible()
      })
      await send({ to: token.address, data: call(2n ** 256n - 1n) }, () =>
        expect(
          frame()
            .getByText(/no limit/i)
            .first(),
        ).toBeVisible(),
      )
    })

    test('behavior: WSB-VERI-004 a permit (ERC-2612) is shown as the spending limit that it is', async () => {
      const names = { owner: 'address', spender: 'address', value: 'uint256', nonce: 'uint256', deadline: 'uint256' }
      const fields = Object.entries(names).map(([name, type]) => ({ name, type }))
      const message = { owner: address, spender: stranger, value: `${five}`, nonce: '0', deadline: '9999999999' }
      await refuse('eth_signTypedData_v4', [address, typedData(chainIds.first, message, fields, 'Permit')], async () => {
        // It outlives the request: in the wallet's own window.
        const [popup] = await Promise.all([page.waitForEvent('popup'), frame().getByTestId('open-window').click()])
        await expect(popup.getByText('5 TOK', { exact: true }).first()).toBeVisible()
        await expect(popup.locator(`[title="${stranger}" i]`).first()).toBeVisible()
      })
    })

    test('error: WSB-VERI-006 and WSB-VERI-007 a long message is there whole, and is read to its end before it can be signed', async () => {
      const long = Array.from({ length: 2_000 }, (_, line) => `Line ${line} of a long message.`).join('\n')
      for (const [method, params] of [
        ['personal_sign', [toHex(long), address]],
        ['eth_signTypedData_v4', [address, mail(long)]],
      ] as const)
        await refuse(method, params, async () => {
          const message = frame().getByLabel('Message')
          await expect(message).toContainText('Line 1999 of a long message.')
          if (method !== 'personal_sign') await expect(frame().locator(`[title="${token.address}" i]`).first()).toBeVisible()
          await expect(frame().getByText(/scroll/i)).toBeVisible()
          await expect(approve()).toHaveAttribute('aria-disabled', 'true')
          await message.evaluate((element) => element.scrollTo(0, element.scrollHeight))
          await expect(approve()).toHaveAttribute('aria-disabled', 'false')
        })
    })

    test('error: WSB-PHYS-001, WSB-PHYS-003 and WSB-PHYS-005 words and keys come after a warning and a fresh proof; there is nothing to copy them with', async () => {
      const popup = await openSecurity(page)
      await popup.getByRole('button', { name: /^12 words and keys/ }).click()
      await expect(popup.getByText('Whoever has them has everything.')).toBeVisible()
      const show = popup.getByRole('button', { name: 'Show my keys' })
      await expect(show).toBeDisabled()
      await popup.getByRole('checkbox').check()
      const back = await later(popup, 6 * 60_000)
      await show.click()
      await onPage(popup, 'stepUp')
      await back()
      await popup.getByRole('button', { name: 'Back' }).click()
      await show.click()
      await onPage(popup, 'export-shown')
      await expect(popup.getByText('They are not copied: write them down.')).toBeVisible()
      await expect(popup.getByRole('button', { name: /copy/i })).toHaveCount(0)
      await popup.close()
    })

    test('error: WSB-PERM-002 and WSB-PHYS-004 a user locks the wallet by signing out; then nothing is shown, signed or told', async () => {
      await page.evaluate(() => window.host.modal.disconnect())
      const now = () => page.evaluate(() => window.host.modal.getState())
      // What was open closes with it, which takes the card a moment.
      await expect.poll(now).toMatchObject({ status: 'disconnected', open: false })
      expect(await request(page, 'eth_accounts')).toEqual({ result: [] })
      for (const [method, params] of privileged(address)) expect([4100, 4200], method).toContain((await request(page, method, params)).code)
      expect(await now()).toMatchObject({ open: false })
    })
  })
