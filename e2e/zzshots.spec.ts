import { test } from '@playwright/test'
import { serveViews } from './support/viewServer.ts'
import { draw, openViews } from './support/views.ts'
import { findings } from './support/axe.ts'
test('shots', async ({ browser }) => {
  test.setTimeout(280_000)
  const { url, stop } = await serveViews()
  for (const [name, look, size] of [['light', {}, {width:400,height:720}], ['dark', {theme:'dark'}, {width:400,height:720}], ['ar', {locale:'ar'}, {width:390,height:844}]] as const) {
    const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' }); const page = await context.newPage()
    const all = await openViews(page, url)
    for (const state of all.filter((s) => /^(name|buy)-/.test(s))) {
      if (name !== 'light' && !/free|taken|done$|form|estimate|arrived/.test(state)) continue
      await draw(page, state, look as never)
      await page.waitForTimeout(100)
      await page.screenshot({ path: `/tmp/nshots/${state}-${name}.png` })
      const found = await findings(page).catch((e: Error) => e.message)
      if (found.length) console.log(state, name, JSON.stringify(found).slice(0, 600))
    }
    await page.close()
  }
  await stop()
})
