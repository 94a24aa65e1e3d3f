import { describe, expect, test } from 'vitest'
import { evmAccount, fakeContext } from '../../../../testing/fakeNode.js'
import { renderCard } from '../../../../testing/renderCard.js'
import { prepareTypedData } from '../typedData.js'

const thief = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const apes = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const context = fakeContext({
  tokens: {
    [usdc]: { symbol: 'USDC', decimals: 6, balance: 50_000_000n, supply: 10n ** 16n },
    [apes]: { symbol: 'BAYC', balance: 1n },
  },
})
type Field = readonly [name: string, type: string]
const fields = (list: readonly Field[]) => list.map(([name, type]) => ({ name, type }))
const standard = fields([
  ['name', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
])
const data = (primaryType: string, list: readonly Field[], message: object, change: object = {}) => ({
  types: { EIP712Domain: standard, [primaryType]: fields(list) },
  primaryType,
  domain: { name: 'A', chainId: 1, verifyingContract: usdc },
  message,
  ...change,
})
const prepare = (value: unknown) => prepareTypedData([evmAccount, value], context)
const warnings = async (value: unknown) => (await prepare(value)).content.warnings.map(({ tone, title }) => `${tone} ${title.id}`)
const refused = expect.objectContaining({ code: 4200 })
const malformed = expect.objectContaining({ code: -32602 })

const permitFields = [
  ['owner', 'address'],
  ['spender', 'address'],
  ['value', 'uint256'],
  ['nonce', 'uint256'],
  ['deadline', 'uint256'],
] as const
const permit = (value: bigint, change: object = {}) =>
  data('Permit', permitFields, { owner: evmAccount, spender: thief, value: String(value), nonce: '0', deadline: '1800000000' }, change)

test('error: a domain alone is no message: of its fields the domain’s own are signed, whatever the message says they are', async () => {
  const message = { name: 'A game', chainId: 1, verifyingContract: apes }
  await expect(prepare({ ...data('Any', [], {}), primaryType: 'EIP712Domain', message })).rejects.toEqual(malformed)
})

describe('permits', () => {
  test.each([
    ['of 2^160', 2n ** 160n],
    ['of 2^255 − 1', 2n ** 255n - 1n],
    ['of 2^128', 2n ** 128n],
    ['of all that there is', 10n ** 16n],
  ])('error: a permission %s is said to have no limit, and is no long number', async (_what, value) => {
    const { content } = await prepare(permit(value))
    expect(content.warnings).toContainEqual(expect.objectContaining({ title: { id: 'warn.noLimit' } }))
    expect(content.rows).toContainEqual({ label: 'row.limit', value: '∞ USDC', kind: 'text' })
  })

  test('behavior: a limit is shown as it is, with who may spend and until when', async () => {
    const card = renderCard((await prepare(permit(12_345_678n))).content)
    expect(card.facts).toContain('12.345678 USDC')
    expect(card.facts).toContain(thief)
    expect(card.facts).toContain('2027-01-15')
  })

  test('error: a permission for an item (ERC-4494) gives the item away, and says so', async () => {
    const list = [
      ['spender', 'address'],
      ['tokenId', 'uint256'],
      ['nonce', 'uint256'],
      ['deadline', 'uint256'],
    ] as const
    const value = data('Permit', list, { spender: thief, tokenId: '77', nonce: '0', deadline: '9999999999' })
    const { content } = await prepare({ ...value, domain: { ...value.domain, verifyingContract: apes } })
    expect(content.warnings).toContainEqual(expect.objectContaining({ tone: 'neg', title: { id: 'warn.item' } }))
    expect(renderCard(content).facts).toContain('#77')
    expect(renderCard(content).facts).not.toContain('0 ?')
  })

  test('error: fields that the type does not sign say nothing: an unsigned "allowed: false" hides no limit', async () => {
    const value = permit(2n ** 256n - 1n)
    expect(await warnings({ ...value, message: { ...value.message, allowed: false } })).toContain('warn warn.noLimit')
  })

  test('error: a permission in a form that nobody knows is asked for twice', async () => {
    const list = [
      ['spender', 'address'],
      ['howMuch', 'uint256'],
    ] as const
    const { content } = await prepare(data('Permit', list, { spender: thief, howMuch: '1' }))
    expect(content).toMatchObject({ twice: true, warnings: [{ tone: 'neg', title: { id: 'warn.permission' } }] })
    expect(renderCard(content).facts).toContain(thief)
  })

  test('error: a user, not a contract, who may spend is pointed out', async () => {
    expect(await warnings(permit(5n))).toContain('neg warn.person')
  })

  test('error: every part of a Permit2 batch is shown', async () => {
    const value = {
      types: {
        EIP712Domain: standard,
        PermitBatch: fields([
          ['details', 'PermitDetails[]'],
          ['spender', 'address'],
          ['sigDeadline', 'uint256'],
        ]),
        PermitDetails: fields([
          ['token', 'address'],
          ['amount', 'uint160'],
          ['expiration', 'uint48'],
          ['nonce', 'uint48'],
        ]),
      },
      primaryType: 'PermitBatch',
      domain: { name: 'Permit2', chainId: 1, verifyingContract: permit2 },
      message: {
        details: [
          { token: usdc, amount: '1000001', expiration: '1800000000', nonce: '0' },
          { token: thief, amount: String(2n ** 160n - 1n), expiration: '1800000000', nonce: '0' },
        ],
        spender: thief,
        sigDeadline: '1800000000',
      },
    }
    const { content } = await prepare(value)
    const { facts } = renderCard(content)
    expect(facts).toContain('1.000001 USDC')
    expect(facts).toContain('∞ ?')
    expect(content.warnings).toContainEqual(expect.objectContaining({ title: { id: 'warn.noLimit' } }))
  })
})

describe('signed transfers', () => {
  const list = [
    ['from', 'address'],
    ['to', 'address'],
    ['value', 'uint256'],
    ['validAfter', 'uint256'],
    ['validBefore', 'uint256'],
    ['nonce', 'bytes32'],
  ] as const
  const message = {
    from: evmAccount,
    to: thief,
    value: '50000000',
    validAfter: '0',
    validBefore: '1800000000',
    nonce: `0x${'11'.repeat(32)}`,
  }

  test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])('error: %s (ERC-3009) is money that leaves', async (primaryType) => {
    const { content } = await prepare(data(primaryType, list, message))
    expect(content).toMatchObject({
      title: { id: 'title.send', values: { amount: '50', symbol: 'USDC' } },
      changes: [{ direction: 'out', amount: '50', symbol: 'USDC' }],
      confirm: 'confirmAnyway',
    })
    expect(content.warnings).toContainEqual(expect.objectContaining({ title: { id: 'warn.signedSend' } }))
    expect(renderCard(content).facts).toContain(thief)
  })

  test('error: to an address that only looks like a known one', async () => {
    const known = { ...context, known: [`0x3C44${'1'.repeat(32)}93BC`] }
    const { content } = await prepareTypedData([evmAccount, data('TransferWithAuthorization', list, message)], known)
    expect(content).toMatchObject({ confirm: 'sendAnyway', lookAlike: { address: thief } })
  })
})

