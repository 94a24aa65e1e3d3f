// @vitest-environment happy-dom

import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DialogContext } from '../lib/useDialog.js'
import { uiStore } from '../state/ui.js'
import { testDialog } from '../testing/testDialog.js'
import { useDrag } from './useDrag.js'

function Sheet() {
  const card = useRef<HTMLDivElement>(null)
  return (
    <div ref={card}>
      <div className="grab" {...useDrag(card, true)} />
    </div>
  )
}

function drawSheet() {
  const dialog = testDialog()
  uiStore(dialog).setState({ open: true })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    host.remove()
  })
  flushSync(() =>
    root.render(
      <DialogContext value={dialog}>
        <Sheet />
      </DialogContext>,
    ),
  )
  const grab = host.querySelector<HTMLElement>('.grab') ?? expect.fail()
  const card = grab.parentElement ?? expect.fail()
  // What this document cannot do: it has no layout, no pointers and no animations.
  Object.defineProperty(card, 'offsetHeight', { value: 400 })
  grab.setPointerCapture = () => {}
  card.animate = vi.fn<Element['animate']>()
  const finger = (pointerId: number) => (what: 'down' | 'move' | 'up' | 'cancel', clientY: number) =>
    grab.dispatchEvent(
      new PointerEvent(`pointer${what}`, { pointerId, pointerType: 'touch', isPrimary: pointerId === 1, clientY, bubbles: true }),
    )
  return { card, finger, isOpen: () => uiStore(dialog).getState().open }
}

test('behavior: a finger that pulls the sheet down closes it', () => {
  const { finger, isOpen } = drawSheet()
  const first = finger(1)
  first('down', 100)
  first('move', 300)
  first('up', 300)
  expect(isOpen()).toBe(false)
})

test('behavior: a second finger neither moves the sheet nor closes it, and the first goes on', () => {
  const { card, finger, isOpen } = drawSheet()
  const [first, second] = [finger(1), finger(2)]
  first('down', 100)
  first('move', 110)
  second('down', 300)
  second('move', 350)
  expect(card.style.transform).toBe('translateY(10px)')
  second('up', 350)
  second('cancel', 350)
  expect(isOpen()).toBe(true)
  first('move', 120)
  expect(card.style.transform).toBe('translateY(20px)')
  first('cancel', 120)
  expect([isOpen(), card.style.transform]).toEqual([true, ''])
})
