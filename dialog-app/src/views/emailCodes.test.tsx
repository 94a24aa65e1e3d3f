// @vitest-environment happy-dom

import { codes } from '@latchkey/protocol'
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { changeEmail } from '../features/embedded/emailUpdate.js'
import { push } from '../features/navigator/view.js'
import { loadLaterMessages } from '../lib/i18n.js'
import { DialogContext } from '../lib/useDialog.js'
import { emailUpdateStore } from '../state/emailUpdate.js'
import { loginStore } from '../state/login.js'
import { openEmbedded } from '../testing/embeddedPage.js'
import { stubServices } from '../testing/fakePage.js'
import { liveStore } from '../ui/live.js'
import { EmailVerifyOtp } from './EmailVerifyOtp.js'
import { UpdateEmailWallet } from './UpdateEmailWallet.js'

/* The views in which a code from a mail is typed. */

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

const refusal = (reason: string) => () => {
  throw { code: codes.invalidInput, message: 'x', data: { reason } }
}

async function openCode(View: ComponentType, replies: Parameters<typeof openEmbedded>[0]) {
  const opened = await openEmbedded(replies)
  const { dialog } = opened.page
  await loadLaterMessages(dialog)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    host.remove()
  })
  const draw = () =>
    flushSync(() =>
      root.render(
        <DialogContext value={dialog}>
          <View />
        </DialogContext>,
      ),
    )
  const field = () => host.querySelector<HTMLInputElement>('.otp-input') ?? expect.fail(`There is no field in ${host.textContent}`)
  const type = (code: string) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    flushSync(() => {
      set?.call(field(), code)
      field().dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  const press = (name: string) => {
    const button = [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    flushSync(() => (button ?? expect.fail(`There is no button ${name} in ${host.textContent}`)).click())
  }
  const shows = (text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))
  const said = () => liveStore(dialog).getState().polite
  return { ...opened, dialog, host, draw, field, type, press, shows, said }
}

describe('EmailVerifyOtp', () => {
  const openLogin = async (replies: Parameters<typeof openEmbedded>[0]) => {
    const opened = await openCode(EmailVerifyOtp, { connectEmail: { action: 'VERIFY_OTP' }, ...replies })
    push(opened.dialog, 'EmailVerifyOtp')
    loginStore(opened.dialog).setState({ phase: 'waiting', email: 'mira@meadow.example' })
    opened.draw()
    return opened
  }

  test('behavior: a new code finds empty cells: those of the one that ran out would take none of its digits', async () => {
    const { field, type, press, shows } = await openLogin({ connectOtp: refusal('otp_expired') })
    type('111111')
    await shows('That ran out')
    press('Send a new code')
    await vi.waitFor(() => expect(field().readOnly).toBe(false))
    expect(field().value).toBe('')
  })

  test('behavior: digits as Arabic and Persian keyboards write them are digits of the code', async () => {
    const { asked, type } = await openLogin({ connectOtp: refusal('otp_wrong') })
    type('١٢٣۴۵۶')
    await vi.waitFor(() => expect(asked('connectOtp')[0]).toMatchObject({ otp: '123456' }))
  })

  test('behavior: a code that could not be checked without a network is checked again at a press', async () => {
    let online = false
    const { asked, type, press, shows } = await openLogin({
      connectOtp: () => (online ? { action: 'CONNECT' } : refusal('offline')()),
    })
    type('111111')
    await shows('Try again')
    online = true
    press('Try again')
    await vi.waitFor(() => expect(asked('connectOtp')).toHaveLength(2))
    expect(asked('connectOtp')[1]).toMatchObject({ otp: '111111' })
  })

  test('error: a mail that no server takes is told as that, and not as a lost connection', async () => {
    const { host, type, press, shows } = await openLogin({ connectEmail: refusal('mail_failed'), connectOtp: refusal('otp_expired') })
    type('111111')
    await shows('That ran out')
    press('Send a new code')
    await shows('The email couldn’t be sent')
    expect(host.textContent).toContain('Check the address, or try again in a minute.')
    expect(host.textContent).not.toMatch(/offline|connection/i)
  })
})

describe('UpdateEmailWallet', () => {
  const primary = { action: 'VERIFY_PRIMARY_OTP' }
  const openUpdate = async (replies: Parameters<typeof openEmbedded>[0]) => {
    const opened = await openCode(UpdateEmailWallet, { updateEmail: primary, ...replies })
    opened.page.stores.view.setState({ history: [{ name: 'Account' }, { name: 'UpdateEmailWallet' }] })
    opened.draw()
    flushSync(() => changeEmail(opened.dialog, 'mira@studio.example'))
    await opened.shows('Step 2 of 3')
    return opened
  }

  test('behavior: a new code finds empty cells', async () => {
    const { field, type, press, shows } = await openUpdate({ updateEmailPrimaryOtp: refusal('otp_expired') })
    type('111111')
    await shows('That ran out')
    press('Send a new code')
    await vi.waitFor(() => expect(field().readOnly).toBe(false))
    expect(field().value).toBe('')
  })

  test('behavior: seconds that run are not said one by one', async () => {
    const { dialog, host } = await openUpdate({})
    flushSync(() => emailUpdateStore(dialog).setState({ phase: 'cooldown', resendAt: dialog.now() + 30_000 }))
    await vi.waitFor(() => {
      const inside = [...host.querySelectorAll('[role="status"] *')]
      const running = inside.filter(({ textContent }) => textContent?.startsWith('Please try again after'))
      expect(running.map((element) => element.getAttribute('aria-live'))).toEqual(['off'])
    })
  })

  test('behavior: the next step is said aloud, with the address whose code it wants', async () => {
    const { type, said } = await openUpdate({ updateEmailPrimaryOtp: { action: 'VERIFY_SECONDARY_OTP' } })
    type('111111')
    await vi.waitFor(() => expect(said()).toBe('Step 3 of 3. Sent to mira@studio.example'))
  })
})
