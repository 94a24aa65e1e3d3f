// @vitest-environment happy-dom

import { describe, expect, test } from 'vitest'
import { builtViews, currentView } from '../state/view.js'
import { states } from './states.js'
import { testDialog } from './testDialog.js'

const shown = new Set(
  Object.values(states).map((set) => {
    const dialog = testDialog()
    set(dialog)
    return currentView(dialog)
  }),
)

describe('states', () => {
  test.each([...builtViews.keys()])('behavior: the view %s is drawn, judged and photographed', (name) => {
    expect([...shown]).toContain(name)
  })
})
