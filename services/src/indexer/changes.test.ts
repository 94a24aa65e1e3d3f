import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { chainChanges } from '../db/indexerTables.js'
import { type Change, createChanges } from './changes.js'
import { openEmpty } from './testing/harness.js'

const [first, second]: readonly Hex[] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const word = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`

test('behavior: whoever listens after the last one left hears nothing of what was long before', async () => {
  const database = await openEmpty()
  const changes = createChanges(database.db)
  const write = async (address: Hex | undefined, number: number, at: number) => {
    await database.db.insert(chainChanges).values({ address: address as Hex, chain: 31_337, hash: word(number), status: 'confirmed', at })
    changes.hint()
  }
  const longAgo = () => Date.now() - 60_000
  try {
    const told: Hex[] = []
    const leave = changes.subscribe([first as Hex], ({ hash }) => {
      told.push(hash)
      if (hash === word(2)) leave()
    })
    // That it is heard says that the listener has its place.
    await write(first, 1, Date.now())
    await expect.poll(() => told).toEqual([word(1)])
    await write(first, 2, longAgo())
    await expect.poll(() => told).toEqual([word(1), word(2)])
    await write(second, 3, longAgo())
    const heard: Change[] = []
    changes.subscribe([second as Hex], (change) => heard.push(change))
    await write(second, 4, Date.now())
    await expect.poll(() => heard.map(({ hash }) => hash), { timeout: 5_000 }).toEqual([word(4)])
  } finally {
    await changes.close()
    await database.close()
  }
}, 30_000)
