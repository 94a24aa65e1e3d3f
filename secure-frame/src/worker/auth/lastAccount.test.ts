import { describe, expect, test } from 'vitest'
import { memoryKeyValue } from '../storage/keyValue.js'
import { createLastAccount } from './lastAccount.js'

const mira = { id: 'mira', userName: 'Mira' }
const noor = { id: 'noor', userName: 'Mira' }

describe('createLastAccount', () => {
  test('behavior: another account is noticed although it has the same name; the same one is not, whatever it is called now', async () => {
    const storage = memoryKeyValue()
    expect(await createLastAccount(storage).meet(mira, 'google')).toBeUndefined()
    expect(await createLastAccount(storage).meet({ ...mira, userName: 'Renamed' }, 'google')).toBeUndefined()
    expect(await createLastAccount(storage).meet(noor, 'google')).toEqual({ provider: 'google', userName: 'Renamed' })
  })

  test('behavior: who was refused is forgotten, and who was here before is not', async () => {
    const storage = memoryKeyValue()
    const last = createLastAccount(storage)
    await last.meet(mira, 'google')
    await last.meet(noor, 'x')
    await last.forget(true)
    expect(await createLastAccount(storage).meet(noor, 'x')).toEqual({ provider: 'google', userName: 'Mira' })
  })

  test('behavior: signing out forgets everybody', async () => {
    const storage = memoryKeyValue()
    const last = createLastAccount(storage)
    await last.meet(mira, 'google')
    await last.forget(false)
    expect(await last.meet(noor, 'google')).toBeUndefined()
  })
})
