import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockFolder } from './lockFolder.js'

describe('lockFolder', () => {
  let parent = ''
  let folder = ''
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'latchkey-lock-'))
    folder = join(parent, 'database')
  })
  afterAll(() => rm(parent, { recursive: true, force: true }))
  const held = (pid: number) => writeFile(`${folder}.lock`, String(pid))

  test('behavior: the lock can be written by its owner alone', async () => {
    const release = await lockFolder(folder)
    expect((await stat(`${folder}.lock`)).mode & 0o777).toBe(0o600)
    await release()
  })

  test('error: a folder that a living process holds', async () => {
    await held(process.ppid)
    await expect(lockFolder(folder)).rejects.toThrow(`is in use by process ${process.ppid}`)
  })

  test('behavior: what a killed process left behind is taken over when another program has its number now', async () => {
    const other = join(parent, 'other')
    await lockFolder(other)
    const [, start] = (await readFile(`${other}.lock`, 'utf8')).split('\n')
    // A program that lives, and that started at another time than whoever wrote this.
    await writeFile(`${other}.lock`, `${process.ppid}\n${start}\n`)
    const release = await lockFolder(other)
    expect(await readFile(`${other}.lock`, 'utf8')).toBe(`${process.pid}\n${start}\n`)
    await release()
  })

  test('behavior: what a killed process left behind is taken over, also when the new process has its number', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    for (const pid of [child.pid ?? 0, process.pid]) {
      await held(pid)
      const release = await lockFolder(folder)
      expect(existsSync(`${folder}.lock`)).toBe(true)
      await release()
      expect(existsSync(`${folder}.lock`)).toBe(false)
    }
  })
})
