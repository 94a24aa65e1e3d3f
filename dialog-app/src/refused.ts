import { alerts, type Boot, bootElementId, chooseLanguage, languages, type WireError } from '@latchkey/protocol'
import { sayRefused } from './bridge/refusal.js'
import { plainButton } from './lib/plainButton.js'
import catalogue from './locales/refused.messages.json'

type RefusedBoot = Boot & { readonly error: WireError }

function readBoot(): RefusedBoot | undefined {
  try {
    return JSON.parse(document.getElementById(bootElementId)?.textContent ?? '')
  } catch {
    return undefined
  }
}

/** Draws why there is no dialog and what to do about it; tells the page, when there is one. No framework: this document is only a sentence. */
function draw(boot: RefusedBoot | undefined): void {
  const language = chooseLanguage(navigator.languages)
  const words = catalogue[language]
  const origin = boot?.origin ?? ''
  const page = window.parent === window || !boot || !origin ? undefined : sayRefused({ origin, build: boot.build, error: boot.error })
  const aboutOrigin = boot?.error.message === alerts.originNotAllowed && origin !== ''
  document.documentElement.lang = language
  document.documentElement.dir = languages[language]

  const main = document.querySelector('main')
  const title = document.createElement('h1')
  title.tabIndex = -1
  title.append(aboutOrigin ? words.originTitle : words.projectTitle)
  document.title = title.textContent ?? ''
  const body = document.createElement('p')
  const [before, after] = (aboutOrigin ? words.originBody : words.projectBody).split('{origin}')
  body.append(before ?? '')
  if (after !== undefined) {
    const isolated = document.createElement('bdi')
    isolated.dir = 'ltr'
    isolated.append(origin)
    body.append(isolated, after)
  }
  main?.append(title, body)
  if (aboutOrigin) {
    const copy = plainButton(words.copyOrigin, 'primary', async () => {
      try {
        await navigator.clipboard.writeText(origin)
        copy.textContent = words.copied
      } catch {
        const text = document.createElement('output')
        text.dir = 'ltr'
        text.append(origin)
        copy.replaceWith(text)
        getSelection()?.selectAllChildren(text)
      }
    })
    main?.append(copy)
  }
  if (page) {
    const close = () => void page.hide()
    main?.append(plainButton(words.close, aboutOrigin ? '' : 'primary', close))
    addEventListener('keydown', (event) => {
      if (event.key === 'Escape') close()
    })
  }
  title.focus()
}

const boot = readBoot()
const { ancestor } = (boot?.error.data ?? {}) as { ancestor?: unknown }
// The page may use the dialog, but not in this frame: it continues in a window.
if (boot && typeof ancestor === 'string' && window.parent !== window)
  import('./refusedFrame.js').then(
    ({ startRefusedFrame }) => startRefusedFrame(boot, ancestor),
    () => draw(boot),
  )
else draw(boot)
