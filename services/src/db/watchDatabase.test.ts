import { expect, test, vi } from 'vitest'
import { watchDatabase } from './watchDatabase.js'

function openWatched(kind: 'postgres' | 'pglite' = 'postgres') {
  const lines: (readonly [string, string])[] = []
  const write = (level: string) => (_: unknown, message: string) => void lines.push([level, message])
  const log = { warn: write('warn'), info: write('info') } as unknown as Parameters<typeof watchDatabase>[1]
  const database = { answers: async (): Promise<void> => undefined, asked: 0 }
  const ping = () => {
    database.asked += 1
    return database.answers()
  }
  const stop = watchDatabase({ kind, ping }, log)
  return { lines, database, stop }
}
const gone = ['warn', 'The database does not answer: what needs it is refused with 503']
const back = ['info', 'The database answers again']

test('behavior: an outage has a line, and its end; the next one, too', async () => {
  const { lines, database, stop } = openWatched()
  for (const round of [1, 2]) {
    const expected = Array.from({ length: round }, () => [gone, back]).flat()
    database.answers = () => Promise.reject(new Error('connect ECONNREFUSED'))
    await vi.waitFor(() => expect(lines).toEqual(expected.slice(0, -1)))
    const before = database.asked
    await vi.waitFor(() => expect(database.asked).toBeGreaterThan(before + 1))
    expect(lines).toEqual(expected.slice(0, -1))
    database.answers = async () => undefined
    await vi.waitFor(() => expect(lines).toEqual(expected))
  }
  await stop()
}, 30_000)

test('behavior: it stops while the database keeps it waiting', async () => {
  const { lines, database, stop } = openWatched()
  database.answers = () => new Promise(() => {})
  await vi.waitFor(() => expect(database.asked).toBeGreaterThan(1))
  await stop()
  expect(lines).toEqual([])
})

test('behavior: a database in a folder is not asked', async () => {
  const { database, stop } = openWatched('pglite')
  await stop()
  expect(database.asked).toBe(0)
})
