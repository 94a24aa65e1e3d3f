import { oauthProviderIds, socialProviders } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { playedProviders } from './localProviders.js'
import { loginPage } from './loginPage.js'

describe('the local identity provider', () => {
  test('behavior: plays every provider that there is', () => {
    expect([...playedProviders].sort()).toEqual([...oauthProviderIds].sort())
  })

  test.each(oauthProviderIds)('behavior: says who it plays for %s', (id) => {
    expect(loginPage(id)).toContain(`Sign in with ${socialProviders[id]}`)
  })
})
