import { expect, test } from 'vitest'
import type { Session } from '../auth/session.js'
import { grantsPower } from './methods.js'
import { refuseInQuarantine } from './quarantine.js'

const day = Date.parse('2026-11-24T00:00:00Z')
const sessionOf = (quarantineUntil: string | null) => ({ facts: async () => ({ quarantineUntil }) }) as Pick<Session, 'facts'>

test('error: a device in its first 24 hours grants nothing', async () => {
  const asked = refuseInQuarantine(sessionOf('2026-11-24T00:00:01Z'), day)
  await expect(asked).rejects.toMatchObject({ code: 4100, data: { until: '2026-11-24T00:00:01Z' } })
})

test.each([null, '2026-11-23T23:59:59Z'])('behavior: later, and on a known device, it does (%s)', async (until) => {
  await expect(refuseInQuarantine(sessionOf(until), day)).resolves.toBeUndefined()
})

test('behavior: it is about grants, and not about removing one', () => {
  expect(['wallet_grantPermissions', 'wallet_requestExecutionPermissions', 'wallet_revokeExecutionPermission'].map(grantsPower)).toEqual([
    true,
    true,
    false,
  ])
})
