import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEmail } from './email.js'
import { authRoutes } from './schemas/account.js'
import { secureApiSchemas } from './schemas/secure.js'

/** As the HTML standard writes it. */
const html =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** Every place where an address comes in. Each answers the address that it goes on with. */
const readers: Readonly<Record<string, (email: string) => string>> = {
  'the frame’s login': (email) => secureApiSchemas.connectEmail({ id: '1', email }).email,
  'the frame’s change of address': (email) => secureApiSchemas.updateEmail({ id: '1', email }).email,
  'the server’s login': (email) => authRoutes.challenge.body({ projectId: 'shop', origin: 'https://shop.example', email }).email,
  'the server’s change of address': (email) => authRoutes.emailChange.body({ email }).email,
}
const readBy = (read: (email: string) => string, email: string) => {
  try {
    return read(email)
  } catch {
    return undefined
  }
}

const names = [
  ...[
    'mira',
    'm.okafor+shop',
    "o'neil",
    'r&d',
    'k=v',
    'slash/x',
    '#tag',
    'a..b',
    '.a',
    'a.',
    '`a`',
    '{a|b}',
    '~',
    '*',
    '!',
    '$',
    '%',
    '^',
    '?',
    '_',
    '-',
  ],
]
const asciiDomains = [
  'meadow.example',
  'studio.co.uk',
  'example.xn--p1ai',
  'xn--e1afmkfd.xn--p1ai',
  'EXAMPLE.com',
  'a-b.example',
  'localhost',
  '1.2.3.4',
  '0x7f.1',
  'xn--a.example',
]
const foreignDomains = [
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['MÜNCHEN.example', 'xn--mnchen-3ya.example'],
  ['straße.example', 'xn--strae-oqa.example'],
  ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
  ['उदाहरण.परीक्षा', 'xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  ['مثال.إختبار', 'xn--mgbh0fb.xn--kgbechtv'],
  ['ｅｘａｍｐｌｅ.com', 'example.com'],
  // A name of digits is a name, and not a number that stands for a machine.
  ['１.２', '1.2'],
] as const

describe('readEmail', () => {
  test.each(names.flatMap((name) => asciiDomains.map((domain) => `${name}@${domain}`)))('behavior: %s is one', (email) => {
    expect(readEmail(email)).toBe(email)
  })
  test.each(foreignDomains)('behavior: a domain of other letters is read as browsers read it: %s', (domain, ascii) => {
    expect(readEmail(`mira@${domain}`)).toBe(`mira@${ascii}`)
  })
  test('behavior: spaces around are left out', () => {
    expect(readEmail(' mira@meadow.example\u00a0')).toBe('mira@meadow.example')
  })
  test.each([
    ...[
      '',
      'mira',
      'mira@',
      '@meadow.example',
      'mira@meadow..example',
      'mi ra@meadow.example',
      'mira@-a.example',
      'mira@a-.example',
      'mira@a_b.example',
    ],
    ...[
      'mira@.example',
      'mira@example.',
      'mira@пример.рф.',
      'mira@пример..рф',
      'a@b@meadow.example',
      '"mira"@meadow.example',
      'mira@[1.2.3.4]',
      'mira@undefined.',
    ],
    // Parts of a URL, and a line that would end a header.
    ...[
      'mira@пример.рф/x',
      'mira@пример.рф:25',
      'mira@x%40пример.рф',
      'mira@пример.рф?x',
      'mira@пример.рф#x',
      'mira@при\nмер.рф',
      'mira@meadow.example\nBcc: a',
    ],
    ...[
      'mira＠meadow.example',
      'müra@meadow.example',
      'mira@xn--a.рф',
      'mira@\ud800.example',
      'mira@\u00ad',
      `mira@${'a'.repeat(64)}.example`,
    ],
    ...[`${'m'.repeat(250)}@a.example`, `mira@${'я'.repeat(60)}.example`],
  ])('error: "%s" is not one', (text) => expect(readEmail(text)).toBeUndefined())

  const character = fc.constantFrom(...'abZ09.-@+#$&=\'"(),:;<>[]\\/ _xn'.split(''), 'я', 'ü', '。', '\u00ad')
  const almost = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...asciiDomains, ...foreignDomains.map(([domain]) => domain)))
    .map((parts) => parts.join('@'))
  /** Addresses with a slip anywhere. */
  const slipped = fc
    .tuple(almost, fc.nat(60), fc.nat(2), fc.array(character, { maxLength: 3 }))
    .map(([email, at, gone, put]) => email.slice(0, at) + put.join('') + email.slice(at + gone))
  const anything = fc.oneof(
    almost,
    slipped,
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.emailAddress(),
    fc.array(character).map((all) => all.join('')),
  )

  test('behavior: without foreign letters it is the rule of HTML', () => {
    fc.assert(
      fc.property(anything, (typed) => {
        const text = typed.trim()
        fc.pre(/^[\0-\x7f]*$/.test(text) && text.length <= 254)
        expect(readEmail(typed)).toBe(html.test(text) ? text : undefined)
      }),
      { numRuns: 2_000 },
    )
  })

  test('behavior: whatever is read is an address by the rule of HTML, and is read as itself', () => {
    fc.assert(
      fc.property(anything, (typed) => {
        const email = readEmail(typed)
        fc.pre(email !== undefined)
        expect(email).toMatch(html)
        expect(readEmail(email as string)).toBe(email)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each(Object.entries(readers))('behavior: %s has the same rule', (_, read) => {
    fc.assert(
      fc.property(anything, (typed) => {
        expect(readBy(read, typed)).toBe(readEmail(typed))
      }),
      { numRuns: 500 },
    )
  })
})
