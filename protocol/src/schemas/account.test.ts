import { describe, expect, test } from 'vitest'
import { accountErrors, authRoutes, vaultRoutes } from './account.js'

const all = { ...authRoutes, ...vaultRoutes }

describe('authRoutes and vaultRoutes', () => {
  test('behavior: every path is of its own, below its service and without a parameter in it', () => {
    const paths = [...Object.values(authRoutes), ...Object.values(vaultRoutes)].map((route) => route.path)
    expect(new Set(paths).size).toBe(paths.length)
    for (const path of paths) expect(path).toMatch(/^\/(?:auth|vault)\/v1\/[a-z-]+(?:\/[a-z-]+)*$/)
  })

  test('behavior: what nobody proves is what a mail or a popup proves by a token of its own', () => {
    const open = Object.entries(all).filter(([, route]) => route.proof === 'none')
    expect(open.map(([name]) => name)).toEqual(['methods', 'linkInspect', 'linkApprove', 'linkDeny', 'oauthLeave', 'oauthRelease'])
    expect(Object.values(vaultRoutes).every((route) => route.proof === 'session')).toBe(true)
  })

  test('error: a code has six digits, an e-mail address is one, and unknown keys do not come through', () => {
    const place = { projectId: 'p', origin: 'https://shop.example.com' }
    expect(() => authRoutes.otp.body({ challengeId: 'a'.repeat(43), code: '12345' })).toThrow()
    expect(() => authRoutes.challenge.body({ ...place, email: 'not an address' })).toThrow()
    expect(authRoutes.challenge.body({ ...place, email: 'a@example.com', more: 1 })).toEqual({ ...place, email: 'a@example.com' })
  })
})

describe('accountErrors', () => {
  test('behavior: what has to wait says for how long', () => {
    for (const [, [status, sentence]] of Object.entries(accountErrors)) if (status === 429) expect(sentence).toContain('{n} seconds')
  })
})
