import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, describe, expect, test } from 'vitest'
import { lock } from './lock.js'
import { root } from './root.js'

const name = `test-${process.pid}`
const file = join(root, '.cache', `${name}.lock`)
afterEach(() => rm(file, { force: true }))

/** Leaves a lock as another command does. */
async function leave(content: string, secondsAgo: number) {
  await mkdir(join(root, '.cache'), { recursive: true })
  await writeFile(file, content)
  const at = Date.now() / 1000 - secondsAgo
  await utimes(file, at, at)
}
const holder = () => readFile(file, 'utf8').catch(() => undefined)

describe('lock', () => {
  test('behavior: who comes second waits until the first is done, and hears once for whom', async () => {
    const release = await lock(name)
    const heard: number[] = []
    const waiting = lock(name, (pid) => heard.push(pid))
    await expect.poll(() => heard).toEqual([process.pid])
    await release()
    await (await waiting)()
    expect(heard).toEqual([process.pid])
    expect(await holder()).toBeUndefined()
  })

  test('behavior: a command of before that was killed had the id that is ours now, as in a container: nobody is waited for', async () => {
    await leave(String(process.pid), process.uptime() + 60)
    const heard: number[] = []
    const release = await lock(name, (pid) => heard.push(pid))
    await release()
    expect(heard).toEqual([])
  })

  test('behavior: the machine has started since, and the id is some other program’s now: nobody is waited for', async () => {
    await leave(String(process.ppid), 10 * 365 * 86_400)
    await (await lock(name))()
    expect(await holder()).toBeUndefined()
  })

  test('behavior: a lock whose holder has not written its id yet is held', async () => {
    await leave('', 0)
    let taken = false
    const waiting = lock(name).then((release) => {
      taken = true
      return release
    })
    // Another lock is waited for meanwhile, which takes longer than a look.
    const release = await lock(`${name}-other`)
    const other = lock(`${name}-other`, () => void release())
    await (await other)()
    expect(taken).toBe(false)
    await rm(file)
    await (await waiting)()
  })
})
