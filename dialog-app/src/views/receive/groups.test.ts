import { describe, expect, test } from 'vitest'
import { evmAddress, solanaAddress } from '../../testing/familyAddresses.js'
import { groupsOf } from './groups.js'

describe('groupsOf', () => {
  test('behavior: four characters each, and nothing is lost', () => {
    const groups = groupsOf(evmAddress)
    expect(groups).toHaveLength(10)
    expect(groups[0]).toBe(evmAddress.slice(0, 6))
    expect(groups.slice(1).every(({ length }) => length === 4)).toBe(true)
    for (const address of [evmAddress, solanaAddress, '', 'abc', 'abcde']) expect(groupsOf(address).join('')).toBe(address)
  })
})
