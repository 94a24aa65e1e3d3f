import { describe, expect, test } from 'vitest'
import { defaultFeatures } from '../state/settings.js'
import { usableSocials } from './socials.js'

const agents = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15',
  iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/150.0 Mobile',
}

describe('usableSocials', () => {
  const without = (...names: string[]) => defaultFeatures.socials.filter((name) => !names.includes(name))

  test.each([
    ['desktop', false, []],
    ['mac', false, []],
    ['iphone', false, ['facebook']],
    ['android', false, ['facebook']],
    ['iphone', true, ['facebook', 'google']],
    ['android', true, ['facebook', 'x']],
    ['mac', true, ['x']],
  ] as const)('behavior: %s, in Telegram: %s, goes without %j', (name, telegram, dropped) => {
    const page = { navigator: { userAgent: agents[name] }, ...(telegram ? { TelegramWebviewProxy: {} } : {}) }
    expect(usableSocials(defaultFeatures.socials, page)).toEqual(without(...dropped))
  })
})
