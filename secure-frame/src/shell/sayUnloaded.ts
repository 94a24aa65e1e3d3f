import { directionOf } from '@latchkey/protocol'
import { setLocale, supported, t } from './i18n.js'

/**
 * Says that a window of the user's could not be loaded, with a button that tries again. It needs neither React nor a stylesheet, which are what may be
 * missing. Nothing is lost by the reload: what a page's address carries is taken by the code that did not come.
 *
 * @param element becomes the whole message
 */
export async function sayUnloaded(element: HTMLElement, reload = () => location.reload()): Promise<void> {
  const language = supported(await setLocale(navigator.language))
  const { documentElement } = element.ownerDocument
  documentElement.lang = language
  documentElement.dir = directionOf(language)

  const title = document.createElement('h1')
  title.textContent = t('window.unloaded')
  const text = document.createElement('p')
  text.textContent = t('window.unloadedText')
  const again = document.createElement('button')
  again.type = 'button'
  again.textContent = t('security.again')
  again.addEventListener('click', reload)

  const main = document.createElement('main')
  main.dataset.view = 'Unloaded'
  Object.assign(main.style, { font: '1rem / 1.5 system-ui, sans-serif', display: 'grid', gap: '12px', justifyItems: 'start' })
  Object.assign(main.style, { maxInlineSize: '24rem', marginInline: 'auto', padding: '48px 16px' })
  Object.assign(title.style, { margin: '0', font: '600 1.25rem / 1.4 system-ui, sans-serif' })
  text.style.margin = '0'
  Object.assign(again.style, { font: 'inherit', fontWeight: '600', minBlockSize: '44px', paddingInline: '20px', marginBlockStart: '8px' })
  Object.assign(again.style, { color: '#fff', background: '#2356d8', border: '0', borderRadius: '12px', cursor: 'pointer' })
  main.append(title, text, again)
  element.replaceChildren(main)
  again.focus()
}
