import { describe, expect, test } from 'vitest'
import { defaultFeatures } from '../../state/settings.js'
import { resolveFeatures } from './resolveFeatures.js'

const entry = (id: string, config: string[] | null, isEnabled = true) => ({ id, config, isEnabled })

describe('resolveFeatures', () => {
  test('behavior: without an answer the page’s settings hold, else the defaults', () => {
    expect(resolveFeatures({ local: {}, remote: null }).features).toEqual(defaultFeatures)
    const { features, warnings } = resolveFeatures({ local: { email: false, socials: ['x'], swaps: ['1inch'] }, remote: null })
    expect(features).toMatchObject({ email: false, socials: ['x'], swaps: true })
    expect(warnings).toEqual([])
  })

  test('behavior: config null means as the page says', () => {
    const remote = [entry('social_login', null), entry('swap', null), entry('multi_wallet', null)]
    const { features, warnings } = resolveFeatures({ local: { email: false, swaps: false, multiWallet: true }, remote })
    expect(features).toMatchObject({ email: false, swaps: false, multiWallet: true })
    expect(warnings).toEqual([])
  })

  test('behavior: an entry that an answer lacks is off', () => {
    const { features } = resolveFeatures({ local: {}, remote: [] })
    expect(features).toMatchObject({ email: false, socials: [], swaps: false, onramp: false, activity: false, multiWallet: false })
    expect(features).toMatchObject({ send: true, receive: true, allWallets: true })
  })

  test('behavior: an empty list is on for switches only', () => {
    const remote = [entry('activity', []), entry('multi_wallet', []), entry('swap', []), entry('onramp', []), entry('social_login', [])]
    const { features } = resolveFeatures({ local: {}, remote })
    expect(features).toMatchObject({ activity: true, multiWallet: true, swaps: false, onramp: false, email: false, socials: [] })
  })

  test('behavior: a disabled entry is off whatever its list says', () => {
    const { features } = resolveFeatures({ local: {}, remote: [entry('swap', ['1inch'], false), entry('activity', [], false)] })
    expect(features).toMatchObject({ swaps: false, activity: false })
  })

  test('behavior: fetched beats local, with a warning for each local setting that does nothing', () => {
    const remote = [entry('social_login', ['email', 'google']), entry('swap', ['1inch'])]
    const { features, warnings } = resolveFeatures({ local: { email: false, socials: false, swaps: false, send: false }, remote })
    expect(features).toMatchObject({ email: true, socials: ['google'], swaps: true, send: false })
    expect(warnings.map((warning) => /features\.(\w+)/.exec(warning)?.[1])).toEqual(['email', 'socials', 'swaps'])
  })

  test('behavior: pay turns email and socials off, basic mode every remote feature', () => {
    const remote = [entry('social_login', ['email', 'x']), entry('swap', ['1inch']), entry('activity', [])]
    expect(resolveFeatures({ local: { pay: true }, remote }).features).toMatchObject({ email: false, socials: [], swaps: true })
    expect(resolveFeatures({ local: {}, remote, basicMode: true }).features).toMatchObject({
      email: false,
      socials: [],
      swaps: false,
      activity: false,
    })
  })
})
