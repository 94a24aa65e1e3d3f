import { until } from '@latchkey/testkit/src/until.ts'
import { describe, expect, test } from 'vitest'
import { createTestLocks } from '../testing/locks.js'
import { createElection } from './election.js'

describe('createElection', () => {
  const start = () => {
    const locks = createTestLocks()
    const log: string[] = []
    const open = (name: string) =>
      createElection({ locks, name: 'site', onWon: () => log.push(`${name} won`), onLost: () => log.push(`${name} lost`) })
    return { log, one: open('one'), other: open('other') }
  }

  test('behavior: one at a time, in order', async () => {
    const { log, one, other } = start()
    one.join()
    other.join()
    await until(() => log.length === 1, 'the first')
    one.leave()
    await until(() => log.length === 2, 'the second')
    expect(log).toEqual(['one won', 'other won'])
  })

  test('behavior: whoever withdraws is not elected', async () => {
    const { log, one, other } = start()
    one.join()
    other.join()
    other.leave()
    await until(() => log.length === 1, 'the first')
    one.leave()
    one.join()
    await until(() => log.length === 2, 'the first again')
    expect(log).toEqual(['one won', 'one won'])
  })

  test('behavior: a place can be taken away, and its holder hears', async () => {
    const { log, one, other } = start()
    one.join()
    await until(() => log.length === 1, 'the first')
    other.join()
    other.steal()
    await until(() => log.length === 3, 'the theft')
    expect([...log].sort()).toEqual(['one lost', 'one won', 'other won'])
    one.join()
    other.leave()
    await until(() => log.at(-1) === 'one won', 'the first again')
  })
})
