import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
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
    const left = await lockFolder(other)
    const [, start] = (await readFile(`${other}.lock`, 'utf8')).split('\n')
    await left()
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

  test('error: a folder that a process in another container holds, whose number is ours', async () => {
    const release = await lockFolder(folder)
    // Its lock says our number, which is 1 in both containers.
    await expect(lockFolder(folder)).rejects.toThrow(
      `The database folder ${folder} is in use by another process, perhaps in another container.`,
    )
    expect(existsSync(`${folder}.lock`)).toBe(true)
    await release()
    await (await lockFolder(folder))()
  })

  test('error: a folder that a process holds whose lock file is not ours to judge, until that process is killed', async () => {
    const crashed = join(parent, 'crashed')
    const listening = 'require("net").createServer().listen(process.argv[1], () => console.log())'
    const child = spawn(process.execPath, ['-e', listening, `${crashed}.sock-00000000`])
    await once(child.stdout, 'data')
    await expect(lockFolder(crashed)).rejects.toThrow('is in use')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(existsSync(`${crashed}.sock-00000000`)).toBe(true)
    const release = await lockFolder(crashed)
    expect((await readdir(parent)).filter((name) => name.startsWith('crashed.sock-'))).not.toContain('crashed.sock-00000000')
    await release()
    expect((await readdir(parent)).filter((name) => name.startsWith('crashed'))).toEqual([])
  })

  test('behavior: of many that start at once at most one gets the folder, and the next one does', async () => {
    for (let round = 0; round < 20; round += 1) {
      const many = join(parent, `many${round}`)
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(many)))
      const got = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      expect(got.length).toBeLessThan(2)
      await got[0]?.()
      await (await lockFolder(many))()
    }
  }, 60_000)

  test('behavior: a path that is too long for a socket is locked by the number of its process alone', async () => {
    const long = join(parent, 'x'.repeat(100))
    const release = await lockFolder(long)
    expect((await readdir(parent)).filter((name) => name.startsWith('xxx'))).toEqual([`${'x'.repeat(100)}.lock`])
    await release()
  })
})
