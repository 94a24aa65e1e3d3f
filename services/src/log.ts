import { destination, type Logger, pino } from 'pino'
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
  return [line.slice(0, 300), ...(typeof code === 'string' || typeof code === 'number' ? [`(${code})`] : [])].join(' ')
}

/** Opens the log: one JSON object a line, on standard output or in a file. */
export function openLog(config: Config['log']): Logger {
  const options = {
    level: config.level,
    base: null,
    redact: { paths: secrets.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  }
  return pino(options, destination({ ...(config.file === undefined ? { dest: 1 } : { dest: config.file, mkdir: true }), sync: true }))
}
