import { describe, expect, test } from 'vitest'
import { methodOrder } from './methodOrder.js'

describe('methodOrder', () => {
  test.each<[string, Parameters<typeof methodOrder>, ReturnType<typeof methodOrder>]>([
    ['e-mail first where no wallet is installed', [undefined, false], ['email', 'social', 'wallet']],
    ['wallets first where one is', [undefined, true], ['wallet', 'email', 'social']],
    ['the page’s own order', [['social', 'wallet', 'email'], true], ['social', 'wallet', 'email']],
    ['what the page leaves out follows', [['social'], false], ['social', 'email', 'wallet']],
    ['each way once', [['social', 'social'], true], ['social', 'wallet', 'email']],
  ])('behavior: %s', (_name, parameters, expected) => {
    expect(methodOrder(...parameters)).toEqual(expected)
  })
})
