import { describe, expect, test } from 'vitest'
import { personalSignParams, transactionParams, typedDataParams } from './evmParams.js'

const account = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const refused = expect.objectContaining({ code: 4200, message: 'Requested RPC call is not allowed' })
const invalid = expect.objectContaining({ code: -32602 })
const thrown = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

describe('personalSignParams', () => {
  const text = (params: unknown) => new TextDecoder().decode(personalSignParams(params, account).bytes)

  test('behavior: hex, plain text, and the other way round', () => {
    expect(text(['0x6869', account])).toBe('hi')
    expect(text(['hi', account.toLowerCase()])).toBe('hi')
    expect(text([account, '0x6869'])).toBe('hi')
    expect(text(['0xabc', account])).toBe('0xabc')
    expect(text(['0x6869', account, 'a password that nobody needs'])).toBe('hi')
  })

  test.each([
    ['another account', ['0x6869', other], refused],
    ['no account', ['0x6869'], invalid],
    ['no list', { message: '0x6869' }, invalid],
    ['a number', [1, account], invalid],
  ])('error: %s', (_what, params, expected) => {
    expect(thrown(() => personalSignParams(params, account))).toEqual(expected)
  })
})

describe('transactionParams', () => {
  const base = { from: account, to: other, value: '0x1' }
  const parse = (tx: object) => transactionParams([tx], account, 31337)

  test('behavior: what the network reads, as numbers', () => {
    expect(parse({ ...base, gas: '0x5208', nonce: '0x7', maxFeePerGas: '0x9', input: '0xAB', chainId: '0x7a69' })).toEqual({
      from: account,
      to: other,
      value: 1n,
      data: '0xAB',
      gas: 21_000n,
      nonce: 7,
      maxFeePerGas: 9n,
    })
  })

  test('behavior: an address with its checksum, and without one', () => {
    for (const to of ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'])
      expect(parse({ ...base, to }).to).toBe(to)
  })

  test('behavior: without a recipient a contract is made', () => {
    expect(parse({ from: account, data: '0x6000', to: null })).toEqual({ from: account, data: '0x6000', value: 0n })
  })

  test.each([
    ['another sender', { ...base, from: other }],
    ['another chain', { ...base, chainId: '0x1' }],
    ['an EIP-7702 list', { ...base, authorizationList: [] }],
    ['an EIP-7702 list without entries, of type 4', { ...base, type: '0x4' }],
    ['blobs', { ...base, blobVersionedHashes: ['0x01'] }],
    ['a blob transaction', { ...base, type: '0x3' }],
    ['an unknown type', { ...base, type: 'eip9999' }],
  ])('error: %s is refused', (_what, tx) => {
    expect(thrown(() => parse(tx))).toEqual(refused)
  })

  test.each([
    ['data and input that differ', { ...base, data: '0xaa', input: '0xbb' }],
    ['half a byte of data', { ...base, data: '0xa' }],
    ['a decimal value', { ...base, value: '1' }],
    ['a value of more than 256 bits', { ...base, value: `0x${'f'.repeat(65)}` }],
    ['gas and gasLimit that differ', { ...base, gas: '0x1', gasLimit: '0x2' }],
    ['prices of two kinds', { ...base, gasPrice: '0x1', maxFeePerGas: '0x2' }],
    ['a tip above the whole price', { ...base, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }],
    ['a price of another kind than the transaction', { ...base, type: '0x2', gasPrice: '0x1' }],
    ['a price of a newer kind than the transaction', { ...base, type: '0x0', maxFeePerGas: '0x1' }],
    ['an access list of a transaction that has none', { ...base, type: '0x0', accessList: [] }],
    ['a slot of one byte', { ...base, accessList: [{ address: other, storageKeys: ['0x7'] }] }],
    ['a number that no number has', { ...base, nonce: '0x20000000000001' }],
    ['a short address', { ...base, to: '0x12' }],
    [
      'an address of which one letter has another size than its checksum wants',
      { ...base, to: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    ],
  ])('error: %s is invalid', (_what, tx) => {
    expect(thrown(() => parse(tx))).toEqual(invalid)
  })
})

describe('typedDataParams', () => {
  const data = { types: { A: [{ name: 'a', type: 'uint256' }] }, primaryType: 'A', domain: {}, message: { a: '1' } }

  test('behavior: an object, or its JSON', () => {
    expect(typedDataParams([account, data], account)).toEqual(data)
    expect(typedDataParams([account, JSON.stringify(data)], account)).toEqual(data)
  })

  test.each([
    ['another account', [other, data], refused],
    ['no JSON', [account, '{'], invalid],
    ['no types', [account, { ...data, types: 1 }], invalid],
    ['a field of more than a name and a type', [account, { ...data, types: { A: [{ name: 'a', type: 'b', c: 1 }] } }], invalid],
  ])('error: %s', (_what, params, expected) => {
    expect(thrown(() => typedDataParams(params, account))).toEqual(expected)
  })

  const typed = (types: object) => thrown(() => typedDataParams([account, { ...data, types }], account))

  test('behavior: names as Solidity has them, lists of any depth, and types of an app of its own', () => {
    const types = { A: [{ name: '_a$1', type: 'App:Thing[][2]' }], 'App:Thing': [{ name: 'b', type: 'uint256' }] }
    expect(typed(types)).toMatchObject({ types })
  })

  test.each([
    ['a name that holds another field', { A: [{ name: 'a,address spender', type: 'uint256' }] }],
    ['a name that ends its type and begins another', { A: [{ name: 'a)B(uint256 b', type: 'uint256' }] }],
    ['a name that begins with a digit', { A: [{ name: '1a', type: 'uint256' }] }],
    ['a name of letters that only look like others', { A: [{ name: 'spеnder', type: 'address' }] }],
    ['no name', { A: [{ name: '', type: 'uint256' }] }],
    ['a name with a line break behind it', { A: [{ name: 'a\n', type: 'uint256' }] }],
    ['a type that holds another field', { A: [{ name: 'b', type: 'uint256 a,address' }] }],
    ['a list of something before its brackets', { A: [{ name: 'a', type: 'uint256[x]' }] }],
    ['brackets inside of a type', { A: [{ name: 'a', type: 'B[]c' }] }],
    ['a structure whose name holds another one', { A: [], 'B(uint256 a)C': [{ name: 'a', type: 'uint256' }] }],
    ['a structure by the name of a list', { A: [], 'B[]': [{ name: 'a', type: 'uint256' }] }],
    [
      'one name for two fields',
      {
        A: [
          { name: 'a', type: 'uint256' },
          { name: 'a', type: 'address' },
        ],
      },
    ],
  ])('error: %s: what is shown by its name would be something else to a contract', (_what, types) => {
    expect(typed(types)).toEqual(invalid)
  })
})
