import { test, expect } from '@playwright/test'
import { inspect, prepareInspection } from './support/inspect.ts'
import { serveViews } from './support/viewServer.ts'
import { draw, openViews } from './support/views.ts'
const vs = [
  { name: 'light', axe: 'all' as const }, { name: 'dark', theme: 'dark' as const, axe: 'colours' as const }, { name: 'arabic', locale: 'ar' },
  { name: 'phone', size: { width: 390, height: 844 }, touch: true }, { name: 'narrow', size: { width: 320, height: 568 } }, { name: 'large-text', zoom: 200 },
]
test('swap states', async ({ browser }) => {
  test.setTimeout(500_000)
  const { url, stop } = await serveViews()
  const only = process.env.ONLY ?? '^swap'
  for (const v of vs.filter((x) => !process.env.VARIANT || process.env.VARIANT.split(',').includes(x.name))) {
    const context = await browser.newContext({ viewport: v.size ?? { width: 480, height: 720 }, reducedMotion: 'reduce', isMobile: v.touch ?? false, hasTouch: v.touch ?? false })
    const page = await context.newPage()
    page.on('console', (m) => console.log(v.name, m.type(), m.text()))
    page.on('pageerror', (e) => console.log(v.name, 'ERR', e.message))
    const states = (await openViews(page, url)).filter((s) => new RegExp(only).test(s))
    if (v.axe) await prepareInspection(page)
    for (const s of states) {
      await draw(page, s, v as never)
      const { overflow, targets, axe } = await inspect(page, v.axe ?? 'none')
      expect.soft(overflow, `${v.name} ${s}: overflow`).toEqual([])
      expect.soft(targets, `${v.name} ${s}: targets`).toEqual([])
      expect.soft(axe, `${v.name} ${s}: axe`).toEqual([])
      await page.screenshot({ path: `/tmp/shots/${v.name}-${s}.png` })
    }
    await context.close()
  }
  await stop()
})
