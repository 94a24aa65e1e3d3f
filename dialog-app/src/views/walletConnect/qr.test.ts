import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { drawQr } from './qr.js'

const uri = `wc:${'a1'.repeat(32)}@2?expiryTimestamp=1763740000&relay-protocol=irn&symKey=${'b2'.repeat(32)}`

describe('drawQr', () => {
  test('behavior: four modules of white around, and a dot for each black module outside the finders', () => {
    const { size, path } = drawQr(uri, true)
    const { data, types } = encode(uri, { ecc: 'Q', border: 4 })
    expect(size).toBe(data.length)
    const kinds = data.flatMap((row, y) => row.flatMap((black, x) => (black ? (types[y]?.[x] ?? []) : [])))
    const alignment = kinds.filter((kind) => kind === 4).length
    const finders = kinds.filter((kind) => kind === 2).length
    expect(path.match(/a0\.46 0\.46 0 1 0 0\.92 0/g)).toHaveLength(kinds.length - alignment - finders)
    expect(path.match(/h1v1h-1z/g)).toHaveLength(alignment)
    expect(alignment).toBeGreaterThan(0)
  })

  test('behavior: level Q restores what a logo covers; without one the code is coarser', () => {
    expect(drawQr(uri, false).size).toBe(encode(uri, { ecc: 'M', border: 4 }).size)
    expect(drawQr(uri, false).size).toBeLessThan(drawQr(uri, true).size)
  })
})
