import { describe, expect, test } from 'vitest'
import { didKey } from './didKey.js'

describe('didKey', () => {
  test('behavior: reads the key of the example in the did:key specification', () => {
    const key = didKey('did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK')
    const raw = Buffer.from(key?.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
    expect(raw).toBe('2e6fcce36701dc791488e0d0b1745cc1e33a4c1c9fcc41c63bd343dbbe0970e6')
  })

  test.each(['did:web:example.com', 'did:key:z', 'did:key:z6Mk0OIl', 'did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme', ''])(
    'error: %s is no Ed25519 key',
    (did) => expect(didKey(did)).toBeUndefined(),
  )
})
