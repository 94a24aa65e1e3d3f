import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openLog, reopenAtHangup } from './log.js'

describe('openLog', () => {
  test('behavior: one JSON object a line, without secrets, from the configured level on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-log-'))
    const file = join(folder, 'deep', 'services.log')
    const log = openLog({ level: 'info', hashAddresses: false, file })
    log.debug('unheard')
    log.info({ requestId: 'r1', authorization: 'Bearer x', inner: { password: 'p', url: 'https://node/key' } }, 'heard')
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    await rm(folder, { recursive: true })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      requestId: 'r1',
      authorization: '[redacted]',
      inner: { password: '[redacted]', url: '[redacted]' },
      msg: 'heard',
    })
  })

  test('behavior: at SIGHUP the file is begun anew, and what was written stays in the one that was renamed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-log-'))
    const file = join(folder, 'services.log')
    const log = openLog({ level: 'info', hashAddresses: false, file })
    const stop = reopenAtHangup(log, file)
    log.info('before')
    await rename(file, `${file}.1`)
    log.info('still before')
    process.emit('SIGHUP', 'SIGHUP')
    log.info('after')
    const messages = async (path: string) => (await readFile(path, 'utf8')).match(/(?<="msg":")[^"]+/g)
    expect([await messages(`${file}.1`), await messages(file)]).toEqual([['before', 'still before'], ['after']])
    stop()
    expect(process.listenerCount('SIGHUP')).toBe(0)
    await rm(folder, { recursive: true })
  })

  test.runIf(existsSync('/dev/full'))('error: a full disk is said once, and whoever logs goes on', () => {
    const said: string[] = []
    const log = openLog({ level: 'info', hashAddresses: false, file: '/dev/full' }, (sentence) => said.push(sentence))
    // More than may wait.
    for (let count = 0; count < 3_000; count += 1) log.info('x'.repeat(1_000))
    expect(said).toEqual(['The log cannot be written (ENOSPC). The server goes on without it.'])
  })
})
