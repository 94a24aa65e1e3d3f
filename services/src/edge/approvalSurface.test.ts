import { describe, expect, test } from 'vitest'
import { approvalSurface } from './approvalSurface.js'

const origins = ['https://shop.example', 'plain.example', 'https://*.preview.example', 'http://old.example']

describe('approvalSurface', () => {
  test.each([
    ['https://shop.example', 'frame'],
    ['https://plain.example', 'frame'],
    ['https://a.preview.example', 'window'],
    ['http://old.example', 'window'],
    ['http://plain.example', 'window'],
    ['http://app.localhost:4100', 'window'],
  ])('behavior: production: %s → %s', (origin, surface) => {
    expect(approvalSurface({ mode: 'production', origins }, origin)).toBe(surface)
  })

  test.each([
    ['http://app.localhost:4100', 'frame'],
    ['http://localhost:3000', 'frame'],
    ['http://192.168.0.2:3000', 'window'],
    ['https://x.pages.dev', 'window'],
    ['https://notlocalhost.example', 'window'],
  ])('behavior: development: %s → %s', (origin, surface) => {
    expect(approvalSurface({ mode: 'development', origins: [] }, origin)).toBe(surface)
  })
})
