import { describe, expect, test } from 'vitest'
import { defaultFeatures } from '../../state/settings.js'
import { resolveFeatures } from './resolveFeatures.js'

const entry = (id: string, config: string[] | null, isEnabled = true) => ({ id, config, isEnabled })

describe('resolveFeatures', () => {
  test('behavior: without an answer the page’s settings hold, else the defaults', () => {
    expect(resolveFeatures({ local: {}, remote: null })).toEqual(defaultFeatures)
    const features = resolveFeatures({ local: { email: false, socials: ['x'], swaps: ['1inch'] }, remote: null })
    expect(features).toMatchObject({ email: false, socials: ['x'], swaps: true })
  })

  test('behavior: config null means as the page says', () => {
    const remote = [entry('social_login', null), entry('swap', null), entry('multi_wallet', null)]
    const features = resolveFeatures({ local: { email: false, swaps: false, multiWallet: true }, remote })
    expect(features).toMatchObject({ email: false, swaps: false, multiWallet: true })
  })

  test('behavior: an entry that an answer lacks is off', () => {
    const features = resolveFeatures({ local: {}, remote: [] })
    expect(features).toMatchObject({ email: false, socials: [], swaps: false, onramp: false, activity: false, multiWallet: false })
    expect(features).toMatchObject({ send: true, receive: true, allWallets: true })
  })

  test('behavior: an empty list is on for switches only', () => {
    const remote = [entry('activity', []), entry('multi_wallet', []), entry('swap', []), entry('onramp', []), entry('social_login', [])]
    const features = resolveFeatures({ local: {}, remote })
    expect(features).toMatchObject({ activity: true, multiWallet: true, swaps: false, onramp: false, email: false, socials: [] })
  })

  // The server refuses its logins, too.
  test('behavior: a disabled entry is off whatever its list says, also without one', () => {
    const remote = [
      entry('swap', ['1inch'], false),
      entry('activity', [], false),
      entry('onramp', null, false),
      entry('social_login', null, false),
    ]
    const features = resolveFeatures({ local: { onramp: true, email: true }, remote })
    expect(features).toMatchObject({ swaps: false, activity: false, onramp: false, email: false, socials: [] })
  })

  test('behavior: fetched beats local', () => {
    const remote = [entry('social_login', ['email', 'google']), entry('swap', ['1inch'])]
    const features = resolveFeatures({ local: { email: false, socials: false, swaps: false, send: false }, remote })
    expect(features).toMatchObject({ email: true, socials: ['google'], swaps: true, send: false })
  })

  test('behavior: pay turns email and socials off, basic mode every remote feature', () => {
    const remote = [entry('social_login', ['email', 'x']), entry('swap', ['1inch']), entry('activity', [])]
    expect(resolveFeatures({ local: { pay: true }, remote })).toMatchObject({ email: false, socials: [], swaps: true })
    expect(resolveFeatures({ local: {}, remote, basicMode: true })).toMatchObject({
      email: false,
      socials: [],
      swaps: false,
      activity: false,
    })
  })
})
