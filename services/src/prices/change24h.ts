import { z } from '@hono/zod-openapi'

/** How a price moved, as balances and prices tell it. */
export const change24h = z.number().openapi({
  description:
    'By how many per cent the price rose within 24 hours, below zero where it fell; left out when the price of then is not known, and in eth and btc.',
  example: 1.24,
})
