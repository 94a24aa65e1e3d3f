// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { leaveTab } from './leaveTab.js'
import { takeReturn } from './takeReturn.js'

const page = 'https://shop.example/basket?item=3#tgWebAppData=secret'
const assign = vi.fn()
const replace = vi.fn()

function visit(href: string) {
  vi.stubGlobal('location', { href, assign, replace })
}
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  assign.mockClear()
  replace.mockClear()
})

describe('leaveTab, takeReturn', () => {
  test('behavior: goes to the dialog’s own origin; the page’s fragment stays behind, and is back afterwards, once', () => {
    visit(page)
    leaveTab('k', 'https://dialog.example', 'https://evil.example/#x')
    const url = new URL(assign.mock.calls[0]?.[0])
    expect([url.origin, url.pathname, url.search]).toEqual(['https://dialog.example', '/oauth/leave', ''])
    expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toEqual({
      flow: 'https://evil.example/#x',
      back: 'https://shop.example/basket?item=3',
    })
    visit('https://shop.example/basket?item=3')
    expect(takeReturn('k')).toBe(true)
    expect(replace).toHaveBeenCalledExactlyOnceWith('#tgWebAppData=secret')
    expect(takeReturn('k')).toBe(false)
  })

  test('behavior: a fragment may have more than one #', () => {
    visit(`${page}#section`)
    leaveTab('k', 'https://dialog.example', 'a')
    visit('https://shop.example/basket?item=3')
    expect(takeReturn('k')).toBe(true)
    expect(replace).toHaveBeenCalledExactlyOnceWith('#tgWebAppData=secret#section')
  })

  test('behavior: another page of the site says that it is back, and keeps its own fragment', () => {
    visit(page)
    leaveTab('k', 'https://dialog.example', 'a')
    visit('https://shop.example/other#here')
    expect(takeReturn('k')).toBe(true)
    expect(replace).not.toHaveBeenCalled()
  })

  test('behavior: the browser’s Back brings the page as it was: it is not back from anywhere', () => {
    visit(page)
    leaveTab('k', 'https://dialog.example', 'a')
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(takeReturn('k')).toBe(false)
  })

  test('error: where the browser keeps nothing, the page stays', () => {
    visit(page)
    vi.stubGlobal('sessionStorage', undefined)
    expect(() => leaveTab('k', 'https://dialog.example', 'a')).toThrow(expect.objectContaining({ code: -32002 }))
    expect(assign).not.toHaveBeenCalled()
    expect(takeReturn('k')).toBe(false)
  })
})
