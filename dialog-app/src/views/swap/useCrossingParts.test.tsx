// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useCrossingParts } from './useCrossingParts.js'

const lost = vi.hoisted(() => ({ now: true }))
vi.mock('./Crossing.js', () => {
  if (lost.now) throw new Error('Failed to fetch dynamically imported module')
  return { CrossingResult: () => null }
})

function Shown() {
  const { parts, retry } = useCrossingParts(true)
  if (retry)
    return (
      <button type="button" onClick={retry}>
        Try again
      </button>
    )
  return <p>{parts ? 'there' : 'on its way'}</p>
}

test('error: what tells of the arrival does not load: that is told, and it is fetched again', async () => {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    element.remove()
  })
  flushSync(() => root.render(<Shown />))
  expect(element.textContent).toBe('on its way')
  await vi.waitFor(() => expect(element.textContent).toBe('Try again'))
  lost.now = false
  element.querySelector('button')?.click()
  await vi.waitFor(() => expect(element.textContent).toBe('there'))
})
