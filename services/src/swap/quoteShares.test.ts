import { expect, test } from 'vitest'
import { evm, openRoutes } from '../testing/routes.js'
import type { Swaps } from './openSwaps.js'
import { swapRoutes } from './swapRoutes.js'

test.each([11n, 10n ** 18n + 1n])(
  'behavior: the parts of a route are told in whole per cents, which are the whole together: of %d',
  async (amount) => {
    const { app, context } = await openRoutes()
    const first = (amount * 3n) / 10n
    const legs = [first, amount - first].map((amountIn) => ({ amountIn, amountOut: amountIn, path: [], pools: [] }))
    const swaps = { providerOf: () => ({ name: 'made up' }), quote: async () => ({ amountOut: amount, legs }) } as unknown as Swaps
    swapRoutes(app, { ...context, swaps })
    const [from, to] = ['aa', 'bb'].map((byte) => `${evm}:0x${byte.repeat(20)}`) as [string, string]
    const query = new URLSearchParams({ projectId: 'shop', amount: String(amount), from, to })
    const { quotes } = (await (await app.request(`/v1/convert/quotes?${query}`)).json()) as {
      readonly quotes: readonly { readonly route: readonly { readonly percent: number }[] }[]
    }
    const percents = quotes[0]?.route.map(({ percent }) => percent) ?? []
    expect(percents).toEqual(amount === 11n ? [27, 73] : [30, 70])
  },
)
