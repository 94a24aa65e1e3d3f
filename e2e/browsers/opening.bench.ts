import type { Engine } from './driver.ts'
import { type Visit, visitOf } from './screen.ts'
import { expect, test } from './test.ts'

/* How long the dialog takes to open in each engine: `npm run bench -- engines`. */

const visits = Number(process.env.LATCHKEY_BENCH_VISITS ?? 9)

const row = 'main[data-view="Connect"] ul.list button.row'

/** Presses the page's button by a click of its own, and notes when; then, when the dialog's frame has been loaded and the page drew after it. Serialised. */
function press(): void {
  const own = window as unknown as { clicked: number; loaded: number }
  const now = () => performance.timeOrigin + performance.now()
  const note = () => {
    own.loaded = now()
  }
  own.loaded = 0
  document.addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(note)), { capture: true, once: true })
  own.clicked = now()
  document.querySelector('button')?.click()
}
const pressed = (visit: Visit) => visit.page.evaluate(() => (window as unknown as { clicked: number }).clicked)

async function firstVisit(engine: Engine): Promise<Visit> {
  const [tab] = await engine.tabs()
  if (!tab) throw new Error('The browser has no tab.')
  return visitOf(engine, tab)
}

/**
 * A browser that has never been here: from the press to the dialog's first picture, of a frame that is loaded then. The first picture has the rows: the
 * document's first script draws them. WebKitGTK tells nothing of pictures; there it is the load of the frame, in which they are drawn.
 */
async function cold(visit: Visit, url: string): Promise<number> {
  await visit.open(url)
  await visit.page.evaluate(press)
  await visit.dialog.see({ css: row })
  const tells = await visit.dialog.evaluate(() => PerformanceObserver.supportedEntryTypes.includes('paint'))
  const drawn = () =>
    tells
      ? visit.dialog.evaluate(() => {
          const [picture] = performance.getEntriesByName('first-contentful-paint')
          return picture ? performance.timeOrigin + picture.startTime : 0
        })
      : visit.page.evaluate(() => (window as unknown as { loaded: number }).loaded)
  await expect.poll(drawn).toBeGreaterThan(0)
  return (await drawn()) - (await pressed(visit))
}

/** The frame is there, and was opened before: from the press to the first frame of an animation that has a row. */
async function warm(visit: Visit): Promise<number> {
  await visit.page.evaluate(() => void window.host.modal.close())
  await visit.closed()
  await visit.dialog.evaluate((selector) => {
    const own = window as unknown as { drawn: number | undefined }
    own.drawn = undefined
    const look = () => {
      if (document.querySelector<HTMLElement>(selector)?.offsetHeight) own.drawn = performance.timeOrigin + performance.now()
      else requestAnimationFrame(look)
    }
    // What is not displayed has no animation frames.
    requestAnimationFrame(() => requestAnimationFrame(look))
  }, row)
  await visit.page.evaluate(press)
  const drawn = () => visit.dialog.evaluate(() => (window as unknown as { drawn?: number }).drawn ?? 0)
  await expect.poll(drawn).toBeGreaterThan(0)
  return (await drawn()) - (await pressed(visit))
}

test('open, cold and warm', async ({ startEngine, hosts }) => {
  test.setTimeout(600_000)
  const url = hosts.url('shop', 'script', { preload: 'none' })
  const times = { cold: [] as number[], warm: [] as number[] }
  // The first visit fills the caches of the server, and is not counted.
  for (let index = -1; index < visits; index += 1) {
    const engine = await startEngine('default')
    const visit = await firstVisit(engine)
    const first = await cold(visit, url)
    const again = await warm(visit)
    if (index >= 0) {
      times.cold.push(first)
      times.warm.push(again)
    }
    if (index === 0) test.info().annotations.push({ type: 'engine', description: `${engine.name} ${engine.version}` })
    await engine.close()
  }
  expect([...times.cold, ...times.warm].every((time) => time > 0)).toBe(true)
  test.info().annotations.push({ type: 'times', description: JSON.stringify(times) })
})
