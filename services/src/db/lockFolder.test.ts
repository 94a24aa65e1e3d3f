import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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

  test('error: a folder that a living process holds', async () => {
    await held(process.ppid)
    await expect(lockFolder(folder)).rejects.toThrow(`is in use by process ${process.ppid}`)
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
