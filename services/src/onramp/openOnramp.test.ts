import { expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { configSchema } from '../config/schema.js'
import { openOnramp } from './openOnramp.js'

const chain = (id: number, name: string) => ({ caipNetworkId: `eip155:${id}`, id, name }) as unknown as Chain

test('behavior: one sells on each network: Coinbase where it does, MoonPay on the rest', () => {
  const { onramp } = configSchema.pick({ onramp: true }).parse({
    onramp: {
      coinbase: { keyId: 'id', keySecret: Buffer.alloc(64, 1).toString('base64') },
      moonpay: { key: 'pk_test_key', secret: 'sk_test_key' },
    },
  })
  const chains = [chain(8453, 'Base'), chain(42_220, 'Celo')]
  const nobody = {} as never
  const opened = openOnramp({
    ...{ config: { onramp, urls: nobody }, chains, ask: nobody, db: nobody, prices: nobody, rateOf: nobody, log: nobody },
  })
  expect(chains.map(({ caipNetworkId }) => opened.providerOf(caipNetworkId).name)).toEqual(['Coinbase', 'MoonPay'])
  expect(() => opened.providerOf('eip155:1')).toThrow('Unsupported network')
})
