import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { serveViews } from './support/viewServer.ts'
import { draw, type Look, openViews } from './support/views.ts'

/** Every view in every state, as the real shell, views and stores draw it. Pictures go to `e2e/screenshots/`. */

const pictures = fileURLToPath(new URL('screenshots', import.meta.url))

type Variant = Look & {
  readonly name: string
  readonly size?: { readonly width: number; readonly height: number }
  readonly touch?: boolean
  /** Rules that axe checks; colours alone where nothing else differs. */
  readonly axe?: 'all' | 'colours'
  /** Only in `npm run test:long`: what is left when the others hold. */
  readonly long?: true
}

const phone = { width: 390, height: 844 }
const variants: readonly Variant[] = [
  { name: 'light', axe: 'all' },
  { name: 'dark', theme: 'dark', axe: 'all' },
  { name: 'contrast', theme: 'contrast', axe: 'colours', long: true },
  { name: 'contrast-dark', theme: 'contrast-dark', axe: 'colours', long: true },
  { name: 'arabic', locale: 'ar', axe: 'all' },
  { name: 'phone', size: phone, touch: true },
  { name: 'phone-arabic-dark', size: phone, touch: true, locale: 'ar', theme: 'dark', long: true },
  { name: 'pseudo', locale: 'en-XA', long: true },
  { name: 'narrow', size: { width: 320, height: 568 } },
  { name: 'large-text', zoom: 200 },
]

let url = ''
let stop: () => Promise<void> = async () => {}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const served = await serveViews()
  url = served.url
  stop = served.stop
})
test.afterAll(async () => stop())

/** Words that are cut although they could wrap, and boxes that stick out of the card. */
const sticksOut = () => {
  const card = document.querySelector('.card')?.getBoundingClientRect()
  const found: string[] = []
  if (document.documentElement.scrollWidth > innerWidth) found.push(`document is ${document.documentElement.scrollWidth} wide`)
  if (!card || card.left < 0 || card.right > innerWidth + 0.5) found.push('card leaves the window')
  for (const element of document.querySelectorAll<HTMLElement>('main *')) {
    const box = element.getBoundingClientRect()
    if (!card || box.width === 0 || element.closest('.visually-hidden, .clip, .code, svg, .row .main')) continue
    if (box.left < card.left - 1 || box.right > card.right + 1)
      found.push(`${element.tagName}.${element.className} sticks out: ${element.textContent?.slice(0, 30)}`)
    if (element.matches('.body') && element.scrollWidth > element.clientWidth + 1) found.push('content scrolls sideways')
  }
  return found
}

/** Everything that can be pressed and is smaller than 44 px, counting the invisible edge of its target. Links inside a sentence are exempt. */
const smallTargets = () => {
  const found: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('main :is(button, a, summary, .check, .field input[data-search])')) {
    if (element.matches('.check a, .legal a')) continue
    const box = element.getBoundingClientRect()
    const edge = getComputedStyle(element, '::after')
    const grow = edge.content !== 'none' && edge.position === 'absolute' ? -Number.parseFloat(edge.top) || 0 : 0
    const height = box.height + 2 * Math.max(0, grow)
    if (box.width < 43.5 || height < 43.5)
      found.push(`${element.tagName} "${element.textContent || element.ariaLabel}" ${box.width}×${height}`)
  }
  return found
}

for (const variant of variants.filter(({ long }) => !long || process.env.LATCHKEY_LONG)) {
  test(`every view and state: ${variant.name}`, async ({ browser }) => {
    test.setTimeout(400_000)
    const context = await browser.newContext({
      viewport: variant.size ?? { width: 480, height: 720 },
      reducedMotion: 'reduce',
      deviceScaleFactor: 1,
      hasTouch: variant.touch ?? false,
      isMobile: variant.touch ?? false,
    })
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    for (const state of await openViews(page, url)) {
      await test.step(state, async () => {
        await draw(page, state, variant)
        expect.soft(await page.evaluate(sticksOut), `${state}: overflow`).toEqual([])
        expect.soft(await page.evaluate(smallTargets), `${state}: targets`).toEqual([])
        if (variant.axe) {
          const axe = new AxeBuilder({ page })
          const { violations } = await (variant.axe === 'colours' ? axe.withRules(['color-contrast']) : axe).analyze()
          const short = violations.flatMap(({ id, nodes }) =>
            nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
          )
          expect.soft(short, `${state}: axe`).toEqual([])
        }
        await page.screenshot({ path: `${pictures}/${variant.name}/${state}.png` })
      })
    }
    expect(problems, 'console').toEqual([])
    await context.close()
  })
}
