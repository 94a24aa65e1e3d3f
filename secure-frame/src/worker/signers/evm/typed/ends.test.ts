import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { evmAccount, fakeContext } from '../../../../testing/fakeNode.js'
import { renderCard } from '../../../../testing/renderCard.js'
import { permit2 } from '../decodeCall.js'
import { prepareTransaction } from '../transaction.js'
import { prepareTypedData } from '../typedData.js'

/* A time in a request ends a signature, or what it gives, or both: the card says which. */

const token = '0x6b175474e89094c44da98b954eedeac495271d0f'
const item = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const spender = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const context = fakeContext({
  tokens: { [token]: { symbol: 'DAI', decimals: 18, balance: 10n ** 20n, supply: 10n ** 30n } },
  contracts: [spender, item],
})
const fieldsOf = (text: string) => text.split(',').map((field) => ({ type: field.split(' ')[0] ?? '', name: field.split(' ')[1] ?? '' }))
const early = 1_800_000_000n
const late = 1_900_000_000n
const [earlyText, lateText] = ['2027-01-15 08:00 UTC', '2030-03-17 17:46 UTC']
const never = 2n ** 256n - 1n
const stays = (time: string) => `Can be handed in until${time}; then it stays until you revoke it`

type Grant = { readonly at: string; readonly type: string; readonly types: Readonly<Record<string, string>>; readonly message: object }
const permitOf = (types: string, message: object, at = token): Grant => ({ at, type: 'Permit', types: { Permit: types }, message })
const erc2612 = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'
const dai = 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed'
const erc4494 = 'address spender,uint256 tokenId,uint256 nonce,uint256 deadline'
const forAll = 'address owner,address operator,bool approved,uint256 nonce,uint256 deadline'
const details = 'address token,uint160 amount,uint48 expiration,uint48 nonce'
const allowance = (expiration: bigint, sigDeadline: bigint, isBatch = false): Grant => {
  const one = { token, amount: 5n, expiration, nonce: 0 }
  const name = isBatch ? 'PermitBatch' : 'PermitSingle'
  return {
    at: permit2,
    type: name,
    types: { [name]: `PermitDetails${isBatch ? '[]' : ''} details,address spender,uint256 sigDeadline`, PermitDetails: details },
    message: { details: isBatch ? [one, one] : one, spender, sigDeadline },
  }
}
const transfer = (deadline: bigint): Grant => ({
  at: permit2,
  type: 'PermitTransferFrom',
  types: {
    PermitTransferFrom: 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline',
    TokenPermissions: 'address token,uint256 amount',
  },
  message: { permitted: { token, amount: 5n }, spender, nonce: 1, deadline },
})
const authorization = (name: string): Grant => ({
  at: token,
  type: name,
  types: { [name]: 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce' },
  message: { from: evmAccount, to: spender, value: 5n, validAfter: 0, validBefore: early, nonce: `0x${'11'.repeat(32)}` },
})
const cow: Grant = {
  at: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
  type: 'Order',
  types: {
    Order: 'address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,uint256 feeAmount',
  },
  message: { sellToken: token, buyToken: token, receiver: evmAccount, sellAmount: 5n, buyAmount: 5n, validTo: early, feeAmount: 0 },
}
const offered = 'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const seaport: Grant = {
  at: '0x0000000000000068F116a894984e2DB1123eB395',
  type: 'OrderComponents',
  types: {
    OrderComponents: 'address offerer,OfferItem[] offer,ConsiderationItem[] consideration,uint256 startTime,uint256 endTime',
    OfferItem: offered,
    ConsiderationItem: `${offered},address recipient`,
  },
  message: {
    offerer: evmAccount,
    offer: [{ itemType: 2, token: item, identifierOrCriteria: 7, startAmount: 1, endAmount: 1 }],
    consideration: [{ itemType: 1, token, identifierOrCriteria: 0, startAmount: 10n ** 18n, endAmount: 10n ** 18n, recipient: evmAccount }],
    startTime: 0,
    endTime: early,
  },
}
const votes: Grant = {
  at: token,
  type: 'Delegation',
  types: { Delegation: 'address delegatee,uint256 nonce,uint256 expiry' },
  message: { delegatee: spender, nonce: 0, expiry: early },
}
const owned = { owner: evmAccount, holder: evmAccount, spender, nonce: 0 }

