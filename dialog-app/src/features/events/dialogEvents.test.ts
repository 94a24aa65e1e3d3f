import { expect, test, vi } from 'vitest'
import { uiStore } from '../../state/ui.js'
import { testDialog } from '../../testing/testDialog.js'
import { addRules, emit, setFetchRules } from './dialogEvents.js'
import { emitOnScreen } from './emitOnScreen.js'

test('behavior: what follows from an event has been done when it was said', () => {
  const dialog = testDialog()
  const emailStep = vi.fn()
  addRules(dialog, { emailStep })
  emit(dialog, 'emailStep', 'code')
  expect(emailStep).toHaveBeenCalledExactlyOnceWith(dialog, 'code')
})

test('behavior: what happens before its rule is here is made up for, once and in order', () => {
  const dialog = testDialog()
  const fetchRules = vi.fn()
  setFetchRules(dialog, fetchRules)
  emit(dialog, 'approvalAsked')
  emit(dialog, 'approvalOver')
  expect(fetchRules).toHaveBeenCalledWith(dialog)
  const done: string[] = []
  const rules = { approvalAsked: () => done.push('asked'), approvalOver: () => done.push('over') }
  addRules(dialog, rules)
  addRules(dialog, rules)
  expect(done).toEqual(['asked', 'over'])
})

test('behavior: what ended while the dialog was closed changes nothing of a later visit', () => {
  const dialog = testDialog()
  const disconnected = vi.fn()
  emitOnScreen(dialog, 'disconnected')
  uiStore(dialog).setState({ open: true })
  addRules(dialog, { disconnected })
  expect(disconnected).not.toHaveBeenCalled()
  emitOnScreen(dialog, 'disconnected')
  expect(disconnected).toHaveBeenCalledOnce()
})
