import { writeSync } from 'node:fs'
import { destination, type Logger, pino, symbols } from 'pino'
import type { Config } from './config/schema.js'

/** Keys whose values are never written, at any place of a line. */
const secrets = ['authorization', 'cookie', 'password', 'secret', 'token', 'privateKey', 'url']

/**
 * What may be said of an error in a log: its first line, and the code of its cause. Below its first line, a failed query lists its values.
 *
 * @example
 * openLog({ level: 'info', hashAddresses: true }).error({ error: loggableError(new Error('failed\nwith a value')) }, 'A request failed')
 */
export function loggableError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const [line = ''] = error.message.split('\n', 1)
  const code = (error.cause as { code?: unknown } | undefined)?.code ?? (error as { code?: unknown }).code
  // Where a name has several addresses, the error of all of them has no message.
  return [...(line ? [line.slice(0, 300)] : []), ...(typeof code === 'string' || typeof code === 'number' ? [`(${code})`] : [])].join(' ')
}

/** Bytes of lines that wait while the log cannot be written. */
const mostWaiting = 1_048_576

function sayOnStandardError(sentence: string): void {
  try {
    writeSync(2, `${sentence}\n`)
  } catch {
    // It may be on the same disk.
  }
}

/**
 * Where the lines go. A full disk must not end the process, as an error of a stream does that nobody listens to. The lines wait, and each new one tries again.
 */
function openDestination(file: string | undefined, say: (sentence: string) => void) {
  const to = destination({ ...(file === undefined ? { dest: 1 } : { dest: file, mkdir: true }), sync: true, maxLength: mostWaiting })
  let isFailing = false
  to.on('error', (error: NodeJS.ErrnoException) => {
    if (isFailing) return
    isFailing = true
    say(`The log cannot be written (${error.code}). The server goes on without it.`)
  })
  // All that waited is written.
  to.on('drain', () => {
    isFailing = false
  })
  // Beyond `maxLength` a line is left out without a try; an empty one is not.
  to.on('drop', () => to.write(''))
  return to
}

/**
 * Begins the file anew at SIGHUP: what rotates it (logrotate) has given the old one another name.
 *
 * @returns stops listening
 */
export function reopenAtHangup(log: Logger, file: string | undefined): () => void {
  // Without a file the signal means what it means to every process: its terminal was closed.
  if (file === undefined) return () => undefined
  const { [symbols.streamSym]: stream } = log as unknown as { readonly [symbols.streamSym]: ReturnType<typeof destination> }
  const reopen = () => stream.reopen()
  process.on('SIGHUP', reopen)
  return () => void process.off('SIGHUP', reopen)
}

/**
 * Opens the log: one JSON object a line, on standard output or in a file.
 *
 * @param say is told once when the log cannot be written, and once more when it failed again after it could
 */
export function openLog(config: Config['log'], say: (sentence: string) => void = sayOnStandardError): Logger {
  const options = {
    level: config.level,
    base: null,
    redact: { paths: secrets.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  }
  return pino(options, openDestination(config.file, say))
}
