import { installExtension } from '@latchkey/testkit/src/extensions/extension.ts'
import type { PhoneWallet } from '@latchkey/testkit/src/phone/startPhoneWallet.ts'
import { type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import type { DialogDriver } from '../support/dialog.ts'
import { loginByEmail, secureOf } from '../support/login.ts'
import { newAddress } from '../support/mail.ts'
import { offeredLink, openCode, startPhoneOf } from '../support/phone.ts'
import { addAuthenticator, forgetEverything, inOneWindow, onPage, openSecurity, takeCustody } from '../support/security.ts'
import type { Server } from '../support/server.ts'
import { answerProvider, newName, openProvider } from '../support/social.ts'
import { connected } from '../support/test.ts'

/** One visitor who wants to connect. */
export type Visit = {
  readonly context: BrowserContext
  readonly page: Page
  /** Where the visitor goes. */
  readonly url: string
  readonly dialog: DialogDriver
  readonly server: Server
  /** What happens to the network in the middle of the flow. */
  readonly middle: (alsoBreak?: () => void) => Promise<void>
}

export type Flow = {
  /** The device, where it is no desktop. */
  readonly device?: BrowserContextOptions
  /**
   * What the visitor has before: a wallet, a login. It happens on a good network.
   *
   * @returns how to connect, and how to leave nothing behind
   */
  readonly prepare: (visit: Visit) => Promise<{ readonly connect: () => Promise<void>; readonly end?: () => Promise<void> }>
}

const press = (page: Page) => page.getByRole('button', { name: 'Connect wallet' }).click()

/** A wallet on a phone that says yes; the middle of the flow is when it has the proposal. */
async function preparePhone({ server, middle }: Visit, link: () => Promise<string>) {
  const phone: PhoneWallet = await startPhoneOf(server, {
    approveSession: async () => {
      // Its line does not lead through the visitor's network.
      await middle(phone.breakLine)
      return true
    },
  })
  return { connect: async () => phone.pair(await link()), end: () => phone.stop() }
}

const phone: BrowserContextOptions = {
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

/** Every way to connect, by name. */
export const flows = {
  extension: {
    prepare: async ({ context, page, server, dialog, middle }) => {
      const extension = await installExtension(context, server)
      extension.on('eth_requestAccounts', 'ask')
      return {
        connect: async () => {
          await press(page)
          await dialog.choose('Harbor')
          await expect.poll(() => extension.pending.length).toBe(1)
          await middle()
          extension.decide('approve')
        },
      }
    },
  },
  'phone, QR code': { prepare: (visit) => preparePhone(visit, () => openCode(visit.page, visit.dialog)) },
  'phone, link': {
    device: phone,
    prepare: (visit) =>
      preparePhone(visit, async () => {
        const { page, dialog, context } = visit
        await press(page)
        await dialog.choose('All wallets')
        await dialog.shows('AllWallets')
        await dialog.wallet('MetaMask').tap()
        await dialog.shows('ConnectingWalletConnect')
        const link = await offeredLink(dialog)
        // Where the link leads is the wallet's business.
        await context.route('https://metamask.app.link/**', (route) => route.fulfill({ body: 'the app' }))
        const [app] = await Promise.all([context.waitForEvent('page'), dialog.frame.getByRole('link', { name: 'Open MetaMask' }).tap()])
        await app.close()
        return link
      }),
  },
  'e-mail': {
    prepare: async ({ page, server, middle }) => ({
      connect: async () => {
        await press(page)
        await loginByEmail(page, server, newAddress(), () => middle())
      },
    }),
  },
  social: {
    prepare: async ({ page, middle }) => ({
      connect: async () => {
        await press(page)
        const popup = await openProvider(page, 'Google')
        await popup.getByLabel('Name').waitFor()
        await middle()
        await answerProvider(popup, newName())
      },
    }),
  },
  'passkey return': {
    prepare: async ({ page, url, dialog, middle }) => {
      const name = newName()
      await inOneWindow(page)
      await page.goto(url)
      const signIn = async () => answerProvider(await openProvider(page, 'Google'), name)
      await press(page)
      await signIn()
      await connected(page)
      await dialog.closed()
      const popup = await openSecurity(page)
      await addAuthenticator(popup, true)
      await popup.getByRole('button', { name: /^Passkey/ }).click()
      await popup.getByRole('button', { name: 'Add a passkey' }).click()
      await onPage(popup, 'passkey-done')
      await popup.getByRole('button', { name: 'Done' }).click()
      await takeCustody(popup)
      await forgetEverything(page)
      return {
        connect: async () => {
          await press(page)
          await signIn()
          await dialog.button('Use passkey or recovery code').click()
          await dialog.shows('ApproveTransaction')
          await secureOf(page).getByTestId('open-window').click()
          await onPage(popup, 'unlock')
          await middle()
          await popup.getByRole('button', { name: 'Use my passkey' }).click()
          await onPage(popup, 'unlock-done')
          await popup.close()
        },
      }
    },
  },
} as const satisfies Readonly<Record<string, Flow>>

export type FlowName = keyof typeof flows
