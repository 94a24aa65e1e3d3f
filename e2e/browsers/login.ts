import { mailed, newAddress } from '../support/mail.ts'
import type { Server } from '../support/server.ts'
import type { Engine } from './driver.ts'
import { screenOf, type Visit } from './screen.ts'

/**
 * Signs in by e-mail through the dialog's views, on a device that nobody has seen: link, number, code.
 *
 * @returns the address that was used
 */
export async function loginByEmail(engine: Engine, visit: Visit, server: Server, address: string = newAddress()): Promise<string> {
  const { dialog } = visit
  await visit.shows('Connect')
  await dialog.fill({ role: 'textbox', name: 'Email' }, address)
  await dialog.type(['Enter'])
  const { text: number } = await dialog.see({ css: '.pick b' })
  const link = await mailed(server, address, /(http:\/\/secure\.localhost:\d+\/verify#\S+)/)
  const tab = await engine.newTab()
  await tab.open(link)
  const verify = screenOf(tab)
  await verify.click({ role: 'button', name: number })
  await verify.see({ css: 'main[data-state="approved"]' })
  await tab.close()
  await visit.tab.toFront()
  await dialog.see({ text: 'Enter the code' })
  await dialog.fill({ css: 'main input' }, await mailed(server, address, /\b(\d{6})\b/))
  await visit.status('connected')
  await visit.closed()
  return address
}
