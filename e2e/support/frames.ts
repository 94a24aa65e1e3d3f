import { expect, type Frame, type Page } from '@playwright/test'

/** What stood in the dialog when a frame of it was about to be painted. */
export type Painted = {
  /** Empty while there is none to be seen. */
  readonly view: string
  readonly total: string
  /** Of the tab on screen. */
  readonly rows: number
  readonly placeholders: number
}

type Recorder = { readonly frames: Painted[]; placeholders: number }
type Recording = Window & { recorder: Recorder }

/** The document of the dialog. */
export async function dialogFrame(page: Page): Promise<Frame> {
  const frame = await (await page.locator('iframe[data-latchkey="dialog"]').elementHandle())?.contentFrame()
  if (!frame) throw new Error('The page has no dialog.')
  return frame
}

/** From now on every animation frame of the dialog is noted. A closed dialog has none. */
export async function recordFrames(page: Page): Promise<void> {
  const frame = await dialogFrame(page)
  await frame.evaluate(() => {
    const recorder: Recorder = { frames: [], placeholders: 0 }
    Object.assign(window, { recorder })
    const isPlaceholder = (node: Node) => node instanceof Element && (node.matches('.sk') || node.querySelector('.sk') !== null)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) recorder.placeholders += [...addedNodes].filter(isPlaceholder).length
    }).observe(document, { subtree: true, childList: true })
    const note = () => {
      const main = [...document.querySelectorAll('main[data-view]')].find((one) => one.checkVisibility({ visibilityProperty: true }))
      recorder.frames.push({
        view: main?.getAttribute('data-view') ?? '',
        total: main?.querySelector('[data-total]')?.textContent ?? '',
        rows: main?.querySelectorAll('[data-token], [data-activity]').length ?? 0,
        placeholders: main?.querySelectorAll('.sk').length ?? 0,
      })
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
}

/** The frames since the recording began, once the view is there for good; and how many placeholders were ever drawn, if only for a moment. */
export async function recordedFrames(
  page: Page,
  view: string,
): Promise<{ readonly frames: readonly Painted[]; readonly placeholders: number }> {
  const frame = await dialogFrame(page)
  const read = () => frame.evaluate(() => (window as unknown as Recording).recorder)
  await expect.poll(async () => (await read()).frames.filter((one) => one.view === view).length).toBeGreaterThan(20)
  return read()
}