describe('the domain', () => {
  const type = (list: readonly Field[]) => ({ EIP712Domain: fields(list), Mail: fields([['text', 'string']]) })
  const mail = (list: readonly Field[], domain: object) => ({ types: type(list), primaryType: 'Mail', domain, message: { text: 'Hi' } })

  test.each([
    ['a contract that its type leaves out', [['name', 'string']], { name: 'A', verifyingContract: usdc }],
    ['a chain that its type leaves out', [['name', 'string']], { name: 'A', chainId: 1 }],
    [
      'no chain, though its type has one',
      [
        ['name', 'string'],
        ['chainId', 'uint256'],
      ],
      { name: 'A' },
    ],
    [
      'a field of another type',
      [
        ['name', 'string'],
        ['chainId', 'string'],
      ],
      { name: 'A', chainId: '1' },
    ],
    [
      'a field that no standard knows',
      [
        ['name', 'string'],
        ['contract', 'address'],
      ],
      { name: 'A', contract: usdc },
    ],
  ] as const)('error: %s is refused: what is shown would not be what is signed', async (_what, list, domain) => {
    await expect(prepare(mail(list, domain))).rejects.toEqual(refused)
  })

  test('error: one field twice is malformed', async () => {
    const twice = [
      ['name', 'string'],
      ['name', 'string'],
    ] as const
    await expect(prepare(mail(twice, { name: 'A' }))).rejects.toEqual(malformed)
  })

  test('error: a signature that counts on every chain is warned of', async () => {
    expect(await warnings(mail([['name', 'string']], { name: 'A' }))).toEqual(['warn warn.noChain'])
    expect(await warnings(mail([['chainId', 'uint256']], { chainId: 1 }))).toEqual([])
  })
})

describe('what is signed is shown', () => {
  const mail = (list: readonly Field[], message: object, more: object = {}) => {
    const value = data('Mail', list, message)
    return { ...value, types: { ...value.types, ...more } }
  }

  test('error: a list of more than 1,000, or too deep a nest, is refused', async () => {
    await expect(prepare(mail([['to', 'address[]']], { to: Array(1_001).fill(thief) }))).rejects.toEqual(refused)
    const types = Object.fromEntries(
      Array.from({ length: 20 }, (_, level) => [`T${level}`, fields([['a', level < 19 ? `T${level + 1}` : 'uint256']])]),
    )
    const nest = Array.from({ length: 20 }).reduce<unknown>((inner) => ({ a: inner }), '1')
    await expect(prepare(mail([['a', 'T0']], { a: nest }, types))).rejects.toEqual(refused)
  })

  test('error: lists of lists of structures are shown whole', async () => {
    const { content } = await prepare(
      mail([['rows', 'Pair[][2]']], { rows: [[{ who: thief }], [{ who: usdc }]] }, { Pair: fields([['who', 'address']]) }),
    )
    expect(content.message).toContain(thief)
    expect(content.message).toContain(usdc)
  })

  test('error: a line break in a text makes no line that looks like a field', async () => {
    const { content } = await prepare(mail([['text', 'string']], { text: 'Hi\n  spender: 0xgood' }))
    expect(content.message?.split('\n')).not.toContain('  spender: 0xgood')
  })

  test('behavior: numbers are shown as they are signed, however they were written', async () => {
    const { content } = await prepare(
      mail(
        [
          ['a', 'uint256'],
          ['b', 'uint256'],
        ],
        { a: '0xde0b6b3a7640000', b: 1e21 },
      ),
    )
    expect(content.message).toContain('a: 1000000000000000000')
    expect(content.message).toContain('b: 1000000000000000000000')
  })

  test.each([
    ['a number that is none', [['a', 'uint256']], { a: '' }],
    ['a structure that is missing', [['a', 'Pair']], {}],
    ['a text that is a number', [['a', 'string']], { a: 5 }],
    ['a list of the wrong length', [['a', 'uint256[2]']], { a: ['1'] }],
    ['a number that does not fit', [['a', 'uint8']], { a: '256' }],
  ] as const)('error: %s is refused in the page’s own terms', async (_what, list, message) => {
    await expect(prepare(mail(list, message, { Pair: fields([['who', 'address']]) }))).rejects.toEqual(malformed)
  })
})
