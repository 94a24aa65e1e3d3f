import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/* A page that stays open for long keeps no more memory for a dialog that was opened and closed often than for one that was opened a few times. */

const isLong = Boolean(process.env.LATCHKEY_LONG)
/** Openings after which everything that comes once has come. */
const warmUp = 8
/** Openings between two looks. */
const round = 8
/** Bytes that may stay behind of one opening: what the test's own calls and its trace leave is up to 9 kB. */
const perOpening = 16_384

type Held = { readonly heap: number; readonly listeners: number; readonly nodes: number }

/** What a document holds once all that nobody needs is gone. */
async function readHeld(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { heap: of('JSHeapUsedSize'), listeners: of('JSEventListeners'), nodes: of('Nodes') }
}

async function openSessions(page: Page) {
  const frame = page.frames().find((one) => one.url().startsWith('http://dialog.'))
  if (!frame) throw new Error('There is no dialog.')
  const sessions = { host: await page.context().newCDPSession(page), dialog: await page.context().newCDPSession(frame) }
  for (const session of Object.values(sessions)) await session.send('Performance.enable')
  return sessions
}

test('behavior: opening and closing leaves nothing behind in the page and in the dialog @once', async ({ page, hosts, dialog }) => {
  if (isLong) test.setTimeout(40 * 60_000)
  await page.goto(hosts.url('memory', 'npm'))
  const openAndClose = async () => {
    await page.evaluate(() => void window.host.modal.open())
    await dialog.shows('Connect')
    await page.evaluate(() => window.host.modal.close())
    await expect(page.locator('iframe[data-latchkey="dialog"]')).toBeHidden()
  }
  const openings = async (count: number) => {
    for (let index = 0; index < count; index += 1) await openAndClose()
  }
  await openings(warmUp)
  const sessions = await openSessions(page)
  const look = async () => ({ host: await readHeld(sessions.host), dialog: await readHeld(sessions.dialog) })
  const before = await look()
  const until = Date.now() + 30 * 60_000
  let count = 0
  do {
    await openings(round)
    count += round
  } while (isLong && Date.now() < until)
  const after = await look()
  for (const part of ['host', 'dialog'] as const) {
    expect(after[part].heap - before[part].heap, `${part}: bytes after ${count} openings`).toBeLessThan(count * perOpening)
    expect(after[part].listeners, `${part}: listeners`).toBeLessThanOrEqual(before[part].listeners)
    expect(after[part].nodes, `${part}: nodes`).toBeLessThanOrEqual(before[part].nodes)
  }
  // What stays is seen.
  await page.evaluate((bytes) => Object.assign(window, { kept: Array.from({ length: bytes / 4 }, Math.random) }), count * perOpening)
  expect((await look()).host.heap - before.host.heap).toBeGreaterThan(count * perOpening)
})
