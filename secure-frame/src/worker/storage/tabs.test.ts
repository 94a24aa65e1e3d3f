import { afterEach, expect, test, vi } from 'vitest'
import { memoryKeyValue } from './keyValue.js'
import { openTabs } from './tabs.js'

afterEach(() => vi.unstubAllGlobals())

test('behavior: tabs that share a storage hear what one tells; others do not', async () => {
  const heard: string[] = []
  const open = (scope: string, name: string) =>
    openTabs({ ...memoryKeyValue(), durable: true }, scope, (message) => void heard.push(`${name}: ${message}`))
  const one = open('a site', 'this tab')
  open('another site', 'of another site')
  await new Promise<void>((resolve) => {
    openTabs({ ...memoryKeyValue(), durable: true }, 'a site', (message) => {
      heard.push(`another tab: ${message}`)
      if (message === 'accountType') resolve()
    })
    one.tell('signedOut')
    // What no tab of this version says.
    one.tell('toString' as never)
    one.tell('accountType')
  })
  expect(heard).toEqual(['another tab: signedOut', 'another tab: accountType'])
})

test('behavior: where nothing is kept there are no other tabs: work is done, and signing out is nobody else’s business', async () => {
  // Firefox, in a frame that is denied storage.
  const refuse = () => new DOMException('The operation is insecure.', 'SecurityError')
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(refuse()) } })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw refuse()
      }
    },
  )
  const tabs = openTabs(memoryKeyValue(), 'a site', () => undefined)
  expect(await tabs.exclusively(async () => 'done')).toBe('done')
  expect(() => tabs.tell('signedOut')).not.toThrow()
})
