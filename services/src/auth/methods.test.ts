import { describe, expect, test } from 'vitest'
import { projectAllows } from './methods.js'

const allows = (config: readonly string[] | null, isEnabled = true) => {
  const features = [{ id: 'social_login', isEnabled, config: config && [...config] }]
  return (['email', 'google', 'farcaster'] as const).filter((method) => projectAllows({ features }, method))
}

describe('projectAllows', () => {
  test('behavior: a project without features, or with an open list, leaves it to the page', () => {
    expect(projectAllows({ features: null }, 'email')).toBe(true)
    expect(allows(null)).toEqual(['email', 'google', 'farcaster'])
  })

  test('behavior: a list allows what it names', () => {
    expect(allows(['email', 'farcaster'])).toEqual(['email', 'farcaster'])
    expect(allows([])).toEqual([])
  })

  test('behavior: features that lack logins, or switch them off, allow none', () => {
    expect(projectAllows({ features: [{ id: 'swap', isEnabled: true, config: null }] }, 'email')).toBe(false)
    expect(allows(null, false)).toEqual([])
  })
})
