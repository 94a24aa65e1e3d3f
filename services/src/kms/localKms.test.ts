import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../config/schema.js'
import { createLocalKms, newRootKey } from './localKms.js'
import { openKms } from './openKms.js'
import { readRootFile, rootsOf } from './rootFile.js'

const share = { purpose: 'share', walletId: 'w', v: '1' } as const

describe('createLocalKms', () => {
  test('behavior: a data key opens for what it was made for, and for nothing else', async () => {
    const kms = createLocalKms([newRootKey(new Date())])
    const { plaintext, wrapped } = await kms.generateDataKey(share)
    expect(await kms.decryptDataKey(wrapped, share)).toEqual(plaintext)
    await expect(kms.decryptDataKey(wrapped, { ...share, walletId: 'x' })).rejects.toThrow('damaged, or belongs to something else')
    await expect(kms.decryptDataKey(wrapped, { ...share, purpose: 'assist' })).rejects.toThrow('belongs to something else')
  })

  test('behavior: after a new root the old one still opens, and wrapping again needs only the new one', async () => {
    const [old, next] = [newRootKey(new Date()), newRootKey(new Date())]
    const { plaintext, wrapped } = await createLocalKms([old]).generateDataKey(share)
    const both = createLocalKms([next, old])
    const rewrapped = await both.rewrap(wrapped, share)
    expect(await createLocalKms([next]).decryptDataKey(rewrapped, share)).toEqual(plaintext)
    await expect(createLocalKms([next]).decryptDataKey(wrapped, share)).rejects.toThrow('Restore the root from its backup')
    expect(await both.health()).toMatchObject({ keyId: next.id, provider: 'local' })
  })
})

describe('readRootFile', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-kms-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('behavior: the first start makes it for its owner alone; processes that start together agree', async () => {
    const path = join(folder, 'deep/root.json')
    const all = await Promise.all(Array.from({ length: 8 }, () => readRootFile(path)))
    expect(new Set(all.map(({ roots }) => roots[0]?.id)).size).toBe(1)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readRootFile(path)).toMatchObject({ created: false })
  })

  test('error: others may read it, or it is damaged', async () => {
    const path = join(folder, 'other.json')
    await readRootFile(path)
    await chmod(path, 0o644)
    await expect(readRootFile(path)).rejects.toThrow('may be read by others')
    await chmod(path, 0o600)
    await writeFile(path, (await readFile(path, 'utf8')).replace(/"key": "../, '"key": "AA'))
    await expect(readRootFile(path)).rejects.toThrow('is damaged. Restore it from its backup')
  })

  test('error: it cannot be made where it shall be', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await expect(readRootFile(join(file, 'deeper/root.json'))).rejects.toThrow(
      `The KMS file ${join(file, 'deeper/root.json')} cannot be made (ENOTDIR). Name one in accounts.kms.file that this process may write.`,
    )
  })

  test('error: a root in the configuration that is no random key', () => {
    expect(() => rootsOf('short')).toThrow('must be base64 of 32 random bytes')
    expect(() => rootsOf(Buffer.alloc(32).toString('base64'))).toThrow('must be base64 of 32 random bytes')
  })

  test('error: on https nothing starts before the root’s backup was confirmed, nor with the root beside the database', async () => {
    const log = pino({ level: 'silent' })
    const config = (file: string, secure: string, backupConfirmed?: string) =>
      ({
        accounts: { kms: { file, ...(backupConfirmed ? { backupConfirmed } : {}) } },
        database: { folder: join(folder, 'database') },
        urls: { secure },
      }) as unknown as Config
    const file = join(folder, 'confirmed.json')
    await expect(openKms(config(join(folder, 'database/kms.json'), 'http://secure.localhost'), [], log)).rejects.toThrow(
      'must not be inside database.folder',
    )
    await expect(openKms(config(file, 'https://secure.example.net'), [], log)).rejects.toThrow('Copy the KMS root')
    const { roots } = await readRootFile(file)
    const kms = await openKms(config(file, 'https://secure.example.net', roots[0]?.id), [], log)
    expect((await kms.health()).keyId).toBe(roots[0]?.id)
    await expect(openKms(config(file, 'http://secure.localhost'), [], log)).resolves.toBeDefined()
  })

  test('error: a file that does not exist, or has another root, for a database that has keys: no root is made', async () => {
    const [lines, log] = [[] as string[], pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })]
    const config = (kms: object) =>
      ({
        accounts: { kms },
        database: { folder: join(folder, 'database') },
        urls: { secure: 'http://secure.localhost' },
      }) as unknown as Config
    const file = join(folder, 'mistyped.json')
    await expect(openKms(config({ file }), ['0123456789ab'], log)).rejects.toThrow(
      `The KMS file ${file} does not exist. This database needs the KMS root 0123456789ab. Restore it from its backup`,
    )
    await expect(stat(file)).rejects.toThrow('ENOENT')
    const { roots } = await readRootFile(join(folder, 'another.json'))
    const [other] = roots.map(({ id }) => id)
    await expect(openKms(config({ file: join(folder, 'another.json') }), ['0123456789ab'], log)).rejects.toThrow(
      `has the KMS root ${other}. This database needs the KMS root 0123456789ab.`,
    )
    const root = Buffer.from(roots[0]?.key ?? []).toString('base64')
    await expect(openKms(config({ root }), ['0123456789ab'], log)).rejects.toThrow(`accounts.kms.root has the KMS root ${other}`)
    // Keys that stayed under a root that was removed since do not keep the others from being served.
    expect((await (await openKms(config({ root }), ['0123456789ab', String(other)], log)).health()).keyId).toBe(other)
    expect(lines.join('')).toContain('"missing":["0123456789ab"]')
  })
})
