// @vitest-environment happy-dom

import { codes } from '@latchkey/protocol'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readItem } from '../../lib/storage.js'
import { emailUpdateStore } from '../../state/emailUpdate.js'
import { openEmbedded } from '../../testing/embeddedPage.js'
import { stubServices } from '../../testing/fakePage.js'
import { secureUser } from '../../testing/scriptedFrame.js'
import { changeEmail, checkUpdateCode, leaveEmailUpdate } from './emailUpdate.js'
import { embedded } from './embedded.js'

const primary = { action: 'VERIFY_PRIMARY_OTP', resendAt: Date.now() + 30_000 }
const secondary = { ...primary, action: 'VERIFY_SECONDARY_OTP' }
const email = 'mira@studio.example'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

async function openUpdate(replies: Parameters<typeof openEmbedded>[0]) {
  const opened = await openEmbedded(replies)
  const { dialog } = opened.page
  const { wallet } = embedded(dialog)
  wallet.accept(secureUser)
  const state = () => emailUpdateStore(dialog).getState()
  const reaches = (wanted: object) => vi.waitFor(() => expect(state()).toMatchObject(wanted))
  return { ...opened, dialog, wallet, state, reaches }
}
const refusal =
  (reason: string, more: object = {}) =>
  () => {
    throw { code: codes.invalidInput, message: 'x', data: { reason, ...more } }
  }

describe('changeEmail', () => {
  test('behavior: a code from the present address, then one from the new one; only then it is the address', async () => {
    const { dialog, wallet, reaches, asked } = await openUpdate({
      updateEmail: primary,
      updateEmailPrimaryOtp: secondary,
      updateEmailSecondaryOtp: { newEmail: email },
    })
    changeEmail(dialog, email)
    await reaches({ step: 'primary', phase: 'typing', resendAt: primary.resendAt })
    checkUpdateCode(dialog, '111111')
    await reaches({ step: 'secondary', phase: 'typing' })
    expect(wallet.user()?.email).toBe(secureUser.email)
    checkUpdateCode(dialog, '222222')
    await reaches({ step: 'done' })
    expect([asked('updateEmailPrimaryOtp')[0]?.otp, asked('updateEmailSecondaryOtp')[0]?.otp]).toEqual(['111111', '222222'])
    expect(wallet.user()?.email).toBe(email)
    expect(readItem(dialog, 'email')).toBe(email)
  })

  test('behavior: without a present address the new one is asked at once', async () => {
    const { dialog, reaches } = await openUpdate({ updateEmail: secondary })
    changeEmail(dialog, email)
    await reaches({ step: 'secondary' })
  })

  test('error: too soon after another mail: until when is known', async () => {
    const { dialog, reaches, state } = await openUpdate({ updateEmail: refusal('cooldown', { retryAfter: 21 }) })
    changeEmail(dialog, email)
    await reaches({ step: 'address', phase: 'cooldown' })
    expect(Math.round(((state().resendAt ?? 0) - Date.now()) / 1_000)).toBe(21)
  })

  test.each([
    ['email_taken', 'taken'],
    ['quarantine', 'quarantine'],
    ['step_up', 'stepUp'],
    ['rate_limited', 'limited'],
    ['offline', 'offline'],
    ['mail_failed', 'unsent'],
    ['refused', 'failed'],
  ])('error: %s is told as %s', async (reason, phase) => {
    const { dialog, reaches } = await openUpdate({ updateEmail: refusal(reason) })
    changeEmail(dialog, email)
    await reaches({ step: 'address', phase })
  })
})

describe('checkUpdateCode', () => {
  test.each([
    ['otp_wrong', 'wrong', 2],
    ['otp_attempts', 'expired', null],
    ['otp_expired', 'expired', null],
  ])('error: %s is told as %s, and the address stays', async (reason, phase, left) => {
    const { dialog, reaches, wallet } = await openUpdate({
      updateEmail: primary,
      updateEmailPrimaryOtp: refusal(reason, left === null ? {} : { attemptsLeft: left }),
    })
    changeEmail(dialog, email)
    await reaches({ step: 'primary' })
    checkUpdateCode(dialog, '000000')
    await reaches({ step: 'primary', phase, attemptsLeft: left })
    expect(wallet.user()?.email).toBe(secureUser.email)
  })

  test('behavior: who leaves keeps the present address, whatever is answered then', async () => {
    let answer: (value: unknown) => void = () => {}
    const { dialog, reaches, state, asked } = await openUpdate({
      updateEmail: primary,
      updateEmailPrimaryOtp: () => new Promise((resolve) => (answer = resolve)),
    })
    changeEmail(dialog, email)
    await reaches({ step: 'primary' })
    checkUpdateCode(dialog, '111111')
    await vi.waitFor(() => expect(asked('updateEmailPrimaryOtp')).toHaveLength(1))
    leaveEmailUpdate(dialog)
    answer(secondary)
    await Promise.resolve()
    expect(state()).toMatchObject({ step: 'address', phase: 'typing', email: '' })
  })
})
