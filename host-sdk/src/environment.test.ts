// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createEnvironment } from './environment.js'

const root = document.documentElement
afterEach(() => {
  root.removeAttribute('style')
  root.removeAttribute('lang')
  vi.unstubAllGlobals()
})

/** What the system prefers. */
const prefer = (scheme: 'light' | 'dark') =>
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: scheme === 'dark' }))

describe('createEnvironment', () => {
  test.each([
    ['dark', 'light', 'dark'],
    ['light', 'dark', 'light'],
    ['only light', 'dark', 'light'],
    ['light dark', 'dark', 'dark'],
    ['dark light', 'light', 'light'],
    ['normal', 'dark', 'dark'],
  ] as const)('behavior: `color-scheme: %s` of the page, on a system that prefers %s, is %s', (page, system, expected) => {
    prefer(system)
    root.style.colorScheme = page
    expect(createEnvironment().read().colorScheme).toBe(expected)
  })

  const settled = () => new Promise((resolve) => setTimeout(resolve))

  test('behavior: the page turns dark or changes its language: told once each; what is no part of it is not told', async () => {
    prefer('light')
    const { read, watch } = createEnvironment()
    const listener = vi.fn()
    const unsubscribe = watch(listener)
    read()
    root.style.colorScheme = 'dark'
    await settled()
    root.style.overflow = 'hidden'
    await settled()
    expect(listener).toHaveBeenCalledTimes(1)
    root.lang = 'ar'
    await settled()
    expect(listener.mock.calls).toMatchObject([[{ colorScheme: 'dark' }], [{ colorScheme: 'dark', lang: 'ar' }]])
    unsubscribe()
    root.lang = 'en'
    await settled()
    expect(listener).toHaveBeenCalledTimes(2)
  })

  test('behavior: the page has changed without its root: what counts is what the dialog was told last', async () => {
    prefer('light')
    const { read, watch } = createEnvironment()
    const listener = vi.fn()
    const unsubscribe = watch(listener)
    read()
    // Its style sheet arrives, and the dialog says hello.
    const sheet = document.head.appendChild(document.createElement('style'))
    sheet.textContent = ':root { color-scheme: dark }'
    expect(read().colorScheme).toBe('dark')
    root.style.colorScheme = 'light'
    await settled()
    expect(listener.mock.calls).toMatchObject([[{ colorScheme: 'light' }]])
    unsubscribe()
    sheet.remove()
  })
})
