import { createServer } from 'node:http'
import { domainToASCII } from 'node:url'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { mailPage } from './mailPage.js'

/** Mails that are kept; the oldest go first. */
const kept = 200

/** An address with its domain as it is sent: the SMTP server gives that of another alphabet as a user reads it. */
function asciiAddress(/** @type {string} */ address) {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at))
}
const comparable = (/** @type {string} */ address) => asciiAddress(address).toLowerCase()

/** Reads a stream to its end. */
async function readAll(/** @type {AsyncIterable<Buffer>} */ stream) {
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function listen(/** @type {import('node:net').Server | SMTPServer} */ server, /** @type {number} */ port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(undefined))
  })
}

/**
 * A mail server that delivers nothing: it keeps what it gets, for the user who develops and for tests.
 *
 * `GET /dev/mail` is a page, `GET /messages?to=` answers `[{ to, from, subject, text, html, at }]`, newest first. On this machine only.
 *
 * @param {{ smtpPort: number, httpPort: number }} ports
 * @returns {Promise<{ url: string, smtp: string, stop: () => Promise<void> }>}
 */
export async function startMailCatcher({ smtpPort, httpPort }) {
  /** @type {{ to: string, from: string, subject: string, text: string, html: string, at: string }[]} */
  const messages = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: 1_000_000,
    onData: (stream, session, done) => {
      readAll(stream)
        .then(async (raw) => {
          const mail = await PostalMime.parse(raw)
          for (const { address } of session.envelope.rcptTo)
            messages.unshift({
              to: asciiAddress(address),
              from: mail.from?.address ?? '',
              subject: mail.subject ?? '',
              text: mail.text ?? '',
              html: mail.html ?? '',
              at: new Date().toISOString(),
            })
          messages.length = Math.min(messages.length, kept)
          done()
        })
        .catch(done)
    },
  })
  smtp.on('error', () => undefined)
  const http = createServer((request, response) => {
    // Behind an origin: by itself `//` would be one, without a name.
    const { pathname, searchParams } = new URL(`http://localhost${request.url}`)
    const to = comparable(searchParams.get('to') ?? '')
    const found = messages.filter((message) => !to || comparable(message.to) === to)
    const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
    if (pathname === '/messages') {
      response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(found))
    } else if (pathname === '/dev/mail' || pathname === '/') {
      const policy =
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
      response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      response.end(mailPage(found, to))
    } else response.writeHead(404, headers).end('There is no such page. The mails are at /dev/mail.\n')
  })
  await listen(smtp, smtpPort)
  await listen(http, httpPort)
  return {
    url: `http://127.0.0.1:${httpPort}`,
    smtp: `smtp://127.0.0.1:${smtpPort}`,
    stop: async () => {
      http.closeAllConnections()
      await Promise.all([new Promise((resolve) => http.close(resolve)), new Promise((resolve) => smtp.close(() => resolve(undefined)))])
    },
  }
}
