import { expect, test } from 'vitest'
import { priceScale, usdPriceOf } from './priceProvider.js'

test('behavior: numbers that JavaScript writes with an exponent are prices like others', () => {
  expect(usdPriceOf(2500.5)).toBe(25_005n * (priceScale / 10n))
  expect(usdPriceOf(1.5e-7)).toBe(15n * 10n ** 10n)
  // Nonsense about one token must not cost the others their price.
  for (const none of [1e-20, 1e22, Number.MAX_VALUE]) expect(usdPriceOf(none)).toBe(0n)
})
