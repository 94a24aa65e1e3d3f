// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { watchIntent } from './intent.js'

test.each([
  ['HTML', '<button data-latchkey-open>Connect</button>', ''],
  [
    'JSX, which writes it as true',
    renderToStaticMarkup(
      <button type="button" data-latchkey-open>
        Connect
      </button>,
    ),
    '',
  ],
  [
    'with a project',
    renderToStaticMarkup(
      <button type="button" data-latchkey-open="shop">
        Connect
      </button>,
    ),
    'shop',
  ],
])('behavior: an opener in %s opens', (_what, markup, expected) => {
  const opened: (HTMLElement | string)[] = []
  const unsubscribe = watchIntent(
    (value) => opened.push(value) > 0,
    () => {},
    (opener) => opened.push(opener),
  )
  document.body.innerHTML = markup
  const button = document.querySelector('button')
  button?.click()
  unsubscribe()
  button?.click()
  expect(opened).toEqual([expected, button])
})
