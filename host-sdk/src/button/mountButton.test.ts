// @vitest-environment happy-dom
import { emptySnapshot } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registry } from '../registry.js'
import { createStore } from '../store.js'
import { connectedSnapshot } from '../testing/snapshots.js'
import type { Modal } from '../types.js'
import { defineButton } from './defineButton.js'

/** The part of a modal that a button uses. */
function fakeModal() {
  const { getState, subscribe, apply, patch } = createStore(false)
  const modal = { getState, subscribe, preload() {}, open: async () => null } as unknown as Modal
  return Object.assign(modal, { connect: () => apply(connectedSnapshot(1)), lose: () => patch({ snapshot: emptySnapshot }) })
}

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})

beforeEach(() => {
  warn.mockClear()
  vi.useFakeTimers()
  defineButton()
})
afterEach(() => {
  document.body.replaceChildren()
  registry().instances.clear()
  vi.useRealTimers()
})

function addButton(projectId?: string) {
  const element = document.createElement('latchkey-button')
  if (projectId) element.setAttribute('project-id', projectId)
  return document.body.appendChild(element)
}
const text = (element: Element) => element.shadowRoot?.querySelector('button')?.textContent
/** Its code comes, and time passes. */
async function wait(milliseconds: number) {
  await import('./mountButton.js')
  await vi.advanceTimersByTimeAsync(milliseconds)
}

describe('<latchkey-button>', () => {
  test('behavior: on the page before its modal is, it is filled as soon as the modal is created', async () => {
    const [first, named] = [addButton(), addButton('shop')]
    await wait(1_000)
    expect([text(first), text(named)]).toEqual([undefined, undefined])
    registry().instances.set('other https://dialog.example', fakeModal())
    await wait(300)
    expect([text(first), text(named)]).toEqual(['Connect wallet', undefined])
    registry().instances.set('shop https://dialog.example', fakeModal())
    await wait(300)
    expect(text(named)).toBe('Connect wallet')
    expect(warn).not.toHaveBeenCalled()
  })

  test('behavior: taken out of the page meanwhile, it does not look any longer; put back, it does', async () => {
    const element = addButton('shop')
    await wait(1_000)
    element.remove()
    registry().instances.set('shop https://dialog.example', fakeModal())
    await wait(1_000)
    expect(vi.getTimerCount()).toBe(0)
    expect(element.shadowRoot).toBeNull()
    document.body.append(element)
    await wait(0)
    expect(text(element)).toBe('Connect wallet')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: the page has destroyed its modal and created another: whoever reaches the button reaches that one', async () => {
    const [old, next] = [fakeModal(), fakeModal()]
    const opened = vi.spyOn(next, 'open')
    registry().instances.set('shop https://dialog.example', old)
    const element = addButton()
    await wait(0)
    registry().instances.clear()
    registry().instances.set('shop https://dialog.example', next)
    const button = element.shadowRoot?.querySelector('button')
    button?.dispatchEvent(new Event('pointerenter'))
    next.connect()
    expect(text(element)).toBe('0x0000…00Aa')
    button?.click()
    expect(opened).toHaveBeenCalledTimes(1)
    // Out of the page, it follows neither.
    element.remove()
    next.lose()
    expect(text(element)).toBe('0x0000…00Aa')
  })

  test('error: a project that no modal is of is named once in the console', async () => {
    addButton('shoop')
    addButton('shoop')
    await wait(5_000)
    expect(warn).not.toHaveBeenCalled()
    await wait(10_000)
    await vi.waitFor(() => expect(warn).toHaveBeenCalled())
    expect(warn.mock.calls).toEqual([['[latchkey] A <latchkey-button> is empty: this page has created no modal of project "shoop".']])
  })
})
