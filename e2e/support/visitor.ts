import type { Extension } from '@latchkey/testkit/src/extensions/extension.ts'
import { familyExtensions } from '@latchkey/testkit/src/extensions/familyExtension.ts'
import { createEvmFamily } from '@latchkey/testkit/src/phone/families/evm.ts'
import { createSolanaFamily } from '@latchkey/testkit/src/phone/families/solana.ts'
import { expect, type Page } from '@playwright/test'
import { english, generateMnemonic } from 'viem/accounts'
import { newAccount } from './account.ts'
import type { DialogDriver } from './dialog.ts'
import { openCode, type StartPhone, timeout } from './phone.ts'
import type { Server } from './server.ts'
import { answerProvider, newName, openProvider } from './social.ts'

/* A visitor of the playground, with accounts on EVM and on Solana that nobody has funded. */

type WalletKind = 'an extension' | 'a phone wallet' | 'the embedded wallet'

type Fixtures = {
  readonly page: Page
  readonly server: Server
  readonly dialog: DialogDriver
  readonly install: () => Promise<Extension>
  readonly startPhone: StartPhone
}

/**
 * Goes to the playground and connects.
 *
 * @returns the methods that the wallet was asked for on EVM; none of the embedded wallet, which asks in the dialog
 */
export async function visitPlayground(
  kind: WalletKind,
  { page, server, dialog, install, startPhone }: Fixtures,
): Promise<() => readonly string[]> {
  let asked: () => readonly string[] = () => []
  const connectEvm = () => page.getByRole('button', { name: 'Connect wallet' }).click()
  if (kind === 'an extension') {
    const extension = await install()
    asked = extension.methods
    await extension.selectAccounts([newAccount()])
    await familyExtensions.solana(page.context(), server, { name: 'Quay', owner: crypto.randomUUID() })
    await page.goto(server.app)
    await page.getByRole('button', { name: 'Connect Solana' }).click()
    await dialog.choose('Quay')
    await dialog.closed()
    await connectEvm()
    await dialog.choose('Harbor')
  } else if (kind === 'a phone wallet') {
    const phone = await startPhone({
      families: [
        createEvmFamily(server.chains, generateMnemonic(english)),
        createSolanaFamily(crypto.getRandomValues(new Uint8Array(32)), server.chains),
      ],
    })
    asked = () => phone.requests.map(({ method }) => method)
    await page.goto(server.app)
    await phone.pair(await openCode(page, dialog))
  } else {
    await page.goto(server.app)
    await connectEvm()
    await answerProvider(await openProvider(page, 'Google'), newName())
  }
  await addressOn(page, 'Connect')
  await dialog.closed()
  return asked
}

/** The account of a family that the playground shows, once it shows one. */
export async function addressOn(page: Page, card: 'Connect' | 'Solana'): Promise<string> {
  const account = page.getByRole('region', { name: card, exact: true }).locator('.status code')
  await expect(account).toBeVisible(timeout)
  return (await account.getAttribute('title')) ?? ''
}

/** Goes to the local Solana chain from the account, as a user does. */
export async function goToSolana(dialog: DialogDriver): Promise<void> {
  await dialog
    .button(/^Network/)
    .first()
    .click()
  await dialog.shows('Networks')
  await dialog.button(/^Local Solana/).click()
  await dialog.shows('Account')
}
