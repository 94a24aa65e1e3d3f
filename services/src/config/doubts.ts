import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Config } from './schema.js'

/** Whether older logs are beside the file, as tools that rotate leave them: `services.log.1`, `services.log-20260101.gz`. */
function isRotated(file: string): boolean {
  try {
    return readdirSync(dirname(file)).some((name) => name.startsWith(basename(file)) && name !== basename(file))
  } catch {
    return false
  }
}

/** What works on one machine and is seldom meant on a server: one sentence each, for the log. */
export function doubtsOf({ urls, database, secret, log }: Pick<Config, 'urls' | 'database' | 'secret' | 'log'>): readonly string[] {
  const parts = Object.entries(urls)
  const plain = parts.filter(([, url]) => url.startsWith('http:')).map(([part]) => `urls.${part}`)
  return [
    ...(plain.length > 0 && plain.length < parts.length
      ? [
          `${plain.join(' and ')} is http beside others on https: browsers show no http document in a page on https, and send no request there.`,
        ]
      : []),
    ...(database.url !== undefined && secret === undefined
      ? [
          'There is no "secret" (LATCHKEY_SECRET): processes that share this PostgreSQL database refuse the pictures and pages that another one signed.',
        ]
      : []),
    ...(log.file !== undefined && !isRotated(log.file)
      ? [
          `log.file ${log.file} is not rotated, and grows without end: let logrotate rename it and send SIGHUP to this process, which then begins a new one.`,
        ]
      : []),
  ]
}
