import { type Hex, verifyMessage } from 'viem'
import { loginByEmail } from './login.ts'
import type { Outcome, Visit } from './screen.ts'
import { expect, test } from './test.ts'

/*
 * A page that draws over an approval, makes it small, moves it or takes the focus, and hands that are quicker than eyes. Where the browser tells what
 * covers a document, the frame asks and its button waits; elsewhere only the wallet's own window does.
 */

/** What a page can do to the dialog's frame, and undo. */
const attacks = {
  'covered by an element of the page': { over: 'position:fixed;inset:0;background:#fff;pointer-events:none', frame: '' },
  'made transparent': { over: '', frame: 'opacity:0.01' },
  'made small': { over: '', frame: 'height:200px' },
  'moved off the screen': { over: '', frame: 'translate:0 -390px' },
  'cut off': { over: '', frame: 'clip-path:inset(0 0 60% 0)' },
} as const
type Attack = (typeof attacks)[keyof typeof attacks]

/** @returns undoes it */
async function play({ page }: Visit, { over, frame }: Attack): Promise<() => Promise<void>> {
  await page.evaluate(
    ([above, style]) => {
      const iframe = document.querySelector('iframe[data-latchkey="dialog"]') as HTMLElement
      iframe.dataset.before = iframe.style.cssText
      for (const rule of style.split(';').filter(Boolean)) {
        const [name = '', value = ''] = rule.split(':')
        iframe.style.setProperty(name, value, 'important')
      }
      if (!above) return
      const cover = document.createElement('div')
      cover.id = 'cover'
      cover.popover = 'manual'
      cover.style.cssText = `${above};width:100vw;height:100vh;border:0;margin:0`
      document.body.append(cover)
      cover.showPopover()
    },
    [over, frame] as const,
  )
  return () =>
    page.evaluate(() => {
      const iframe = document.querySelector('iframe[data-latchkey="dialog"]') as HTMLElement
      iframe.style.cssText = iframe.dataset.before ?? ''
      document.getElementById('cover')?.remove()
    })
}

test('error: an approval that a page covers, hides, shrinks or moves gets no yes in the frame', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await loginByEmail(engine, visit, server)
  const [address = '0x'] = await visit.accounts()
  const signing = await visit.request('personal_sign', ['0x48656c6c6f', address])
  await visit.shows('ApproveTransaction')
  const approve = { css: '[data-testid="approve"]' }
  const tells = await visit.secure.evaluate(() => 'isVisible' in IntersectionObserverEntry.prototype)
  test.info().annotations.push({ type: 'consent', description: tells ? 'in the frame, while it is seen whole' : 'in the wallet’s window' })
  if (!tells) {
    await visit.secure.see({ css: '[data-testid="open-window"]' })
    expect(await visit.secure.find(approve)).toEqual([])
  } else
    for (const [name, attack] of Object.entries(attacks)) {
      await visit.until(async () => (await visit.secure.see(approve)).disabled, `before it is ${name}, it can be pressed`).toBe(false)
      const undo = await play(visit, attack)
      await visit.until(async () => (await visit.secure.find(approve))[0]?.disabled ?? true, `${name}, it cannot be pressed`).toBe(true)
      await undo()
    }
  expect(await visit.consent(/Hello/)).toBe(tells ? 'frame' : 'window')
  expect(await verifyMessage({ address, message: 'Hello', signature: (await signing()).result as Hex })).toBe(true)
  await visit.closed()
})

test('error: a double click that began elsewhere, and a drag onto the button, are no yes', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await loginByEmail(engine, visit, server)
  const [address = '0x'] = await visit.accounts()
  const signing = await visit.request('personal_sign', ['0x48656c6c6f', address])
  await visit.shows('ApproveTransaction')
  const yes = { css: '[data-testid="approve"], [data-testid="open-window"]' }
  const at = await visit.secure.place(yes)
  const beside = await visit.secure.place({ role: 'heading' })
  // Pressed beside it, let go on it.
  await visit.tab.pointer([{ move: beside }, 'down', { move: at }, { wait: engine.rest }, 'up'])
  expect(await engine.tabs()).toHaveLength(1)
  await visit.secure.see(yes)
  await visit.secure.click({ role: 'button', name: 'Reject' })
  expect((await signing()).code).toBe(4001)
  await visit.closed()

  // The page makes the user click twice where the button will be: the second press meets a button that has just come.
  const next = await visit.request('personal_sign', ['0x48656c6c6f', address])
  for (let presses = 0; presses < 6; presses += 1) await visit.tab.pointer([{ move: at }, 'down', 'up', { wait: 60 }])
  // A press beside the card closes the dialog, also late; one in the frame opens the wallet's window at most: nothing is signed.
  const windows = await engine.tabs()
  expect(windows.length).toBeLessThanOrEqual(2)
  for (const tab of windows.slice(1)) await tab.close()
  let outcome: Outcome | undefined
  const answered = next().then((value) => (outcome = value))
  await visit
    .until(async () => {
      const [reject] = await visit.secure.find({ role: 'button', name: 'Reject' })
      if (reject && !outcome) await visit.tab.pointer([{ move: await visit.secure.toTab(reject) }, 'down', 'up'])
      return outcome?.code
    }, 'it is refused')
    .toBe(4001)
  await answered
})
