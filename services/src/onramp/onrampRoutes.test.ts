import { expect, test } from 'vitest'
import { evm, openRoutes } from '../testing/routes.js'
import type { Offer } from './onrampProvider.js'
import { onrampRoutes } from './onrampRoutes.js'

/* How `POST /v1/generators/onrampurl` reads a question. What is sold is made up. */

const network = { name: 'local', display_name: 'Local', chain_id: '31337', contract_address: '', caip2: evm }
const offer: Offer = { purchaseCurrencies: [{ id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [network] }], paymentCurrencies: [] }

test('security: however many coins one request names, the providers are asked once what they sell', async () => {
  const { app, context } = await openRoutes()
  let asked = 0
  const begun: string[] = []
  const provider = {
    name: 'made up',
    serves: () => true,
    options: async () => offer,
    quote: () => Promise.reject(new Error('not asked')),
    begin: async ({ symbol }: { readonly symbol: string }) => {
      begun.push(symbol)
      return { url: 'https://pay.example.com' }
    },
  }
  onrampRoutes(app, {
    ...context,
    onramp: {
      options: async () => {
        asked += 1
        return offer
      },
      providerOf: () => provider,
      order: async () => undefined,
      sandbox: undefined,
    },
  })
  const assets = [...Array.from({ length: 500 }, (_, index) => `X${index}`), 'ETH']
  const destinationWallets = [{ address: '0x00000000000000000000000000000000000a11ce', blockchains: [evm], assets }]
  const answer = await app.request('/v1/generators/onrampurl?projectId=shop', {
    method: 'POST',
    body: JSON.stringify({ destinationWallets }),
  })
  expect([answer.status, begun]).toEqual([200, ['ETH']])
  expect(asked).toBe(1)
})
