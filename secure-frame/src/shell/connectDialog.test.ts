import { describe, expect, test } from 'vitest'
import { isParentAllowed } from './connectDialog.js'

const dialog = 'https://dialog.example'
const view = (parent: string | null, ancestors?: readonly string[]) => {
  const window = { location: ancestors ? { ancestorOrigins: ancestors } : {} } as unknown as Window
  return Object.assign(window, { parent: parent === null ? window : ({} as Window) }) as Parameters<typeof isParentAllowed>[1]
}

describe('isParentAllowed', () => {
  test.each([
    ['the dialog', view('x', [dialog, 'https://shop.example']), true],
    ['the page itself', view('x', ['https://shop.example']), false],
    ['a page around a page', view('x', ['https://shop.example', dialog]), false],
    ['an origin that begins like the dialog', view('x', ['https://dialog.example.evil']), false],
    ['nobody', view(null, []), false],
    ['somebody, in a browser that does not tell: the Bridge decides', view('x'), true],
  ])('behavior: %s', (_who, window, allowed) => {
    expect(isParentAllowed({ dialog }, window)).toBe(allowed)
  })
})
