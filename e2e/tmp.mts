import { chromium } from '@playwright/test'
import { serveViews } from './support/viewServer.ts'
import { draw, openViews } from './support/views.ts'
const wanted = new RegExp(process.argv[2] ?? '.')
const { url, stop } = await serveViews()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const looks: any = { light: {}, dark: { theme: 'dark' }, arabic: { locale: 'ar' }, phone: { size: { width: 390, height: 844 } }, narrow: { size: { width: 320, height: 568 } }, card: { size: { width: 360, height: 800 }, theme: 'dark' } }
for (const name of (process.argv[3] ?? 'light').split(',')) {
  const look = looks[name]
  const context = await browser.newContext({ viewport: look.size ?? { width: 480, height: 720 }, reducedMotion: 'reduce', hasTouch: name === 'phone', isMobile: name === 'phone' })
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()))
  const states = await openViews(page, url)
  for (const state of states.filter((s) => wanted.test(s))) {
    await draw(page, state, look)
    await page.waitForTimeout(200)
    await page.screenshot({ path: `/tmp/shots/${name}-${state}.png` })
    const bottom = await page.evaluate(() => { const b = document.querySelector('.body'); if (!b || b.scrollHeight <= b.clientHeight + 2) return false; b.scrollTop = b.scrollHeight; return true })
    if (bottom) await page.screenshot({ path: `/tmp/shots/${name}-${state}-end.png` })
  }
  await context.close()
}
await browser.close()
await stop()
process.exit(0)
