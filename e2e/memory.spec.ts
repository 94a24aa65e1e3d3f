import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/* A page that stays open for long keeps no more memory for a dialog that was opened and closed often than for one that was opened a few times. */

const isLong = Boolean(process.env.LATCHKEY_LONG)
/** Openings after which everything that comes once has come. */
const warmUp = 8
/** Openings of a round. The last one is the test's own, which sees what is drawn; the others are the page's, which leave nothing of the test's. */
const round = isLong ? 200 : 8
/** Bytes that may stay behind of one opening, what the test's own calls and its trace leave included. */
const perOpening = 16_384
/** Bytes that may stay behind of any number of openings: what a page keeps does not grow with the time that it is there. */
const most = 64 * perOpening

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

/** Runs in the page: opens and closes, and waits each time until the frame is seen and until it is hidden. */
async function openOften(count: number) {
  const { modal, seen } = window.host
  const isSeen = () => document.querySelector('iframe[data-latchkey="dialog"]')?.checkVisibility({ visibilityProperty: true }) ?? false
  const until = async (wanted: boolean) => {
    while (isSeen() !== wanted) await new Promise(requestAnimationFrame)
  }
  for (let index = 0; index < count; index += 1) {
    const opening = modal.open()
    await until(true)
    modal.close()
    await opening
    await until(false)
  }
  // The host page's own list of what it has heard.
  seen.length = 0
}

// Half an hour of it is larger than can be written, and it holds what it has recorded in the page.
if (isLong) test.use({ trace: 'off' })

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
    await page.evaluate(openOften, count - 1)
    await openAndClose()
  }
  // The first one, so that the frame is there.
  await openAndClose()
  await openings(isLong ? round : warmUp)
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
  const allowed = Math.min(count * perOpening, most)
  for (const part of ['host', 'dialog'] as const) {
    expect(after[part].heap - before[part].heap, `${part}: bytes after ${count} openings`).toBeLessThan(allowed)
    expect(after[part].listeners, `${part}: listeners`).toBeLessThanOrEqual(before[part].listeners)
    expect(after[part].nodes, `${part}: nodes`).toBeLessThanOrEqual(before[part].nodes)
  }
  // What stays is seen.
  await page.evaluate((bytes) => Object.assign(window, { kept: Array.from({ length: bytes / 4 }, Math.random) }), allowed)
  expect((await look()).host.heap - before.host.heap).toBeGreaterThan(allowed)
})
