// @vitest-environment happy-dom

import { codes } from '@latchkey/protocol'
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { back, push } from '../features/navigator/view.js'
import { loadLaterMessages } from '../lib/i18n.js'
import { DialogContext } from '../lib/useDialog.js'
import { loginStore } from '../state/login.js'
import { openEmbedded } from '../testing/embeddedPage.js'
import { stubServices } from '../testing/fakePage.js'
import { EmailLogin } from './EmailLogin.js'
import { UpdateEmailWallet } from './UpdateEmailWallet.js'

/* The views in which an address is typed. */

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

const mira = 'mira@meadow.example'
const noor = 'noor@studio.example'
const refusal =
  (code: number, data: object = {}) =>
  () => {
    throw { code, message: 'x', data }
  }

async function openAddress(View: ComponentType, replies: Parameters<typeof openEmbedded>[0]) {
  const opened = await openEmbedded(replies)
  const { dialog } = opened.page
  await loadLaterMessages(dialog)
  push(dialog, 'EmailLogin')
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const leave = () => flushSync(() => root.render(null))
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
  draw()
  const field = () => host.querySelector<HTMLInputElement>('input[type="email"]') ?? expect.fail(`There is no field in ${host.textContent}`)
  const type = (address: string) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    flushSync(() => {
      set?.call(field(), address)
      field().dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  const submit = () => flushSync(() => host.querySelector<HTMLButtonElement>('button.btn')?.click())
  const send = (address: string) => {
    type(address)
    submit()
  }
  const shows = (text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))
  const hides = (text: string) => expect(host.textContent).not.toContain(text)
  const press = (name: string) => {
    const button = [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    flushSync(() => (button ?? expect.fail(`There is no button ${name} in ${host.textContent}`)).click())
  }
  return { ...opened, dialog, host, draw, leave, type, send, shows, hides, press }
}

/** Sends to `mira`, and comes back by "Use another email". */
async function openSecondTry(replies: Parameters<typeof openEmbedded>[0] = {}) {
  const opened = await openAddress(EmailLogin, { connectEmail: { action: 'VERIFY_OTP', resendAt: Date.now() + 30_000 }, ...replies })
  opened.send(mira)
  await vi.waitFor(() => expect(opened.views().at(-1)).toBe('EmailVerifyOtp'))
  opened.leave()
  back(opened.dialog)
  opened.draw()
  return opened
}

describe('EmailLogin', () => {
  test('error: another address is not told that its code was sent, and is not offered to enter one', async () => {
    const { send, shows, hides, asked } = await openSecondTry()
    send(noor)
    await shows('Please try again after 30 seconds')
    hides('Code already sent')
    hides('Enter the code I have')
    hides('Send again')
    expect(asked('connectEmail')).toHaveLength(1)
  })

  test.each([mira, ' MIRA@Meadow.example'])(
    'behavior: the address that has a code is told so, typed as "%s", and enters it',
    async (typed) => {
      const { dialog, send, type, shows, press, views } = await openSecondTry()
      send(noor)
      type(typed)
      await shows('Code already sent')
      press('Enter the code I have')
      await vi.waitFor(() => expect(views().at(-1)).toBe('EmailVerifyOtp'))
      expect(loginStore(dialog).getState().email).toBe(mira)
    },
  )

  test.each([
    ['rate_limited', 'Too many tries'],
    ['factor_needed', 'This device isn’t known yet'],
    ['refused', 'Couldn’t sign you in'],
    ['device_refused', 'This device was refused'],
  ])('error: what became of one address (%s) is not told about the next that is typed', async (reason, title) => {
    const { send, type, shows, hides } = await openAddress(EmailLogin, { connectEmail: refusal(codes.invalidInput, { reason }) })
    send(mira)
    await shows(title)
    type(noor)
    hides(title)
    type(mira)
    await shows(title)
  })

  test.each([
    ...[
      'a@example.xn--p1ai',
      'r&d@meadow.example',
      'k=v@meadow.example',
      'slash/x@meadow.example',
      '#tag@meadow.example',
      'a..b@meadow.example',
    ],
    ...['mira@пример.рф', 'root@localhost'],
  ])('behavior: %s is sent to', async (address) => {
    const { send, asked } = await openAddress(EmailLogin, { connectEmail: { action: 'VERIFY_OTP' } })
    send(address)
    await vi.waitFor(() => expect(asked('connectEmail')).toMatchObject([{ email: address }]))
  })

  test.each(['mira@', 'mira@gmial', 'müra@meadow.example', 'mira@a_b.example'])('error: %s is not', async (address) => {
    const { send, asked, shows } = await openAddress(EmailLogin, { connectEmail: { action: 'VERIFY_OTP' } })
    send(address)
    await shows('Enter an email like name@example.com')
    expect(asked('connectEmail')).toEqual([])
  })

  test('error: a refusal by our own schema is not told as a failure of the server', async () => {
    const { send, shows, hides } = await openAddress(EmailLogin, { connectEmail: refusal(codes.invalidParams) })
    send(mira)
    await shows('This page and this window are of different versions. Reload the page.')
    hides('Something went wrong on our side')
  })
})

describe('UpdateEmailWallet', () => {
  test('error: a wait after another mail says nothing about a code for this address', async () => {
    const replies = { updateEmail: refusal(codes.limitExceeded, { reason: 'cooldown', retryAfter: 21 }) }
    const { send, shows, hides } = await openAddress(UpdateEmailWallet, replies)
    send(noor)
    await shows('Please try again after 21 seconds')
    hides('Code already sent')
    hides('Send again')
  })

  test('error: what became of one address is not told about the next that is typed', async () => {
    const { send, type, shows, hides } = await openAddress(UpdateEmailWallet, {
      updateEmail: refusal(codes.invalidInput, { reason: 'email_taken' }),
    })
    send(noor)
    await shows('That address is taken')
    type(mira)
    hides('That address is taken')
  })

  test('error: a refusal by our own schema is not told as a failure of the server', async () => {
    const { send, shows, hides } = await openAddress(UpdateEmailWallet, { updateEmail: refusal(codes.invalidParams) })
    send(noor)
    await shows('of different versions')
    hides('Something went wrong on our side')
  })

  test('behavior: the same addresses are taken as at the login', async () => {
    const { send, asked } = await openAddress(UpdateEmailWallet, {})
    send('r&d@пример.рф')
    await vi.waitFor(() => expect(asked('updateEmail')).toMatchObject([{ email: 'r&d@пример.рф' }]))
  })
})
