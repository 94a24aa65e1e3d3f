import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringAxe, look } from '../support/inspect.ts'
import { serveViews } from '../support/viewServer.ts'
import type { Look } from '../support/views.ts'
import type { Tab } from './driver.ts'
import { type Screen, screenOf } from './screen.ts'
import { expect, test } from './test.ts'

/* How ten views look in each engine, with axe. Every state of every view is looked at in Chromium (`e2e/views.spec.ts`). Pictures go to `e2e/screenshots/`. */

const states = [
  'connect-rows',
  'all-grid',
  'email-returning',
  'device-waiting',
  'code-empty',
  'pair-ready',
  'account-ready',
  'send-review',
  'swap-review',
  'settings-assisted',
] as const

const looks: readonly (Look & { readonly name: string; readonly size: readonly [number, number] })[] = [
  { name: 'light', size: [480, 720] },
  { name: 'phone-arabic-dark', size: [390, 800], locale: 'ar', theme: 'dark' },
  { name: 'narrow', size: [320, 568] },
  { name: 'large-text', size: [480, 720], zoom: 200 },
]

type ViewsWindow = { readonly latchkeyViews: { draw(wanted: object): Promise<void> } }

/** Draws a view in a state, from nothing. Serialised. */
const draw = (wanted: object) => (window as unknown as ViewsWindow).latchkeyViews.draw(wanted)

/** WebKit's small browser has no window as narrow as a phone: there the views are in a frame of that width. */
async function narrowed(tab: Tab, [width, height]: readonly [number, number]): Promise<Screen> {
  const page = screenOf(tab)
  if ((await page.evaluate(() => innerWidth)) === width) return page
  await page.evaluate(
    (box) => {
      const frame = document.createElement('iframe')
      document.documentElement.replaceChildren(
        Object.assign(frame, { id: 'phone', src: location.href, width: box.width, height: box.height }),
      )
    },
    { width, height },
  )
  const inside = screenOf(tab, ['#phone'])
  await expect.poll(() => inside.evaluate(() => innerWidth).catch(() => 0)).toBe(width)
  return inside
}

let url = ''
let stop: () => Promise<void> = async () => {}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const served = await serveViews()
  url = served.url
  stop = served.stop
})
test.afterAll(async () => stop())

test('behavior: ten views, in light, on a phone in dark Arabic, 320 px wide, and with text at 200 %: nothing sticks out, and axe finds nothing', async ({
  engine,
}) => {
  const [tab] = await engine.tabs()
  if (!tab) throw new Error('The browser has no tab.')
  const folder = fileURLToPath(new URL(`../screenshots/browsers/${engine.name}`, import.meta.url))
  await mkdir(folder, { recursive: true })
  for (const { name, size, theme = 'light', locale = 'en', zoom = 100 } of looks)
    await test.step(name, async () => {
      await tab.resize(...size)
      await tab.open(url)
      const page = await narrowed(tab, size)
      await expect.poll(() => page.evaluate(() => 'latchkeyViews' in window)).toBe(true)
      await page.evaluate(bringAxe)
      for (const state of states) {
        await page.evaluate(draw, { state, theme, locale, zoom })
        await page.see({ css: 'main h1' })
        const found = await page.evaluate(look, 'all')
        await writeFile(join(folder, `${name}-${state}.png`), await tab.screenshot())
        // Chromium and Firefox let the keyboard scroll what holds nothing to focus; of WebKit docs/browsers.md says that it does not.
        const axe = found.axe.filter((line) => !line.startsWith('scrollable-region-focusable'))
        expect.soft({ ...found, axe }, `${name}: ${state}`).toEqual({ overflow: [], targets: [], axe: [] })
      }
    })
})
