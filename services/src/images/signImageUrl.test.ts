import { describe, expect, test } from 'vitest'
import { imageKey, isSigned, signImageUrl } from './signImageUrl.js'

const key = imageKey('a secret of the server')
const url = 'https://img.example.com/a b.png?x=1&y=ü'
const image = { url, projectId: 'shop' }
const partsOf = (path: string) => new URL(path, 'https://api.example').searchParams

describe('signImageUrl', () => {
  test('behavior: a path that carries the URL as it is, and the same one every time', () => {
    const path = signImageUrl(image, key)

    expect(path).toMatch(/^\/v1\/image\?/)
    expect(partsOf(path).get('url')).toBe(url)
    expect(signImageUrl(image, key)).toBe(path)
  })
})

describe('isSigned', () => {
  const sig = partsOf(signImageUrl(image, key)).get('sig') ?? ''

  test('behavior: knows its own signature, on every replica with the same secret', () => {
    expect(isSigned(image, sig, key)).toBe(true)
    expect(isSigned(image, sig, imageKey('a secret of the server'))).toBe(true)
  })

  test('error: another URL, another project, another key, another signature', () => {
    expect(isSigned({ ...image, url: `${url}#` }, sig, key)).toBe(false)
    expect(isSigned({ ...image, projectId: 'other' }, sig, key)).toBe(false)
    expect(isSigned(image, sig, imageKey('another secret of another'))).toBe(false)
    expect(isSigned(image, sig.slice(0, -2), key)).toBe(false)
    expect(isSigned(image, '', key)).toBe(false)
    expect(isSigned(image, 'A'.repeat(43), key)).toBe(false)
  })

  test('security: a line break moves no part of the URL into the project', () => {
    const both = partsOf(signImageUrl({ url: 'https://a.example/\nhttps://b.example/', projectId: 'shop' }, key)).get('sig') ?? ''
    expect(isSigned({ url: 'https://b.example/', projectId: 'shop\nhttps://a.example/' }, both, key)).toBe(false)
  })
})

describe('imageKey', () => {
  test('behavior: is not the secret itself', () => {
    expect(key.toString('latin1')).not.toContain('secret')
    expect(key).toHaveLength(32)
  })

  test('error: a secret that can be guessed', () => {
    expect(() => imageKey('short')).toThrow(RangeError)
  })
})
