import { mailed, newAddress } from '../support/mail.ts'
import type { Server } from '../support/server.ts'
import type { Engine } from './driver.ts'
import { screenOf, type Visit } from './screen.ts'

/** Where the views of a login are: in the dialog of a page, or in a window that goes on for it. */
export type LoginPlace = Pick<Visit, 'tab' | 'dialog' | 'shows' | 'status' | 'closed'>

/**
 * Signs in by e-mail through the dialog's views, on a device that nobody has seen: link, number, code.
 *
 * @returns the address that was used
 */
export async function loginByEmail(engine: Engine, visit: LoginPlace, server: Server, address: string = newAddress()): Promise<string> {
  await visit.shows('Connect')
  await visit.dialog.fill({ role: 'textbox', name: 'Email' }, address)
  await visit.dialog.type(['Enter'])
  await finishEmailLogin(engine, visit, server, address)
  return address
}

/** What follows once the address was sent, on a device that nobody has seen: link, number, code. */
export async function finishEmailLogin(engine: Engine, visit: LoginPlace, server: Server, address: string): Promise<void> {
  await proveEmail(engine, visit, server, address)
  await visit.status('connected')
  await visit.closed()
}

/** Proves that the mailbox is the user's: link, number, code. What follows is up to the wallet. */
export async function proveEmail(
  engine: Engine,
  { dialog, tab: page }: Pick<LoginPlace, 'dialog' | 'tab'>,
  server: Server,
  address: string,
): Promise<void> {
  const { text: number } = await dialog.see({ css: '.pick b' })
  const link = await mailed(server, address, /(http:\/\/secure[a-z.]*\.localhost:\d+\/verify#\S+)/)
  const tab = await engine.newTab()
  await tab.open(link)
  const verify = screenOf(tab)
  await verify.click({ role: 'button', name: number })
  await verify.see({ css: 'main[data-state="approved"]' })
  await tab.close()
  await page.toFront()
  await dialog.see({ text: 'Enter the code' })
  await dialog.fill({ css: 'main input' }, await mailed(server, address, /\b(\d{6})\b/))
}
