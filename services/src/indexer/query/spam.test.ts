import { describe, expect, test } from 'vitest'
import { cursorKey, readCursor, writeCursor } from './cursorText.js'
import { spamMarks } from './spam.js'

const marks = (name: string | null, symbol: string | null = null, airdropped = false) => spamMarks({ name, symbol, airdropped })

describe('what speaks against a token', () => {
  test.each(['USD Coin', 'Wrapped Ether', 'Curve DAO Token', 'Pepe 2.0', 'Token v1.1', 'S.T.A.R.', 'Ondo U.S. Dollar Yield'])(
    'behavior: nothing, of %s',
    (name) => expect(marks(name.replace('Curve DAO Token', 'Curve DAO Token'))).toEqual([]),
  )

  test.each(['claim at usdc-gift.com', 'www.rewards', 'https://x', '$ 5000 USDC t.me/gift', 'Visit aave . gift', 'ETH.xyz'])(
    'behavior: a way to a site: %s',
    (name) => expect(marks(name)).toEqual(['url']),
  )

  test.each(['<b>USDC</b>', 'US\u200bDC', '\u202eCDSU', 'USDC\ufeff', 'U\u00adSDC', 'USD\u2066C'])(
    'behavior: hostile characters: %j',
    (symbol) => expect(marks('x', symbol)).toEqual(['hostile']),
  )

  test('behavior: given to many', () => expect(marks(null, null, true)).toEqual(['airdrop']))
})

describe('cursors', () => {
  const key = cursorKey('a secret of sixteen bytes')
  test('behavior: comes back as it was, for its address alone and with its key alone', () => {
    const places = { 1: [5, 6], 31337: [7, 8] } as const
    const text = writeCursor(key, '0xAB', places)
    expect(readCursor(key, '0xab', text)).toEqual(places)
    expect(readCursor(key, '0xac', text)).toBe(null)
    expect(readCursor(cursorKey('another secret, as long'), '0xab', text)).toBe(null)
    for (let at = 0; at < text.length; at += 1)
      expect(readCursor(key, '0xab', `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`), String(at)).toBe(null)
  })
})
