/* Mail: how it is sent, and the words of every mail. */

import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { AccountsConfig } from '../config/accounts.js'
import { inTime } from '../http/inTime.js'

/** One mail. `text` and `html` say the same. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly html: string }

export type Mailer = {
  /** The name by which mails call this service. */
  readonly name: string
  /** Rejects when no server took the mail. What it was about is never logged. */
  readonly send: (mail: Mail) => Promise<void>
  readonly close: () => void
}

/** Milliseconds: for each step of the conversation with the mail server, and for a mail in all. Devices give up after 20 s. */
const timeouts = { step: 10_000, mail: 15_000 }

/** Sends by SMTP, over a few kept connections. */
export function createMailer(
  config: NonNullable<AccountsConfig['mail']>,
  log: Logger,
  { step, mail: inAll }: typeof timeouts = timeouts,
): Mailer {
  const { protocol, hostname, port, username, password } = new URL(config.smtp)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    pool: true,
    maxConnections: 4,
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // Without TLS from the start, a server that is not this very machine has to offer it.
    requireTLS: !secure && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: step,
    greetingTimeout: step,
    socketTimeout: step,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    name: config.name,
    send: async (mail) => {
      try {
        const sending = transport.sendMail({ from: config.from, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
        // A server can say a little again and again.
        await inTime(sending, AbortSignal.timeout(inAll))
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        log.warn({ code, responseCode }, 'A mail could not be sent')
        throw new Error('The mail server did not take the mail.')
      }
    },
    close: () => transport.close(),
  }
}
