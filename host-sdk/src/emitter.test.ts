import { describe, expect, test, vi } from 'vitest'
import { createEmitter } from './emitter.js'

describe('createEmitter', () => {
  test('behavior: calls the listeners of one event until they are off', () => {
    const emitter = createEmitter<{ a: number; b: number }>()
    const seen: number[] = []
    const unsubscribe = emitter.on('a', (value) => seen.push(value))
    emitter.emit('a', 1)
    emitter.emit('b', 2)
    unsubscribe()
    emitter.emit('a', 3)
    expect(seen).toEqual([1])
  })

  test('error: a listener that throws is reported and stops nobody else', () => {
    vi.useFakeTimers()
    const emitter = createEmitter<{ a: number }>()
    const seen: number[] = []
    emitter.on('a', () => {
      throw new Error('of the page')
    })
    emitter.on('a', (value) => seen.push(value))
    emitter.emit('a', 1)
    expect(seen).toEqual([1])
    expect(() => vi.runAllTimers()).toThrow('of the page')
    vi.useRealTimers()
  })
})
