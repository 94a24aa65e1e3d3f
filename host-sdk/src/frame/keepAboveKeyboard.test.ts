// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIframe, createShell } from './elements.js'
import { keepAboveKeyboard } from './keepAboveKeyboard.js'

class FakeViewport extends EventTarget {
  height = 800
  scale = 1
  offsetTop = 0
  turns(change: { height?: number; scale?: number; offsetTop?: number }, event = 'resize') {
    Object.assign(this, change)
    this.dispatchEvent(new Event(event))
  }
}

const view = new FakeViewport()
let iframe: HTMLIFrameElement

beforeEach(() => {
  Object.assign(view, { height: 800, scale: 1, offsetTop: 0 })
  vi.stubGlobal('visualViewport', view)
  iframe = createIframe('about:blank', 'Connect')
  const shell = createShell(iframe)
  Object.defineProperty(shell, 'clientHeight', { value: 800 })
  document.body.append(shell)
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})
const size = () => [iframe.style.height, iframe.style.marginTop]

test('behavior: the frame ends where the keyboard begins, follows a page that was moved, and is whole again without it', () => {
  const stop = keepAboveKeyboard(
    () => iframe.contentWindow,
    () => true,
  )
  view.turns({ height: 460 })
  expect(size()).toEqual(['460px', '0px'])
  view.turns({ offsetTop: 90 }, 'scroll')
  expect(size()).toEqual(['460px', '90px'])
  view.turns({ height: 800, offsetTop: 0 })
  expect(size()).toEqual(['100%', '0px'])
  stop()
  view.turns({ height: 460 })
  expect(size()).toEqual(['100%', '0px'])
})

test.each([
  ['the browser’s own bars', { height: 740 }, true],
  ['a page that was zoomed', { height: 400, scale: 2 }, true],
  ['an approval, whose size is part of what it proves', { height: 460 }, false],
])('behavior: %s makes nothing lower', (_, change, follows) => {
  keepAboveKeyboard(
    () => iframe.contentWindow,
    () => follows,
  )
  view.turns(change)
  expect(size()).toEqual(['100%', '0px'])
})
