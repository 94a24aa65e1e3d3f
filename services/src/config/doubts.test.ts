import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { doubtsOf } from './doubts.js'
import { checkConfig } from './readConfig.js'

const urls = { dialog: 'https://dialog.example.com', secure: 'https://secure.example.net', api: 'https://api.example.com' }
const doubts = (input: object) => doubtsOf(checkConfig({ urls, chains: [{ id: 1 }], projects: [], ...input }))
const postgres = { url: 'postgres://latchkey:x@127.0.0.1/latchkey' }

describe('doubtsOf', () => {
  test('behavior: a whole configuration leaves none', () => {
    expect(doubts({})).toEqual([])
    expect(doubts({ database: postgres, secret: 'a'.repeat(32) })).toEqual([])
    const local = Object.fromEntries(Object.keys(urls).map((part) => [part, `http://${part}.localhost:4100`]))
    expect(doubts({ urls: local })).toEqual([])
  })

  test.each(Object.keys(urls))('error: urls.%s on http beside others on https', (part) => {
    expect(doubts({ urls: { ...urls, [part]: `http://${part}.example.com` } })).toEqual([
      expect.stringMatching(new RegExp(`^urls\\.${part} is http beside`)),
    ])
  })

  test('error: PostgreSQL, which processes share, without a secret', () => {
    expect(doubts({ database: postgres })).toEqual([expect.stringContaining('LATCHKEY_SECRET')])
  })

  test('error: a log file without older ones beside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-doubts-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'services.log')
    expect(doubts({ log: { file } })).toEqual([expect.stringContaining('SIGHUP')])
    await writeFile(file, '')
    expect(doubts({ log: { file } })).toHaveLength(1)
    await writeFile(`${file}.1`, '')
    expect(doubts({ log: { file } })).toEqual([])
  })
})
