// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { monogram, safeImage } from './image.js'

const ours = ['https://api.example']

describe('safeImage', () => {
  test('behavior: data images and our own hosts', () => {
    expect(safeImage('data:image/svg+xml,%3Csvg/%3E', ours)).toBe('data:image/svg+xml,%3Csvg/%3E')
    expect(safeImage('https://api.example/i.png', ours)).toBe('https://api.example/i.png')
    expect(safeImage('/assets/a.svg', ours)).toBe(new URL('/assets/a.svg', location.href).href)
  })
  test('error: strangers, scripts and other data are left out', () => {
    expect(safeImage('https://tracker.example/i.png', ours)).toBeUndefined()
    expect(safeImage('https://api.example.evil.example/i.png', ours)).toBeUndefined()
    expect(safeImage('javascript:alert(1)', ours)).toBeUndefined()
    expect(safeImage('data:text/html,<b>', ours)).toBeUndefined()
    expect(safeImage('http://', ours)).toBeUndefined()
    expect(safeImage(undefined, ours)).toBeUndefined()
  })
})

describe('monogram', () => {
  test('behavior: the first letter or number, of any script', () => {
    expect(monogram('harbor')).toBe('H')
    expect(monogram('  1inch')).toBe('1')
    expect(monogram('محفظة')).toBe('م')
    expect(monogram('🦊 Fox')).toBe('F')
    expect(monogram('🦊')).toBe('·')
  })
})
