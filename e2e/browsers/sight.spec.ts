import { type Hex, verifyMessage } from 'viem'
import type { Engine } from './driver.ts'
import { loginByEmail } from './login.ts'
import type { Asked, Outcome, Visit } from './screen.ts'
import { expect, test } from './test.ts'

/*
 * A page that draws over an approval, makes it small, moves it or takes the focus, and hands that are quicker than eyes. Where the browser tells what
 * covers a document, the frame asks and its button waits; elsewhere only the wallet's own window does.
 */

const approve = { css: '[data-testid="approve"]' }
/** What is pressed in the frame on the way to a yes: it says yes, or opens the wallet's window. */
const yes = { css: '[data-testid="approve"], [data-testid="open-window"]' }

/** What a page can do to the dialog's frame, and undo. `over`: an element of the page lies over all of it, or over the button alone. */
const attacks = {
  'covered by an element of the page': { over: 'all', frame: '' },
  'covered where its button is': { over: 'button', frame: '' },
  'made transparent': { over: '', frame: 'opacity:0.01' },
  blurred: { over: '', frame: 'filter:blur(24px)' },
  'made tiny': { over: '', frame: 'transform:scale(0.4)' },
  turned: { over: '', frame: 'transform:rotate(4deg)' },
  'made low': { over: '', frame: 'height:200px' },
  'made narrow': { over: '', frame: 'width:300px' },
  'moved off the screen': { over: '', frame: 'translate:0 -390px' },
  'cut off': { over: '', frame: 'clip-path:inset(0 0 60% 0)' },
} as const
type Attack = (typeof attacks)[keyof typeof attacks]

/** Attacks under which a press still reaches the button where it was drawn: the others leave nothing to press. */
const pressed = new Set<string>([
  'covered by an element of the page',
  'covered where its button is',
  'made transparent',
  'blurred',
  'made tiny',
])

/** @returns undoes it */
async function play({ page, secure }: Visit, { over, frame }: Attack): Promise<() => Promise<void>> {
  const at = await secure.toTab(await secure.see(yes))
  await page.evaluate(
    ([above, style, { x, y }]) => {
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
      const box =
        above === 'all' ? 'inset:0;width:100vw;height:100vh' : `inset:auto;left:${x - 60}px;top:${y - 20}px;width:120px;height:40px`
      cover.style.cssText = `position:fixed;${box};background:#fff;pointer-events:none;border:0;margin:0`
      document.body.append(cover)
      cover.showPopover()
    },
    [over, frame, at] as const,
  )
  return () =>
    page.evaluate(() => {
      const iframe = document.querySelector('iframe[data-latchkey="dialog"]') as HTMLElement
      iframe.style.cssText = iframe.dataset.before ?? ''
      document.getElementById('cover')?.remove()
    })
}

/** Signs in, and has the page ask for a signature. */
async function ask(engine: Engine, visit: Visit, server: Parameters<typeof loginByEmail>[2]) {
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await loginByEmail(engine, visit, server)
  const [address = '0x'] = await visit.accounts()
  const signing = await visit.request('personal_sign', ['0x48656c6c6f', address])
  await visit.shows('ApproveTransaction')
  await visit.secure.see(yes)
  /** Whether this browser tells a document what covers it. */
  const tells = await visit.secure.evaluate(() => 'isVisible' in IntersectionObserverEntry.prototype)
  test.info().annotations.push({ type: 'consent', description: tells ? 'in the frame, while it is seen whole' : 'in the wallet’s window' })
  return { address, signing, tells }
}

/** Whatever was pressed: nothing is signed, and at most the wallet's window has opened, which is closed. */
async function noYes(engine: Engine, visit: Visit, signing: Asked, tells: boolean, what: string): Promise<void> {
  if (!tells) expect(await visit.secure.find(approve), what).toEqual([])
  const [, ...others] = await engine.tabs()
  expect(others.length, what).toBeLessThanOrEqual(1)
  for (const tab of others) await tab.close()
  await visit.tab.toFront()
  expect(await signing.now(), what).toBeNull()
}

/** The user says yes after all, to what the page asked for. */
async function consents(visit: Visit, { address, signing, tells }: Awaited<ReturnType<typeof ask>>): Promise<void> {
  // A frame that did not have the focus takes the first press for that alone.
  await visit.secure.click({ role: 'heading' })
  expect(await visit.consent(/Hello/)).toBe(tells ? 'frame' : 'window')
  expect(await verifyMessage({ address, message: 'Hello', signature: (await signing()).result as Hex })).toBe(true)
  await visit.closed()
}

test('error: an approval that a page covers, hides, shrinks, turns or moves away gets no yes in the frame', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  test.setTimeout(240_000)
  await visit.open(hosts.url(site, 'script'))
  const asked = await ask(engine, visit, server)
  const { signing, tells } = asked
  const { secure, tab } = visit
  for (const [name, attack] of Object.entries(attacks)) {
    // It is in its place, and can be pressed.
    await secure.place(yes)
    const undo = await play(visit, attack)
    if (tells) await visit.until(async () => (await secure.find(approve))[0]?.disabled ?? true, `${name}, it cannot be pressed`).toBe(true)
    if (pressed.has(name)) {
      let at: Awaited<ReturnType<typeof secure.toTab>> | undefined
      await visit
        .until(async () => {
          const [button] = await secure.find(yes)
          at = button && (await secure.toTab(button))
          return at?.reached
        }, `${name}, a press gets there`)
        .toBe(true)
      if (at) await tab.pointer([{ move: at }, 'down', 'up'])
    }
    await noYes(engine, visit, signing, tells, name)
    await undo()
  }
  await consents(visit, asked)
})

test('error: a page that takes the focus, or gives it to the frame while the user types, gets no yes', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  await visit.open(hosts.url(site, 'script'))
  const asked = await ask(engine, visit, server)
  const { signing, tells } = asked
  const { secure, tab, page } = visit
  await test.step('keys that were meant for the page', async () => {
    await visit.until(async () => (await secure.see(yes)).disabled, 'it can be pressed').toBe(false)
    await page.evaluate(() => (document.querySelector('iframe[data-latchkey="dialog"]') as HTMLElement).focus())
    await secure.type(['Enter', 'Space', 'Enter', 'Space'])
    await noYes(engine, visit, signing, tells, 'Enter and Space')
  })
  await test.step('presses while the page takes the focus again and again', async () => {
    await page.evaluate(() => {
      const theft = setInterval(() => {
        window.focus()
        document.querySelector('button')?.focus()
      }, 10)
      Object.assign(window, { theft })
    })
    for (let presses = 0; presses < 3; presses += 1) {
      await tab.pointer([{ move: await secure.place(yes) }, 'down', 'up'])
      await noYes(engine, visit, signing, tells, 'focus taken')
    }
    await page.evaluate(() => clearInterval((window as unknown as { theft: number }).theft))
  })
  await consents(visit, asked)
})

test('error: a double click that began elsewhere, and a drag onto the button, are no yes', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  await visit.open(hosts.url(site, 'script'))
  const { address, signing } = await ask(engine, visit, server)
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
