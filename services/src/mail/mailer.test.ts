import { freePort } from '@latchkey/testkit/src/freePort.js'
import { startMailCatcher } from '@latchkey/testkit/src/mail/mailCatcher.js'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMailer } from './mailer.js'
import { codeMail, deviceMail } from './texts.js'

const facts = {
  origin: 'https://shop.example.com',
  browser: 'Firefox on Linux',
  network: '203.0.113.0/24',
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
}
const frame = { name: 'Wallet', secure: 'https://secure.example.net' }

describe('createMailer', () => {
  let catcher: Awaited<ReturnType<typeof startMailCatcher>>
  beforeAll(async () => {
    catcher = await startMailCatcher({ smtpPort: await freePort(), httpPort: await freePort() })
  })
  afterAll(() => catcher?.stop())
  const messages = async (to: string) =>
    (await (await fetch(`${catcher.url}/messages?to=${encodeURIComponent(to)}`)).json()) as { subject: string; text: string }[]

  test('behavior: a mail goes by SMTP and is read at the catcher, newest first, by its address', async () => {
    const mailer = createMailer({ smtp: catcher.smtp, from: 'Wallet <wallet@example.com>', name: 'Wallet' }, pino({ level: 'silent' }))
    await mailer.send(codeMail('a@example.com', frame, '123456', 300, facts))
    await mailer.send(deviceMail('a@example.com', frame, 'token', 1_200, facts))
    await mailer.send(codeMail('b@example.com', frame, '654321', 300, facts))
    expect(await messages('A@example.com')).toMatchObject([
      { to: 'a@example.com', from: 'wallet@example.com', subject: 'Confirm a new device for Wallet' },
      { subject: '123456 is your Wallet code' },
    ])
    expect(await messages('c@example.com')).toEqual([])
    const page = await (await fetch(`${catcher.url}/dev/mail`)).text()
    expect(page).toContain('654321 is your Wallet code')
    mailer.close()
  })

  test('behavior: a mail to a domain of another alphabet is found by either of its spellings', async () => {
    const mailer = createMailer({ smtp: catcher.smtp, from: 'wallet@example.com', name: 'Wallet' }, pino({ level: 'silent' }))
    const sent = 'r&d=#/x@xn--e1afmkfd.xn--p1ai'
    await mailer.send(codeMail(sent, frame, '123456', 300, facts))
    for (const to of [sent, 'R&D=#/x@пример.рф']) expect(await messages(to)).toMatchObject([{ to: sent }])
    mailer.close()
  })

  test('error: no server there; what the mail was about is not logged', async () => {
    const lines: string[] = []
    const smtp = `smtp://127.0.0.1:${await freePort()}`
    const mailer = createMailer(
      { smtp, from: 'wallet@example.com', name: 'Wallet' },
      pino({}, { write: (line: string) => void lines.push(line) }),
    )
    await expect(mailer.send(codeMail('secret.person@example.com', frame, '123456', 300, facts))).rejects.toThrow('did not take the mail')
    expect(lines.join('')).toContain('A mail could not be sent')
    expect(lines.join('')).not.toMatch(/secret\.person|123456/)
    mailer.close()
  })
})

describe('codeMail', () => {
  test('behavior: says where the code may be typed, and holds no link', () => {
    const { text } = codeMail('a@example.com', frame, '123456', 300, facts)
    expect(text).toMatchInlineSnapshot(`
      "Type this code to sign in. It works for 5 minutes, on the device that asked for it.

          123456

      Asked for on: https://shop.example.com
      Device: Firefox on Linux
      Network: 203.0.113.0/24
      Time: Fri, 02 Jan 2026 03:04:05 GMT

      Type it in the Wallet window of https://shop.example.com only. Nobody will ever ask you to tell it: whoever does wants your wallet.
      If you did not ask for it, ignore this mail. Nothing happens without the code.

      Wallet"
    `)
  })

  test('behavior: what a page calls itself cannot become markup', () => {
    const { html } = codeMail('a@example.com', frame, '123456', 300, { ...facts, browser: '<img src=x onerror=alert(1)>' })
    expect(html).not.toContain('<img')
  })
})
