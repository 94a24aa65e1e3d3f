// @vitest-environment happy-dom

import { codes } from '@latchkey/protocol'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { writeItem } from '../../lib/storage.js'
import { loginStore } from '../../state/login.js'
import { openEmbedded } from '../../testing/embeddedPage.js'
import { stubServices } from '../../testing/fakePage.js'
import { closeDialog } from '../navigator/close.js'
import { back, push } from '../navigator/view.js'
import { checkCode, resendEmail, sendEmail, watchEmailLogin } from './emailLogin.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

/** An open dialog at the view for an address, with a secure frame that a test plays. */
async function openLogin(replies: Parameters<typeof openEmbedded>[0]) {
  const opened = await openEmbedded(replies)
  const { dialog } = opened.page
  push(dialog, 'EmailLogin')
  watchEmailLogin(dialog)
  return { ...opened, dialog, state: () => loginStore(dialog).getState() }
}

describe('sendEmail', () => {
  test('behavior: a known device types the code and is connected, with the families that the page uses', async () => {
    const { page, dialog, state, views, asked } = await openLogin({
      connectEmail: { action: 'VERIFY_OTP', expiresAt: Date.now() + 300_000, resendAt: Date.now() + 30_000 },
      connectOtp: { action: 'CONNECT' },
    })
    sendEmail(dialog, 'mira@meadow.example')
    expect(state().phase).toBe('sending')
    await vi.waitFor(() => expect(views()).toEqual(['Connect', 'EmailLogin', 'EmailVerifyOtp']))
    checkCode(dialog, '482917')
    await vi.waitFor(() => expect(state().phase).toBe('connected'))
    expect(asked('connectEmail')[0]).toMatchObject({ email: 'mira@meadow.example' })
    expect(asked('connectOtp')[0]).toMatchObject({ otp: '482917' })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'connected', wallets: { eip155: { kind: 'embedded' } } }))
    await vi.waitFor(() => expect(page.state().open).toBe(false))
  })

  test('behavior: a new device is approved from the mail; the code comes after, and Back leads to the address', async () => {
    let approve: (step: unknown) => void = () => {}
    const { page, dialog, state, views } = await openLogin({
      connectEmail: { action: 'VERIFY_DEVICE', number: '47' },
      connectDevice: () => new Promise((resolve) => (approve = resolve)),
    })
    sendEmail(dialog, 'mira@meadow.example')
    await vi.waitFor(() => expect(views().at(-1)).toBe('EmailVerifyDevice'))
    expect(state().number).toBe('47')
    await vi.waitFor(() => approve({ action: 'VERIFY_OTP' }))
    await vi.waitFor(() => expect(views()).toEqual(['Connect', 'EmailLogin', 'EmailVerifyOtp']))
    back(page.dialog)
    expect(views()).toEqual(['Connect', 'EmailLogin'])
  })

  test('error: a wrong code says how many tries are left, and another code is checked', async () => {
    let tries = 0
    const { dialog, state } = await openLogin({
      connectEmail: { action: 'VERIFY_OTP' },
      connectOtp: () => {
        tries += 1
        if (tries === 1) throw { code: codes.invalidInput, message: 'Wrong', data: { reason: 'otp_wrong', attemptsLeft: 4 } }
        return { action: 'CONNECT' }
      },
    })
    sendEmail(dialog, 'mira@meadow.example')
    await vi.waitFor(() => expect(state().phase).toBe('waiting'))
    checkCode(dialog, '000000')
    await vi.waitFor(() => expect(state()).toMatchObject({ phase: 'wrong', attemptsLeft: 4 }))
    checkCode(dialog, '482917')
    await vi.waitFor(() => expect(state().phase).toBe('connected'))
  })

  test('error: a second mail within 30 s is not even asked for', async () => {
    const { dialog, state, asked } = await openLogin({ connectEmail: { action: 'VERIFY_OTP' } })
    sendEmail(dialog, 'mira@meadow.example')
    await vi.waitFor(() => expect(state().phase).toBe('waiting'))
    resendEmail(dialog)
    expect(state()).toMatchObject({ phase: 'cooldown', error: { message: 'Please try again after 30 seconds' } })
    expect(asked('connectEmail').length).toBe(1)
  })

  test('behavior: the time of a mail that lies in the future is of a clock that was set back, and holds nobody up', async () => {
    const { dialog, asked } = await openLogin({})
    writeItem(dialog, 'lastEmailLoginTime', Date.now() + 86_400_000)
    sendEmail(dialog, 'mira@meadow.example')
    expect(asked('connectEmail')).toHaveLength(1)
  })

  test('behavior: who leaves while a code is checked is not connected by it', async () => {
    let answer: (step: unknown) => void = () => {}
    const { page, dialog, state, asked } = await openLogin({
      connectEmail: { action: 'VERIFY_OTP' },
      connectOtp: () => new Promise((resolve) => (answer = resolve)),
    })
    sendEmail(dialog, 'mira@meadow.example')
    await vi.waitFor(() => expect(state().phase).toBe('waiting'))
    checkCode(dialog, '482917')
    await vi.waitFor(() => expect(asked('connectOtp').length).toBe(1))
    closeDialog(page.dialog, { force: true })
    answer({ action: 'CONNECT' })
    await vi.waitFor(() => expect(page.state().open).toBe(false))
    expect(asked('getUser')).toEqual([])
    expect(page.state().status).toBe('disconnected')
  })
})
