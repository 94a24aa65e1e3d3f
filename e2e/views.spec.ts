import { fileURLToPath } from 'node:url'
import { languageTags } from '@latchkey/protocol'
import { inspect, prepareInspection } from './support/inspect.ts'
import { expect, test } from './support/problems.ts'
import { serveViews } from './support/viewServer.ts'
import { draw, type Look, openViews } from './support/views.ts'

/** Every view in every state, as the real shell, views and stores draw it. Pictures go to `e2e/screenshots/`. */

// The variants are shared among the workers.
test.describe.configure({ mode: 'parallel' })
// A failure says which state and what in words; recording every state costs more than looking at it.
test.use({ trace: 'off' })

const pictures = fileURLToPath(new URL('screenshots', import.meta.url))

type Variant = Look & {
  readonly name: string
  readonly size?: { readonly width: number; readonly height: number }
  readonly touch?: boolean
  /** Rules that axe checks; colours alone where nothing else differs. */
  readonly axe?: 'all' | 'colours'
  /** Only in `npm run test:long`: what is left when the others hold. */
  readonly long?: true
  /** The languages in turn, one for each state. */
  readonly inTurn?: readonly string[]
}

const phone = { width: 390, height: 844 }
const smallest = { width: 320, height: 568 }
/** English and Arabic have looks of their own. */
const translations = languageTags.filter((tag) => tag !== 'en' && tag !== 'ar')
const variants: readonly Variant[] = [
  { name: 'light', axe: 'all' },
  { name: 'dark', theme: 'dark', axe: 'colours' },
  { name: 'contrast', theme: 'contrast', axe: 'colours', long: true },
  { name: 'contrast-dark', theme: 'contrast-dark', axe: 'colours', long: true },
  // The same elements as in English: axe reads them again in `npm run test:long` only.
  { name: 'arabic', locale: 'ar', axe: 'all', long: true },
  { name: 'phone', size: phone, touch: true, long: true },
  { name: 'phone-arabic', size: phone, touch: true, locale: 'ar' },
  { name: 'phone-arabic-dark', size: phone, touch: true, locale: 'ar', theme: 'dark', long: true },
  { name: 'pseudo', locale: 'en-XA', long: true },
  { name: 'narrow', size: smallest, inTurn: ['en', ...translations] },
  ...translations.map((locale) => ({ name: `narrow-${locale}`, size: smallest, locale, long: true as const })),
  { name: 'large-text', zoom: 200, long: true },
]

/** Looks that `npm test` takes in turn, one for each state; the first look draws them all, and `npm run test:long` all of them in every look. */
const inTurn = variants.filter(({ name, long }) => !long && name !== 'light')
const everyState = !process.env.LATCHKEY_RETRIES || process.env.LATCHKEY_LONG

let url = ''
let stop: () => Promise<void> = async () => {}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const served = await serveViews()
  url = served.url
  stop = served.stop
})
test.afterAll(async () => stop())

for (const variant of variants.filter(({ long }) => !long || process.env.LATCHKEY_LONG)) {
  test(`every view and state: ${variant.name}`, async ({ browser }) => {
    test.setTimeout(400_000)
    const turn = inTurn.indexOf(variant)
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
    const states = await openViews(page, url)
    if (variant.axe) await prepareInspection(page)
    const drawn = everyState || turn < 0 ? states : states.filter((_, index) => index % inTurn.length === turn)
    for (const [index, state] of drawn.entries()) {
      const locale = variant.inTurn?.[index % variant.inTurn.length] ?? variant.locale ?? 'en'
      await draw(page, state, { ...variant, locale })
      const { overflow, targets, axe } = await inspect(page, variant.axe ?? 'none')
      expect.soft(overflow, `${state}: overflow`).toEqual([])
      expect.soft(targets, `${state}: targets`).toEqual([])
      expect.soft(axe, `${state}: axe`).toEqual([])
      if (everyState || variant === variants[0]) await page.screenshot({ path: `${pictures}/${variant.name}/${state}.png` })
    }
    expect(problems, 'console').toEqual([])
    await context.close()
  })
}
