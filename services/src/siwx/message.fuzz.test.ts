import { randomBytes } from 'node:crypto'
import { families, type NamespaceId, namespaceIds } from '@latchkey/protocol'
import { readSignInMessage, type SignInMessage, writeSignInMessage } from '@latchkey/protocol/siwx'
import { decodeAddress } from '@polkadot/util-crypto'
import { isAddress } from '@solana/kit'
import { ParsedMessage } from '@spruceid/siwe-parser'
import { bech32 } from 'bech32'
import { Address } from 'bip322-js'
import fc from 'fast-check'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { signers } from './signatures/verifySignature.js'

const runs = process.env.LATCHKEY_LONG ? 12_000 : 500
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** Whether something that throws for what it does not take takes it. */
function takes(run: () => unknown): boolean {
  try {
    run()
    return true
  } catch {
    return false
  }
}

/** Whether an independent parser, made from EIP-4361's own grammar, takes the text for a message. */
const isSiwe = (text: string) => takes(() => new ParsedMessage(text))

/** An address, and what an independent library says of the addresses of its chain family. */
const others: Readonly<
  Record<Exclude<NamespaceId, 'eip155'>, { readonly address: string; readonly isAddress: (text: string) => boolean }>
> = {
  solana: { address: 'GHjNYdTzLLHGfJRuKkMnuZgQtsqNfz1VLxLuZLhe9PAD', isAddress },
  bip122: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', isAddress: (text) => Address.isValidBitcoinAddress(text) },
  polkadot: { address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', isAddress: (text) => takes(() => decodeAddress(text)) },
  cosmos: { address: 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh', isAddress: (text) => takes(() => bech32.decode(text)) },
}

/**
 * The same for CAIP-122, which is EIP-4361 with another name of the chain family, its addresses and its networks: what is EVM's stands in their place, and
 * what stood there is judged by a library of the family's and by CAIP-2.
 */
function isCaip122(text: string, namespace: keyof typeof others): boolean {
  const [first = '', account = '', ...rest] = text.split('\n')
  const named = ` wants you to sign in with your ${families[namespace].signInName} account:`
  const line = rest.findIndex((each) => each.startsWith('Chain ID: '))
  const network = rest[line]?.slice('Chain ID: '.length) ?? ''
  if (!first.endsWith(named) || !others[namespace].isAddress(account) || !/^[-_a-zA-Z0-9]{1,32}$/.test(network)) return false
  const head = `${first.slice(0, -named.length)} wants you to sign in with your Ethereum account:`
  return isSiwe([head, address, ...rest.with(line, 'Chain ID: 1')].join('\n'))
}

/** Our whole judgement of a message, as the server's: its form, its family, its address, its network. */
function accepts(text: string, namespace: NamespaceId): boolean {
  const message = readSignInMessage(text)
  const isNetwork = namespace === 'eip155' ? /^\d+$/ : /^[-_a-zA-Z0-9]{1,32}$/
  return (
    message?.family === families[namespace].signInName &&
    isNetwork.test(message.chainId) &&
    signers[namespace].account(message.address) !== null
  )
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
/** Messages of a chain family, most of them nearly right. */
const messagesOf = (name: string, own: string, network: string): fc.Arbitrary<SignInMessage> =>
  fc.record(
    {
      domain: fc.oneof(fc.constantFrom('shop.example', 'localhost:3000', '[::1]:8080', '[:::]', 'user@shop.example', 'a b', ''), words),
      family: fc.constantFrom(name, name, name, 'Aptos', 'Ether eum'),
      address: fc.constantFrom(own, own, own.toLowerCase(), own.toUpperCase(), `${own}0`, own.slice(0, -1), ''),
      uri,
      version: fc.constantFrom('1', '1', '1', '2', '01') as fc.Arbitrary<'1'>,
      chainId: fc.oneof(fc.constant(network), fc.nat().map(String), fc.constantFrom('0x1', '-1', '1 ', '', 'a:b', 'é')),
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
const mangled = (messages: fc.Arbitrary<SignInMessage>) =>
  fc.tuple(messages, fc.array(hurt, { maxLength: 3 })).map(([value, hurts]) =>
    hurts.reduce((text, { at, by, put }) => {
      const place = at % (text.length + 1)
      return `${text.slice(0, place)}${put}${text.slice(place + by)}`
    }, writeSignInMessage(value)),
  )
/** One field changed, so that most of the message is right. */
const nearly = (messages: fc.Arbitrary<SignInMessage>, right: Partial<SignInMessage>) =>
  messages.chain((value) =>
    fc
      .constantFrom(...(Object.keys(value) as (keyof SignInMessage)[]))
      .map((key) => plain({ ...right, [key]: value[key] } as Partial<SignInMessage>)),
  )
/** Texts for one chain family, of which most are nearly a message. */
function textsOf(namespace: NamespaceId): fc.Arbitrary<string> {
  const own = namespace === 'eip155' ? address : others[namespace].address
  const chainId = namespace === 'eip155' ? '1' : 'mainnet'
  const messages = messagesOf(families[namespace].signInName, own, chainId)
  const one = nearly(messages, { family: families[namespace].signInName, address: own, chainId })
  return fc.oneof(one, one, mangled(messages))
}

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

  test.each(namespaceIds)(`error: of ${runs} texts for %s, none is accepted that an independent parser rejects`, (namespace) => {
    // Another seed at every run; a failure says which one it was.
    const seed = randomBytes(4).readInt32BE()
    let accepted = 0
    fc.assert(
      fc.property(textsOf(namespace), (text) => {
        if (!accepts(text, namespace)) return
        accepted += 1
        expect(namespace === 'eip155' ? isSiwe(text) : isCaip122(text, namespace), JSON.stringify(text)).toBe(true)
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
