import { describe, expect, test } from 'vitest'
import { isEmail, mailPage, suggestEmail } from './email.js'

describe('isEmail', () => {
  test.each(['mira@meadow.example', 'm.okafor+shop@studio.co.uk', "o'neil@example.com"])('behavior: %s is one', (value) => {
    expect(isEmail(value)).toBe(true)
  })
  test.each([
    '',
    'mira',
    'mira@',
    'mira@gmial',
    '@meadow.example',
    'mira@meadow..example',
    'mi ra@meadow.example',
    `${'m'.repeat(250)}@a.example`,
  ])('error: "%s" is none', (value) => expect(isEmail(value)).toBe(false))
})

describe('suggestEmail', () => {
  test.each([
    ['mira@gmial.com', 'mira@gmail.com'],
    ['mira@gmial', 'mira@gmail.com'],
    ['mira@gamil.com', 'mira@gmail.com'],
    ['mira@outlok.com', 'mira@outlook.com'],
    ['mira@iclod.com', 'mira@icloud.com'],
    ['mira@yahoo.co', 'mira@yahoo.com'],
    ['mira@hotmail.cm', 'mira@hotmail.com'],
  ])('behavior: %s probably means %s', (typed, meant) => expect(suggestEmail(typed)).toBe(meant))

  test.each([
    ...['mira@gmail.com', 'mira@meadow.example', 'mira@', 'gmial.com', 'mira@example.com'],
    // Others' domains, and the same services in other countries.
    ...['mira@msn.com', 'mira@mac.com', 'mira@yahoo.ca', 'mira@live.cn', 'mira@hotmail.fr'],
  ])('behavior: %s is left alone', (typed) => {
    expect(suggestEmail(typed)).toBeUndefined()
  })
})

describe('mailPage', () => {
  test('behavior: known domains only, and nothing of an object’s own', () => {
    expect(mailPage('mira@GMAIL.com')).toBe('https://mail.google.com/')
    expect(mailPage('mira@meadow.example')).toBeUndefined()
    expect(mailPage('mira@constructor')).toBeUndefined()
  })
})
