import { describe, expect, test } from 'vitest'
import { defaultFeatures } from '../../state/settings.js'
import { usableSocials } from './socials.js'

const agents = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15',
  iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/150.0 Mobile',
}

const instagram = 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Chrome/150.0 Mobile Instagram 380.0.0.28.84 Android'

describe('usableSocials', () => {
  const without = (...names: string[]) => defaultFeatures.socials.filter((name) => !names.includes(name))

  test.each([
    ['desktop', undefined, []],
    ['mac', undefined, []],
    ['iphone', undefined, ['facebook']],
    ['android', undefined, ['facebook']],
    ['iphone', '', ['facebook', 'google']],
    ['android', '', ['facebook', 'x']],
    ['mac', '', ['x']],
    // A tablet, whose browser calls itself a Mac.
    ['mac', 'ios', ['facebook', 'google']],
    ['mac', 'macos', ['x']],
    ['android', 'android_x', ['facebook', 'x']],
    ['desktop', 'tdesktop', []],
    ['desktop', 'unknown', []],
    ['iphone', 'unknown', ['facebook', 'google']],
  ] as const)('behavior: %s, with the page in Telegram %j, goes without %j', (name, telegram, dropped) => {
    const place = { userAgent: agents[name], ...(telegram === undefined ? {} : { telegram }) }
    expect(usableSocials(defaultFeatures.socials, place)).toEqual(without(...dropped))
  })

  test('behavior: Google signs nobody in inside of another app', () => {
    expect(usableSocials(defaultFeatures.socials, { userAgent: instagram })).toEqual(without('facebook', 'google'))
  })
})
