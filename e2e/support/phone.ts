import { resolveLocalhostNames } from '@latchkey/testkit/src/phone/localhostNames.ts'
import { type PhoneWallet, type PhoneWalletOptions, startPhoneWallet } from '@latchkey/testkit/src/phone/startPhoneWallet.ts'
import { expect, type Page } from '@playwright/test'
import type { DialogDriver } from './dialog.ts'
import type { Server } from './server.ts'
import { connected, test as hostTest } from './test.ts'

resolveLocalhostNames()

/** A busy machine downloads and starts the client slowly. */
export const timeout = { timeout: 30_000 }

export type StartPhone = (options?: Partial<PhoneWalletOptions>) => Promise<PhoneWallet>

/** A real wallet on the server's relay. Whoever starts it stops it. */
export const startPhoneOf = (server: Server, options: Partial<PhoneWalletOptions> = {}): Promise<PhoneWallet> =>
  startPhoneWallet({
    relayUrl: `${server.api.replace('http', 'ws')}/relay`,
    projectId: server.projectId,
    rpcUrls: server.chains,
    // Keys of its own: tests share the chains.
    secret: crypto.randomUUID(),
    ...options,
  })

/** Host pages and the dialog, and phones: real wallets on the server's relay, stopped after each test. */
export const test = hostTest.extend<{ readonly startPhone: StartPhone }>({
  startPhone: async ({ server }, use) => {
    const phones: PhoneWallet[] = []
    await use(async (options) => {
      const phone = await startPhoneOf(server, options)
      phones.push(phone)
      return phone
    })
    for (const phone of phones) await phone.stop()
  },
})

/** The link that the dialog offers now. */
export async function offeredLink(dialog: DialogDriver): Promise<string> {
  await expect(dialog.button('Copy link')).toBeVisible(timeout)
  return (await dialog.button('Copy link').getAttribute('data-uri')) ?? ''
}

/** Opens the code for any wallet; gives the link that it says. */
export async function openCode(page: Page, dialog: DialogDriver): Promise<string> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('WalletConnect')
  await dialog.shows('ConnectingWalletConnectBasic')
  return await offeredLink(dialog)
}

/** Shows the code to a phone that approves; gives the link that connected. */
export async function connectPhone(page: Page, dialog: DialogDriver, phone: PhoneWallet): Promise<string> {
  const uri = await openCode(page, dialog)
  await phone.pair(uri)
  await connected(page)
  await dialog.closed()
  return uri
}