async function factsOf({ at, type, types, message }: Grant): Promise<string> {
  const EIP712Domain = fieldsOf('string name,uint256 chainId,address verifyingContract')
  const all = Object.fromEntries(Object.entries(types).map(([name, text]) => [name, fieldsOf(text)]))
  const domain = { name: 'Test', chainId: 1, verifyingContract: at }
  const data = JSON.parse(
    JSON.stringify({ types: { EIP712Domain, ...all }, primaryType: type, domain, message }, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  )
  return renderCard((await prepareTypedData([evmAccount, data], context)).content).facts.replaceAll('\n', '')
}

describe('a time in a signature', () => {
  test.each<[string, Grant, readonly string[], readonly string[]]>([
    ['ERC-2612', permitOf(erc2612, { ...owned, value: 5n, deadline: early }), [stays(earlyText)], ['Valid until']],
    ['ERC-2612, everything', permitOf(erc2612, { ...owned, value: never, deadline: never }), [stays('∞')], ['Valid until']],
    ['ERC-2612, nothing', permitOf(erc2612, { ...owned, value: 0n, deadline: early }), [`handed in until${earlyText}`], ['stays']],
    ['Dai', permitOf(dai, { ...owned, expiry: early, allowed: true }), [stays(earlyText)], ['Valid until']],
    ['Dai, whose 0 is never', permitOf(dai, { ...owned, expiry: 0n, allowed: true }), [stays('∞')], ['1970', 'Valid until']],
    ['Dai, taken back', permitOf(dai, { ...owned, expiry: early, allowed: false }), [`handed in until${earlyText}`], ['stays']],
    ['ERC-4494', permitOf(erc4494, { spender, tokenId: 7, nonce: 0, deadline: early }, item), [stays(earlyText)], ['Valid until']],
    [
      'a permit for all',
      {
        ...permitOf('', {}),
        type: 'PermitForAll',
        types: { PermitForAll: forAll },
        message: { ...owned, operator: spender, approved: true, deadline: early },
      },
      [stays(earlyText)],
      ['Valid until'],
    ],
    ['a permit without a time', permitOf('address owner,address spender,uint256 value', { ...owned, value: 5n }), [stays('∞')], []],
    [
      'a permit with two times, of which its contract may read either',
      permitOf(`${erc2612},uint256 expiry`, { ...owned, value: 5n, deadline: early, expiry: late }),
      [stays(lateText)],
      [earlyText],
    ],
    ['Permit2, one', allowance(late, early), [`handed in until${earlyText}`, `Valid until${lateText}`], ['stays']],
    ['Permit2, several', allowance(late, early, true), [`handed in until${earlyText}`, `Valid until${lateText}`], ['stays']],
    ['Permit2, for one block', allowance(0n, early), [`Valid until${earlyText}`], ['1970', 'stays']],
    ['Permit2, a transfer', transfer(early), [`Valid until${earlyText}`], ['handed in']],
    ['ERC-3009', authorization('TransferWithAuthorization'), [`Valid until${earlyText}`], ['stays']],
    ['ERC-3009, received', authorization('ReceiveWithAuthorization'), [`Valid until${earlyText}`], ['stays']],
    ['CoW', cow, [`Valid until${earlyText}`], ['stays']],
    ['Seaport', seaport, [`Valid until${earlyText}`], ['stays']],
    ['votes', votes, [stays(earlyText)], ['Valid until']],
  ])('behavior: of %s says what it ends', async (_name, grant, said, unsaid) => {
    const facts = await factsOf(grant)
    for (const text of said) expect(facts).toContain(text)
    for (const text of unsaid) expect(facts).not.toContain(text)
  })

  test('behavior: no permit of a token says that it ends by itself, whatever its time and amount', async () => {
    const moment = fc.bigInt({ min: 0n, max: never })
    await fc.assert(
      fc.asyncProperty(
        moment,
        fc.bigInt({ min: 1n, max: never }),
        fc.constantFrom('value', 'allowed', 'tokenId'),
        async (end, amount, form) => {
          const [types, message] =
            form === 'value'
              ? [erc2612, { ...owned, value: amount, deadline: end }]
              : form === 'allowed'
                ? [dai, { ...owned, expiry: end, allowed: true }]
                : [erc4494, { spender, tokenId: amount, nonce: 0, deadline: end }]
          const facts = await factsOf(permitOf(types, message, form === 'tokenId' ? item : token))
          expect(facts).toContain('; then it stays until you revoke it')
          expect(facts).not.toContain('Valid until')
        },
      ),
      { numRuns: 60, seed: 42 },
    )
  })
})

describe('a time in a call', () => {
  const abi = parseAbi([
    'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  ])
  const zero = `0x${'00'.repeat(32)}` as const
  const cardOf = async (to: string, data: string) =>
    renderCard((await prepareTransaction([{ from: evmAccount, gas: '0x5208', to, data }], context)).content).facts.replaceAll('\n', '')

  test.each([
    ['ERC-2612', encodeFunctionData({ abi, functionName: 'permit', args: [evmAccount, spender, 5n, early, 27, zero, zero] })],
    ['Dai', encodeFunctionData({ abi, functionName: 'permit', args: [evmAccount, spender, 0n, early, true, 27, zero, zero] })],
  ])('error: the end of the signature that is handed in (%s) is not said to end what it gives', async (_name, data) => {
    expect(await cardOf(token, data)).not.toContain('Valid until')
  })

  test('behavior: Permit2’s own end is said', async () => {
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [token, spender, 5n, Number(early)] })
    expect(await cardOf(permit2, data)).toContain(`Valid until${earlyText}`)
  })
})
