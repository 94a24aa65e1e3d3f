import { describe, expect, test } from 'vitest'
import { userLabel, wholeLabel } from './acceptLogin.js'

const long = 'a.rather.long.name.of.somebody@meadow.example'

describe('userLabel', () => {
  test.each([
    ['a short address', { provider: 'google', userName: 'mira@meadow.example' }, 'Google mira@meadow.example'],
    ['a long address', { provider: 'google', userName: long }, 'Google a.rather.long.name.of.somebody...'],
    ['a long address of a login without a name', { provider: 'apple', email: long }, 'Apple a.rather.long.name.of.somebody...'],
    [
      'a long name that is no address',
      { provider: 'facebook', userName: 'Mira '.repeat(8).trim() },
      `Facebook ${'Mira '.repeat(8).trim()}`,
    ],
    ['a handle', { provider: 'x', userName: '@a_handle_that_is_longer_than_thirty' }, 'X @a_handle_that_is_longer_than_thirty'],
    ['nothing', { provider: 'github' }, 'GitHub'],
  ] as const)('behavior: %s', (_name, user, expected) => {
    expect(userLabel(user)).toBe(expected)
  })
})

describe('wholeLabel', () => {
  test('behavior: the whole address, by which two logins are told apart', () => {
    expect(wholeLabel({ provider: 'google', userName: long })).toBe(`Google ${long}`)
  })
})
