// @vitest-environment happy-dom

import { expect, test } from 'vitest'
import { startPage, stubServices } from '../../testing/fakePage.js'
import { leaveApproval, showApproval } from './approvalView.js'
import { closeDialog } from './close.js'
import { reset } from './view.js'

async function openPage() {
  localStorage.clear()
  stubServices()
  const { dialog, stores } = await startPage()
  const isOpen = () => stores.ui.getState().open
  const views = () => stores.view.getState().history.map(({ name }) => name)
  return { dialog, stores, isOpen, views }
}

test('behavior: the dialog that came for an approval goes with it', async () => {
  const { dialog, isOpen, views } = await openPage()
  showApproval(dialog)
  expect(views()).toEqual(['ApproveTransaction'])
  leaveApproval(dialog)
  expect(isOpen()).toBe(false)
})

test('behavior: over another view it leads back there, also after an earlier one was closed by the user', async () => {
  const { dialog, stores, isOpen, views } = await openPage()
  showApproval(dialog)
  closeDialog(dialog)
  // Off the screen: opened again for something else.
  stores.ui.setState({ open: true })
  reset(dialog, 'Networks')
  showApproval(dialog)
  expect(views()).toEqual(['Networks', 'ApproveTransaction'])
  leaveApproval(dialog)
  expect(views()).toEqual(['Networks'])
  expect(isOpen()).toBe(true)
})
