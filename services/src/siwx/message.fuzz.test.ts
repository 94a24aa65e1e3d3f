import { randomBytes } from 'node:crypto'
import { readSignInMessage, type SignInMessage, writeSignInMessage } from '@latchkey/protocol/siwx'
import { ParsedMessage } from '@spruceid/siwe-parser'
import fc from 'fast-check'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { signers } from './signatures/verifySignature.js'

const runs = process.env.LATCHKEY_LONG ? 12_000 : 500
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** Whether an independent parser, made from EIP-4361's own grammar, takes the text for a message. */
function isSiwe(text: string): boolean {
  try {
    new ParsedMessage(text)
    return true
  } catch {
    return false
  }
}

/** Our whole judgement of a message of EVM, as the server's: its form, its family, its address, its network. */
const accepts = (text: string): boolean => {
  const message = readSignInMessage(text)
  return message?.family === 'Ethereum' && /^\d+$/.test(message.chainId) && signers.eip155.account(message.address) !== null
}

const letters = 'abcXYZ019-._~:/?#[]@!$&\'()*+,;=% "<>\\^`{|}\t\r\n\u00e9\u202e\ud83d\ude00'
const character = fc.constantFrom(...letters)
const words = fc.string({ unit: character, maxLength: 20 })
const uri = fc.oneof(
  fc.constantFrom(
    'https://shop.example',
    'http://localhost:3000/a?b=c#d',
    'ipfs://bafy/1',
    'did:key:z6Mk',
    'https://[::1]/',
    'https://[:::]/',
    'http://a:99999/',
  ),
  words.map((tail) => `https://shop.example/${tail}`),
  words,
)
const date = fc.oneof(
  fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((value) => value.toISOString()),
  fc.constantFrom(
    '2025-02-29T00:00:00Z',
    '2024-02-29T23:59:60Z',
    '2024-01-01T24:00:00Z',
    '2024-1-1T00:00:00Z',
    '2024-01-01T00:00:00+25:00',
    '2024-01-01T00:00:00.1+01:00',
    '2024-01-01',
  ),
  words,
)
const message: fc.Arbitrary<SignInMessage> = fc.record(
  {
    domain: fc.oneof(fc.constantFrom('shop.example', 'localhost:3000', '[::1]:8080', '[:::]', 'user@shop.example', 'a b', ''), words),
    family: fc.constantFrom('Ethereum', 'Ethereum', 'Ethereum', 'Solana', 'Ether eum'),
    address: fc.constantFrom(address, address, address.toLowerCase(), address.toUpperCase(), `${address}0`, address.slice(0, -1)),
    uri,
    version: fc.constantFrom('1', '1', '1', '2', '01') as fc.Arbitrary<'1'>,
    chainId: fc.oneof(fc.nat().map(String), fc.constantFrom('0x1', '-1', '1 ', '')),
    nonce: fc.oneof(fc.constantFrom('abcdefgh', '12345678'), words),
    issuedAt: date,
    scheme: fc.constantFrom('https', 'http', 'h t', ''),
    statement: fc.oneof(fc.constant('Sign in with your wallet.'), fc.constant(''), words),
    expirationTime: date,
    notBefore: date,
    requestId: words,
    resources: fc.array(uri, { maxLength: 3 }),
  },
  { requiredKeys: ['domain', 'family', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'] },
)
/** A text, and what happens to texts: something is put in, taken out, repeated or moved. */
const hurt = fc.record({
  at: fc.nat(),
  by: fc.nat({ max: 12 }),
  put: fc.oneof(words, fc.constantFrom('\n', '\n\n', 'URI: https://evil.example', 'Nonce: 12345678')),
})
const mangled = fc.tuple(message, fc.array(hurt, { maxLength: 3 })).map(([value, hurts]) =>
  hurts.reduce((text, { at, by, put }) => {
    const place = at % (text.length + 1)
    return `${text.slice(0, place)}${put}${text.slice(place + by)}`
  }, writeSignInMessage(value)),
)
const plain = (change: Partial<SignInMessage> = {}) =>
  writeSignInMessage({
    domain: 'shop.example',
    family: 'Ethereum',
    address,
    statement: 'Sign in with your wallet.',
    uri: 'https://shop.example/',
    version: '1',
    chainId: '1',
    nonce: 'abcdefgh',
    issuedAt: '2026-01-01T00:00:00.000Z',
    ...change,
  })
/** One field changed, so that most of the message is right. */
const nearly = message.chain((value) =>
  fc.constantFrom(...(Object.keys(value) as (keyof SignInMessage)[])).map((key) => plain({ [key]: value[key] } as Partial<SignInMessage>)),
)

describe('readSignInMessage', () => {
  test('behavior: what is written is read again, and other parsers read the same', () => {
    const full = {
      scheme: 'https',
      expirationTime: '2026-01-02T00:00:00Z',
      notBefore: '2026-01-01T00:00:00+01:00',
      requestId: 'a-1',
      resources: ['https://shop.example/terms', 'ipfs://bafy/1'],
    }
    for (const change of [{}, full, { statement: undefined as never }, { domain: 'localhost:3000' }]) {
      const text = plain(change)
      const read = readSignInMessage(text)
      expect(read && writeSignInMessage(read)).toBe(text)
      const theirs = new ParsedMessage(text)
      expect(theirs).toMatchObject({ domain: read?.domain, address, uri: read?.uri, nonce: 'abcdefgh', chainId: 1 })
      expect(theirs.statement ?? undefined).toBe(read?.statement)
      const viems = parseSiweMessage(text)
      expect(viems).toMatchObject({ domain: read?.domain, address, nonce: 'abcdefgh', chainId: 1, version: '1' })
      expect(validateSiweMessage({ message: viems, time: new Date('2026-01-01T12:00:00Z') })).toBe(true)
    }
  })

  test(`error: of ${runs} texts, none is accepted that the parser of EIP-4361's grammar rejects`, () => {
    // Another seed at every run; a failure says which one it was.
    const seed = randomBytes(4).readInt32BE()
    let accepted = 0
    fc.assert(
      fc.property(fc.oneof(nearly, nearly, mangled), (text) => {
        if (!accepts(text)) return
        accepted += 1
        expect(isSiwe(text), JSON.stringify(text)).toBe(true)
      }),
      { numRuns: runs, seed },
    )
    // Otherwise the comparison would say nothing.
    expect(accepted).toBeGreaterThan(runs / 20)
  })

  test.each([
    ['another text', 'hello'],
    ['a line at the end', `${plain()}\n`],
    ['lines of Windows', plain().replaceAll('\n', '\r\n')],
    ['a field twice', plain().replace('Version: 1', 'Version: 1\nVersion: 1')],
    ['fields in another order', plain().replace('Version: 1\nChain ID: 1', 'Chain ID: 1\nVersion: 1')],
    ['an unknown field', `${plain()}\nColour: blue`],
    ['a nonce of seven letters', plain({ nonce: 'abcdefg' })],
    ['letters beyond ASCII in the statement', plain({ statement: 'Connexion à la boutique' })],
    ['a user name in the domain', plain({ domain: 'shop.example@evil.example' })],
    ['an empty list of resources', `${plain()}\nResources:`],
    ['a text that is too long', plain({ statement: 'a'.repeat(9_000) })],
  ])('error: %s is none', (_what, text) => expect(readSignInMessage(text)).toBeNull())
})
