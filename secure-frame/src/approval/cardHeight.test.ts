import { expect, test } from 'vitest'
import { isAtEnd } from './cardHeight.js'

test.each([
  ['a text that fits', { scrollHeight: 120, scrollTop: 0, clientHeight: 120 }, true],
  ['a long one, unread', { scrollHeight: 900, scrollTop: 0, clientHeight: 220 }, false],
  ['a long one, at its end, on a screen with fractions of pixels', { scrollHeight: 900, scrollTop: 678.5, clientHeight: 220 }, true],
  ['any, in a frame that is not shown yet', { scrollHeight: 0, scrollTop: 0, clientHeight: 0 }, false],
])('behavior: the end is in sight: %s', (_name, box, answer) => {
  expect(isAtEnd(box)).toBe(answer)
})
