import { describe, expect, test } from 'vitest'
import type { ListedWallet } from '../../api/wallets.js'
import { placesOf } from './places.js'

const wallet: ListedWallet = {
  id: 'a',
  name: 'A',
  certified: false,
  namespaces: [],
  walletConnect: true,
  homepage: 'https://a.example',
  app_store: 'https://apple.example',
  play_store: 'https://google.example',
  chrome_store: 'https://chrome.example',
  firefox_store: 'https://firefox.example',
}
const computer = { phone: false, ios: false, browser: 'Chrome' } as const
const kinds = (device: Parameters<typeof placesOf>[1], listed = wallet) =>
  Object.values(placesOf(listed, device)).map((places) => places.map(({ kind }) => kind))

describe('placesOf', () => {
  test.each([
    ['Chrome', computer, [['chrome'], ['ios', 'android'], ['firefox', 'site']]],
    ['Firefox', { ...computer, browser: 'Firefox' }, [['firefox'], ['ios', 'android'], ['chrome', 'site']]],
    ['Safari', { ...computer, browser: 'Safari' }, [[], ['ios', 'android'], ['chrome', 'firefox', 'site']]],
    ['iPhone', { phone: true, ios: true, browser: 'Safari' }, [['ios'], [], ['android', 'site']]],
    ['Android', { phone: true, ios: false, browser: 'Chrome' }, [['android'], [], ['ios', 'site']]],
  ] as const)('behavior: on %s', (_name, device, expected) => {
    expect(kinds(device)).toEqual(expected)
  })

  test('error: nothing but an https address is a place', () => {
    const bare: ListedWallet = { id: 'b', name: 'B', certified: false, namespaces: [], walletConnect: true }
    expect(kinds(computer, { ...bare, homepage: 'javascript:alert(1)', app_store: 'itms://x' })).toEqual([[], [], []])
  })
})
