// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notePresses } from './notePresses.js'

test('behavior: wherever the focus is, each Escape is heard once, when it can be answered, and other keys at once', () => {
  const root = document.createElement('div')
  root.innerHTML = '<main><input><button>Harbor</button></main>'
  document.body.append(root)
  const targets = [window, document, document.documentElement, document.body, root, ...root.querySelectorAll('*')]
  const heard: string[] = []
  const listener = ({ key, defaultPrevented, isComposing }: KeyboardEvent) => defaultPrevented || isComposing || heard.push(key)
  const press = fc.record({ target: fc.constantFrom(...targets), key: fc.constantFrom('Escape', 'a', 'Enter'), isComposing: fc.boolean() })
  fc.assert(
    fc.property(fc.array(press), fc.array(press), (early, late) => {
      const fire = (presses: typeof early) => {
        for (const { target, ...init } of presses)
          target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
      }
      const expected = (presses: typeof early, isEscape: boolean) =>
        presses.filter(({ key, isComposing }) => !isComposing && (key === 'Escape') === isEscape).map(({ key }) => key)
      heard.length = 0
      const take = notePresses(root)
      addEventListener('keydown', listener)
      fire(early)
      expect(heard).toEqual(expected(early, false))
      for (const repeat of take()) repeat()
      expect(heard).toEqual([...expected(early, false), ...expected(early, true)])
      heard.length = 0
      fire(late)
      expect(heard).toEqual(late.filter(({ isComposing }) => !isComposing).map(({ key }) => key))
      removeEventListener('keydown', listener)
    }),
  )
})

test('behavior: what is noted already goes on for the next who notes, and a click is done in what was drawn anew', () => {
  const root = document.createElement('div')
  document.body.append(root)
  const clicked: string[] = []
  const draw = (name: string) => {
    root.innerHTML = '<button data-focus-key="harbor">Harbor</button>'
    root.firstElementChild?.addEventListener('click', () => clicked.push(name))
  }
  draw('first')
  const first = notePresses(root)
  root.querySelector('button')?.click()
  draw('second')
  expect(notePresses(root)).toBe(first)
  for (const repeat of notePresses(root)()) repeat()
  expect(clicked).toEqual(['second'])
})
