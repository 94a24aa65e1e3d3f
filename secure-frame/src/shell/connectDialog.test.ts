import { describe, expect, test } from 'vitest'
import { checkParent } from './connectDialog.js'

const dialog = 'https://dialog.example'
const view = (parent: string | null, ancestors?: readonly string[], isSecureContext = true) => {
  const window = { location: ancestors ? { ancestorOrigins: ancestors } : {} } as unknown as Window
  return Object.assign(window, { isSecureContext, parent: parent === null ? window : ({} as Window) }) as Parameters<typeof checkParent>[1]
}

describe('checkParent', () => {
  test.each<[string, ReturnType<typeof view>, boolean, string?]>([
    ['the dialog', view('x', [dialog, 'https://shop.example']), true],
    ['the page itself', view('x', ['https://shop.example']), false],
    ['a page around a page', view('x', ['https://shop.example', dialog]), false],
    ['an origin that begins like the dialog', view('x', ['https://dialog.example.evil']), false],
    ['nobody', view(null, []), false, 'W3mFrame: parent is not set'],
    ['a page on plain http, where the browser has no keys', view('x', [dialog], false), false, 'Unable to load email login dependency'],
    ['somebody, in a browser that does not tell: the Bridge decides', view('x'), true],
  ])('behavior: %s', (_who, window, allowed, refusal = 'Origin Not Allowed') => {
    const check = () => checkParent({ dialog }, window)
    if (allowed) expect(check).not.toThrow()
    else expect(check).toThrow(refusal)
  })
})
