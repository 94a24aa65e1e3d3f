import { describe, expect, test } from 'vitest'
import { reportInvalid } from './reportInvalid.js'

describe('reportInvalid', () => {
  const parse = (params: unknown) => {
    if (typeof params !== 'number') throw new Error('Expected a number')
    return params + 1
  }

  test('behavior: what is right passes as before, and nobody is told', () => {
    const told: string[] = []
    expect(reportInvalid({ add: parse }, (message) => told.push(message)).add(1)).toBe(2)
    expect(told).toEqual([])
  })

  test('error: what is refused is told, by the method’s name and the reason, and refused all the same', () => {
    const told: string[] = []
    expect(() => reportInvalid({ add: parse }, (message) => told.push(message)).add('1')).toThrow('Expected a number')
    expect(told).toEqual(['A message "add" of the other frame is not what it should be: Expected a number'])
  })
})
