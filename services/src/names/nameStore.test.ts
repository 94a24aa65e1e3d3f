import { toCoinType } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { openEmpty } from '../indexer/testing/harness.js'
import { createNameStore, mostAddresses } from './nameStore.js'

test('security: a name has so many addresses and no more; those that it has can be changed', async () => {
  const database = await openEmpty()
  try {
    const store = createNameStore(database.db)
    const [name, owner, other] = ['alice.wallet.test', `0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`] as const
    await store.register({
      ...{ name, skeleton: name, owner, coinType: 60, attributes: {}, addresses: { 60: owner }, message: 'register', most: 1 },
    })
    const set = (coinType: number, address: string) =>
      store.setAddress({ name, owner, coinType, address, message: `${coinType} ${address}` })
    for (let id = 2; id <= mostAddresses; id++) expect(await set(toCoinType(id), owner)).toMatchObject({ name })
    expect(await set(toCoinType(9_999), owner)).toBe('crowded')
    expect(await set(60, other)).toMatchObject({ addresses: { 60: { address: other } } })
    expect(Object.keys((await store.get(name))?.addresses ?? {})).toHaveLength(mostAddresses)
  } finally {
    await database.close()
  }
}, 30_000)
