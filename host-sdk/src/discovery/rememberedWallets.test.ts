import { describe, expect, test } from 'vitest'
import { rememberedWallets } from './rememberedWallets.js'

const connection = (walletId: string) => ({ walletId, kind: 'host', networkId: 'cosmos:a-1' })

describe('rememberedWallets', () => {
  test('behavior: the wallet that answers, then the others, of this family only', () => {
    const record = {
      v: 1,
      connections: { cosmos: connection('cosmos:keplr'), solana: connection('ws:Harbor') },
      others: { cosmos: [connection('cosmos:leap')] },
    }
    expect(rememberedWallets(JSON.stringify(record), 'cosmos')).toEqual(['cosmos:keplr', 'cosmos:leap'])
    expect(rememberedWallets(JSON.stringify(record), 'polkadot')).toEqual([])
  })

  test('behavior: a record that is missing or damaged names none', () => {
    for (const record of [null, '', '{', 'null', '7', '{"connections":7}', '{"others":{"cosmos":7}}'])
      expect(rememberedWallets(record, 'cosmos')).toEqual([])
  })
})
