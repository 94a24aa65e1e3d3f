import { concat, encodeAbiParameters, type Hex, hashDomain, hashTypedData, keccak256, padHex, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { evmAccount, fakeContext } from '../../../../testing/fakeNode.js'
import { renderCard } from '../../../../testing/renderCard.js'
import { prepareTypedData } from '../typedData.js'

const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const thief = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const decoy = '0x1111111254EEB25477B68fb85Ed929f73A960582'
const context = fakeContext({
  tokens: {
    [usdc]: { symbol: 'USDC', decimals: 6, balance: 50_000_000n, supply: 10n ** 16n },
    [weth]: { symbol: 'WETH', decimals: 18, balance: 10n ** 18n, supply: 10n ** 27n },
  },
})
const structure = (text: string) =>
  text.split(',').map((field) => {
    const [type = '', name = ''] = field.trim().split(' ')
    return { name, type }
  })
const EIP712Domain = structure('string name,uint256 chainId,address verifyingContract')
const domain = { name: 'Permit2', chainId: 1, verifyingContract: permit2 } as const
const tokenPermissions = 'address token,uint256 amount'
const request = (primaryType: string, types: Readonly<Record<string, readonly { name: string; type: string }[]>>, message: object) => ({
  types: { EIP712Domain, ...types },
  primaryType,
  domain,
  message,
})
const prepare = (data: object) => prepareTypedData([evmAccount, data], context)
const malformed = expect.objectContaining({ code: -32602 })

const permitted = { token: weth, amount: String(10n ** 18n) }
const given = { spender: thief, nonce: '7', deadline: '1800000000' }
/** All of what Permit2 hashes of a transfer with a witness (PermitHash.sol): its own words for the first five, the spender's for the rest. */
function permit2Digest(witnessTypeString: string, witness: Hex): Hex {
  const stub = 'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,'
  const words = (types: readonly string[], values: readonly unknown[]) =>
    keccak256(
      encodeAbiParameters(
        types.map((type) => ({ type })),
        values as never,
      ),
    )
  const permissions = words(
    ['bytes32', 'address', 'uint256'],
    [keccak256(toHex(`TokenPermissions(${tokenPermissions})`)), weth, 10n ** 18n],
  )
  const struct = words(
    ['bytes32', 'bytes32', 'address', 'uint256', 'uint256', 'bytes32'],
    [keccak256(toHex(`${stub}${witnessTypeString}`)), permissions, thief, 7n, 1_800_000_000n, witness],
  )
  const separator = hashDomain({ domain, types: { EIP712Domain } } as never)
  return keccak256(concat(['0x1901', separator, struct]))
}
const digestOf = async (data: object) => {
  const { payload } = await prepare(data)
  return (JSON.parse(new TextDecoder().decode(payload)) as { hash: Hex }).hash
}

const transfer = 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline'

describe('a transfer with a witness', () => {
  test('error: a witness by the name of “details” hides neither what is given nor to whom', async () => {
    const types = {
      PermitWitnessTransferFrom: structure(`${transfer},Decoy details`),
      TokenPermissions: structure(tokenPermissions),
      Decoy: structure('address token,uint160 amount,uint48 expiration,uint48 nonce'),
    }
    const details = { token: usdc, amount: '0', expiration: '1', nonce: '0' }
    const { content } = await prepare(request('PermitWitnessTransferFrom', types, { permitted, ...given, details }))
    const { facts } = renderCard(content)
    expect(content.title).toEqual({ id: 'title.allow', values: { symbol: 'WETH' } })
    expect(content.rows).toContainEqual({ label: 'row.limit', value: '1 WETH', kind: 'text' })
    expect(content.rows).toContainEqual(expect.objectContaining({ label: 'row.spender', value: thief }))
    expect(facts).not.toContain('USDC')
  })

  test.each(['permitted', 'spender'])(
    'error: a witness by the name of “%s” is refused: one name would stand for two fields',
    async (name) => {
      const types = {
        PermitWitnessTransferFrom: structure(`${transfer},${name === 'spender' ? 'address' : 'TokenPermissions'} ${name}`),
        TokenPermissions: structure(tokenPermissions),
      }
      await expect(prepare(request('PermitWitnessTransferFrom', types, { permitted, ...given }))).rejects.toEqual(malformed)
    },
  )

  test('behavior: what is signed is what Permit2 hashes', async () => {
    const fields = 'address token,uint160 amount'
    const types = {
      PermitWitnessTransferFrom: structure(`${transfer},Decoy details`),
      TokenPermissions: structure(tokenPermissions),
      Decoy: structure(fields),
    }
    const data = request('PermitWitnessTransferFrom', types, { permitted, ...given, details: { token: usdc, amount: '0' } })
    const witness = keccak256(
      encodeAbiParameters(
        [{ type: 'bytes32' }, { type: 'address' }, { type: 'uint160' }],
        [keccak256(toHex(`Decoy(${fields})`)), usdc, 0n],
      ),
    )
    const witnessTypeString = `Decoy details)Decoy(${fields})TokenPermissions(${tokenPermissions})`
    expect(await digestOf(data)).toBe(permit2Digest(witnessTypeString, witness))
  })

  test('error: a time in a witness is not the end of the permission', async () => {
    const types = {
      PermitWitnessTransferFrom: structure(`${transfer},uint256 expiry`),
      TokenPermissions: structure(tokenPermissions),
    }
    const { content } = await prepare(request('PermitWitnessTransferFrom', types, { permitted, ...given, expiry: '1' }))
    expect(content.rows).toContainEqual({ label: 'row.until', value: '2027-01-15 08:00 UTC', kind: 'text' })
    expect(content.rows).not.toContainEqual(expect.objectContaining({ value: '1970-01-01 00:00 UTC' }))
  })

  test('error: a name that holds other fields is refused: Permit2 would read a spender whom the card does not name', async () => {
    const injected = 'permitted,address spender,uint256 nonce,uint256 deadline,bytes32 w'
    const types = {
      PermitWitnessTransferFrom: [
        { name: injected, type: 'TokenPermissions' },
        ...structure('address real,uint256 nonce,uint256 deadline,address spender'),
      ],
      TokenPermissions: structure(tokenPermissions),
    }
    const message = { [injected]: permitted, real: thief, nonce: '7', deadline: '1800000000', spender: decoy }
    const data = request('PermitWitnessTransferFrom', types, message)
    const witnessTypeString = `bytes32 w,address real,uint256 nonce,uint256 deadline,address spender)TokenPermissions(${tokenPermissions})`
    expect(hashTypedData(data as never)).toBe(permit2Digest(witnessTypeString, padHex(decoy, { size: 32 })))
    await expect(prepare(data)).rejects.toEqual(malformed)
  })
})

describe('anything else at Permit2’s address', () => {
  const witnessed = { permitted, ...given, details: { token: usdc, amount: '0' } }
  test.each<[string, string, Readonly<Record<string, string>>, object]>([
    ['a name that Permit2 does not have', 'Mail', { Mail: 'string text' }, { text: 'Hi' }],
    [
      'a field too many',
      'PermitTransferFrom',
      { PermitTransferFrom: `${transfer},TokenPermissions details`, TokenPermissions: tokenPermissions },
      witnessed,
    ],
    [
      'another order of its fields',
      'PermitTransferFrom',
      {
        PermitTransferFrom: 'address spender,TokenPermissions permitted,uint256 nonce,uint256 deadline',
        TokenPermissions: tokenPermissions,
      },
      witnessed,
    ],
    [
      'other fields of a token',
      'PermitTransferFrom',
      { PermitTransferFrom: transfer, TokenPermissions: `${tokenPermissions},uint256 more` },
      { permitted: { ...permitted, more: '1' }, ...given },
    ],
    [
      'votes',
      'Delegation',
      { Delegation: 'address delegatee,uint256 nonce,uint256 expiry' },
      { delegatee: thief, nonce: '0', expiry: '9' },
    ],
    [
      'a forwarded request',
      'ForwardRequest',
      { ForwardRequest: 'address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data' },
      { from: evmAccount, to: thief, value: '0', gas: '0', nonce: '0', data: '0x' },
    ],
  ])('error: %s is a permission that nobody knows, and asked for twice', async (_what, primaryType, types, message) => {
    const all = Object.fromEntries(Object.entries(types).map(([name, text]) => [name, structure(text)]))
    const { content } = await prepare(request(primaryType, all, message))
    expect(content).toMatchObject({ title: { id: 'title.typedData' }, twice: true })
    expect(content.warnings).toContainEqual(expect.objectContaining({ tone: 'neg', title: { id: 'warn.permission' } }))
  })
})
