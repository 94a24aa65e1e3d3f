// @vitest-environment happy-dom

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { TabList } from './TabList.js'

test('behavior: an arrow chooses the next tab; with Alt it is the way back, which is not the tabs’ to take', () => {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    host.remove()
  })
  const chosen: string[] = []
  const tabs = [
    { id: 'tokens', label: 'Tokens' },
    { id: 'activity', label: 'Activity' },
  ]
  flushSync(() => root.render(<TabList label="Parts" tabs={tabs} chosen="activity" panelId="panel" onChoose={(id) => chosen.push(id)} />))
  const press = (init: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true, ...init })
    host.querySelectorAll('button')[1]?.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(press({})).toBe(true)
  expect(chosen).toEqual(['tokens'])
  expect(press({ altKey: true })).toBe(false)
  expect(chosen).toEqual(['tokens'])
})
