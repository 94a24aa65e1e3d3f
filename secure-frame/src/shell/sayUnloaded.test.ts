// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { sayUnloaded } from './sayUnloaded.js'

test('behavior: a window whose code did not come says so, and tries again on a press', async () => {
  const reload = vi.fn()
  const element = document.body.appendChild(document.createElement('div'))
  await sayUnloaded(element, reload)
  expect(element.querySelector('h1')?.textContent).toBe('This window couldn’t be loaded')
  expect(element.textContent).toContain('Check your connection, then try again. Nothing was lost.')
  const button = element.querySelector('button')
  expect(document.activeElement).toBe(button)
  button?.click()
  expect(reload).toHaveBeenCalledOnce()
})
