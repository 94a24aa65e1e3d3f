// @vitest-environment happy-dom

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { back, push } from '../features/navigator/view.js'
import { loadLaterMessages } from '../lib/i18n.js'
import { DialogContext, useDialogStore } from '../lib/useDialog.js'
import { viewStore } from '../state/view.js'
import { states } from '../testing/states.js'
import { testDialog } from '../testing/testDialog.js'
import { Networks } from './Networks.js'

function Shown() {
  const name = useDialogStore(viewStore, ({ history }) => history.at(-1)?.name)
  return name === 'Networks' ? <Networks /> : <p>{name}</p>
}

async function draw(state: string) {
  const dialog = testDialog()
  await loadLaterMessages(dialog)
  const set = states[state] ?? expect.fail(`There is no state ${state}.`)
  set(dialog)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    host.remove()
  })
  flushSync(() =>
    root.render(
      <DialogContext value={dialog}>
        <Shown />
      </DialogContext>,
    ),
  )
  const names = () => [...host.querySelectorAll('[data-focus-key^="network "] .name')].map(({ textContent }) => textContent)
  return { dialog, host, names }
}

test('behavior: a search is still there when the user comes back, and not at the next visit', async () => {
  const { dialog, host, names } = await draw('networks-many')
  const field = () => host.querySelector<HTMLInputElement>('input[type="search"]') ?? expect.fail()
  const all = names()
  flushSync(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), 'base')
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(names()).toEqual(['Base', 'Base Sepolia'])
  flushSync(() => push(dialog, 'SwitchNetwork'))
  flushSync(() => back(dialog))
  expect([field().value, names()]).toEqual(['base', ['Base', 'Base Sepolia']])
  flushSync(() => back(dialog))
  flushSync(() => push(dialog, 'Networks'))
  expect([field().value, names()]).toEqual(['', all])
})

test('behavior: so are test networks that were unfolded', async () => {
  const { dialog, host, names } = await draw('networks-many')
  const fold = () => host.querySelector<HTMLElement>('[data-focus-key="tests"]') ?? expect.fail()
  expect(names()).not.toContain('Base Sepolia')
  flushSync(() => fold().click())
  expect(names()).toContain('Base Sepolia')
  flushSync(() => push(dialog, 'SwitchNetwork'))
  flushSync(() => back(dialog))
  expect([fold().getAttribute('aria-expanded'), names().includes('Base Sepolia')]).toEqual(['true', true])
  flushSync(() => back(dialog))
  flushSync(() => push(dialog, 'Networks'))
  expect([fold().getAttribute('aria-expanded'), names().includes('Base Sepolia')]).toEqual(['false', false])
})
