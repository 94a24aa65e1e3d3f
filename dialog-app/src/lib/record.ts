import { type LogLevel, limits } from '@latchkey/protocol'
import { type Dialog, perDialog } from './dialog.js'
import { recordLines } from './recordLines.js'

type Severity = Exclude<LogLevel, 'silent'>
const severities: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent']

/** Of one line, in UTF-16 units: a wallet's message may be a document. */
const longestLine = 1_000

type Own = { level: LogLevel; bytes: number }
const kept = perDialog((): Own => ({ level: 'error', bytes: 0 }))

/** Bytes of a line in UTF-8, with its end. */
const bytesOf = (line: string) => new TextEncoder().encode(line).length + 1

/** Sets what is recorded from now on: this and what is worse. */
export function setRecordLevel(dialog: Dialog, level: LogLevel): void {
  kept(dialog).level = level
}

/**
 * Records what happened, for the user to copy when they ask somebody for help. It stays in this document's memory, at most 1,024,000 bytes: the
 * oldest lines go first. Never give it a secret: no code, key, token, pairing link.
 */
export function record(dialog: Dialog, level: Severity, text: string): void {
  const own = kept(dialog)
  if (severities.indexOf(level) < severities.indexOf(own.level)) return
  const line = `${new Date(dialog.now()).toISOString()} ${level} ${text.slice(0, longestLine).replace(/\s+/g, ' ')}`
  const lines = recordLines(dialog)
  lines.push(line)
  own.bytes += bytesOf(line)
  while (own.bytes > limits.logBufferBytes) own.bytes -= bytesOf(lines.shift() ?? '')
}
