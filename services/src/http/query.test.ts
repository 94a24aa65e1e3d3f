import { z } from '@hono/zod-openapi'
import { describe, expect, test } from 'vitest'
import { emptyAsAbsent, inAnyCase } from './query.js'

describe('emptyAsAbsent', () => {
  const query = z.object({
    required: emptyAsAbsent(z.string()),
    optional: emptyAsAbsent(z.string().optional()),
    withDefault: emptyAsAbsent(z.string().default('usd')),
  })

  test('behavior: a parameter without a value is one that is left out', () => {
    expect(query.parse({ required: 'x', optional: '', withDefault: '' })).toEqual({
      required: 'x',
      optional: undefined,
      withDefault: 'usd',
    })
    expect(query.parse({ required: 'x' })).toEqual({ required: 'x', withDefault: 'usd' })
    expect(query.parse({ required: ' ', optional: '0', withDefault: 'eur' })).toEqual({ required: ' ', optional: '0', withDefault: 'eur' })
  })

  test('error: one that is required must have a value', () => {
    expect(query.safeParse({ required: '' }).error?.issues).toMatchObject([{ path: ['required'], code: 'invalid_type' }])
  })
})

describe('inAnyCase', () => {
  const currency = inAnyCase(z.enum(['usd', 'eur']))

  test('behavior: capitals are no difference', () => {
    expect(['usd', 'USD', 'Eur'].map((text) => currency.parse(text))).toEqual(['usd', 'usd', 'eur'])
  })

  test('error: what is none of the words, or no text', () => {
    for (const given of ['', 'xau', 7, null, undefined]) expect(currency.safeParse(given).success).toBe(false)
  })
})
