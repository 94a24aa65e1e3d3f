import { destination, type Logger, pino } from 'pino'
import type { Config } from './config/schema.js'

/** Keys whose values are never written, at any place of a line. */
const secrets = ['authorization', 'cookie', 'password', 'secret', 'token', 'privateKey', 'url']

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
