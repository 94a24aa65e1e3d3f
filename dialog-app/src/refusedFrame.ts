import { type Boot, chooseLanguage, emptySnapshot, languages, newId, protocolVersion } from '@latchkey/protocol'
import { createDialogWindow, dialogMethods, type WindowPhase } from './bridge/dialogWindow.js'
import { standForDialog } from './bridge/refusal.js'
import { plainButton } from './lib/plainButton.js'
import catalogue from './locales/refused.messages.json'

const titles = {
  needed: ['windowTitle', 'windowBody'],
  open: ['windowOpenTitle', 'windowOpenBody'],
  closed: ['windowClosedTitle', 'windowClosedBody'],
  lost: ['windowLostTitle', 'windowLostBody'],
  blocked: ['windowBlockedTitle', 'windowBlockedBody'],
} as const satisfies Record<Exclude<WindowPhase, 'idle'>, readonly [string, string]>

/**
 * The frame of a page that is itself in the frame of a site which the project does not list: one button, which goes on in a window. Whoever frames
 * this document can trick a user into pressing the button: that only opens a window of ours.
 *
 * @param ancestor the site that is not listed
 */
export function startRefusedFrame({ origin, build, projectId }: Boot, ancestor: string): void {
  const language = chooseLanguage(navigator.languages)
  const words = catalogue[language]
  document.documentElement.lang = language
  document.documentElement.dir = languages[language]
  const main = document.querySelector('main')
  const epoch = newId()

  const url = new URL(location.href)
  url.searchParams.delete('ancestor')
  const page = standForDialog(origin, dialogMethods, (method, params, signal) => own.call(method, params, signal))

  function draw(phase: WindowPhase) {
    if (phase === 'idle') return
    const [titleOf, bodyOf] = titles[phase]
    const title = document.createElement('h1')
    title.tabIndex = -1
    title.append(words[titleOf])
    document.title = words[titleOf]
    const body = document.createElement('p')
    body.append(words[bodyOf])
    const go = plainButton(phase === 'open' ? words.windowShow : words.windowOpen, 'primary', own.open)
    const end = plainButton(phase === 'lost' ? words.close : words.cancel, phase === 'lost' ? 'primary' : '', own.giveUp)
    main?.replaceChildren(title, body, ...(phase === 'lost' ? [] : [go]), end)
    main?.setAttribute('data-phase', phase)
    title.focus()
  }

  const own = createDialogWindow({ page, url: url.href, epoch, onPhase: draw })
  addEventListener('keydown', ({ key }) => key === 'Escape' && own.giveUp())

  const start = async () => {
    await page.call('hello', { protocol: protocolVersion, build, epoch })
    await page.call('reportMistakes', { mistakes: [{ kind: 'ancestor', path: ancestor, value: JSON.stringify(projectId) }] })
    await page.call('stateChanged', { ...emptySnapshot, seq: 0 })
  }
  // A page that is gone needs no answer.
  start().catch(() => undefined)
}
