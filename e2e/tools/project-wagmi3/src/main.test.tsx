// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'

test('the page draws its button, and a press on it throws nothing that the page did not ask for', async () => {
  vi.stubEnv('VITE_PROJECT_ID', 'shop')
  vi.stubEnv('VITE_DIALOG_URL', 'http://dialog.localhost:1')
  document.body.innerHTML = '<div id="root"></div>'
  await import('./main.tsx')
  const button = await vi.waitUntil(() => document.querySelector('button'))
  button.click()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(button.textContent).toBe('Connect wallet')
})
