import { address, createNoopSigner, lamports } from '@solana/kit'
import { getAdvanceNonceAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import { AuthorityType, getApproveCheckedInstruction, getSetAuthorityInstruction } from '@solana-program/token'
import fc from 'fast-check'
import { encodeFunctionData, type Hex, pad, parseAbi, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { evmAccount, fakeContext, fakeSolana, solanaAccount } from '../../testing/fakeNode.js'
import { buildSolana, solanaAddress } from '../../testing/solanaTransactions.js'
import { prepareSendCalls } from '../signers/calls/sendCalls.js'
import { permit2 } from '../signers/evm/decodeCall.js'
import { preparePersonalSign } from '../signers/evm/personalSign.js'
import { prepareTransaction } from '../signers/evm/transaction.js'
import { prepareTypedData } from '../signers/evm/typedData.js'
import { prepareSolanaTransaction } from '../signers/solana/prepare.js'
import type { ApprovalContent } from './content.js'
import { acceptsFrom, placeOf } from './place.js'

/* What outlives its request is never granted inside a frame, by whatever method, function or message it is asked for. */

const token = '0x2222222222222222222222222222222222222222'
const item = '0x3333333333333333333333333333333333333333'
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const balance = 10n ** 9n
const most = 2n ** 256n - 1n
const seconds = Math.floor(Date.now() / 1_000)
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 added)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transfer(address to, uint256 amount)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function hope(address usr)',
  'function approveDelegation(address delegatee, uint256 amount)',
  'function authorizeOperator(address operator)',
  'function transferOwnership(address owner)',
  'function multicall(bytes[] data)',
  'function swap(uint256 amount)',
])
const permit2Abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

type Block = { readonly blockStateCalls: readonly { readonly calls: readonly { readonly from: string; readonly data: Hex }[] }[] }

/** A node that can try calls, and says what is left of the router's limit afterwards; null: it cannot try any. */
const contextOf = (left: bigint | null) =>
  fakeContext({
    tokens: { [token]: { symbol: 'USDC', decimals: 6, balance, supply: 10n ** 15n } },
    contracts: [item, router],
    answers:
      left === null
        ? {}
        : {
            eth_simulateV1: ([block]) => {
              const calls = (block as Block).blockStateCalls[0]?.calls ?? []
              // Asked by another address, behind the word with the token's own.
              const isQuestion = ({ data }: { readonly data: Hex }) => data.slice(66, 74) === 'dd62ed3e'
              const first = calls.findIndex(({ from }) => from === evmAccount)
              return [
                {
                  calls: calls.map((one, index) => ({
                    status: '0x1',
                    gasUsed: '0x5208',
                    returnData: isQuestion(one) ? toHex(index < first ? 0n : left, { size: 32 }) : '0x',
                    logs: one.data.startsWith('0x095ea7b3')
                      ? [{ address: token, topics: [approvalTopic, pad(evmAccount), pad(router)], data: `0x${one.data.slice(74, 138)}` }]
                      : [],
                  })),
                },
              ]
            },
          },
  })
const call = (functionName: string, args: readonly unknown[]) => encodeFunctionData({ abi, functionName, args } as never)
const zero = `0x${'00'.repeat(32)}` as const
const isFramed = (content: ApprovalContent): boolean => {
  const view = { surface: 'frame', content } as const
  const place = placeOf(view, { tellsCovering: true, opensWindows: true })
  const accepted = acceptsFrom('frame', { ...view, typed: undefined })
  // What the document draws and what the Worker takes are one rule.
  expect(accepted).toBe(place === 'frame')
  return accepted
}
const transaction = async (to: string, data: string, left: bigint | null) =>
  (await prepareTransaction([{ from: evmAccount, gas: '0xc350', to, data }], contextOf(left))).content
const batch = async (calls: readonly { to: string; data: string }[], left: bigint | null) =>
  (await prepareSendCalls([{ version: '2.0.0', chainId: '0x1', atomicRequired: false, calls }], contextOf(left))).content

describe('calls', () => {
  test.each<[string, string, string, bigint | null]>([
    ['a limit above what there is', token, call('approve', [router, balance + 1n]), balance + 1n],
    ['no limit', token, call('approve', [router, most]), most],
    ['no limit, not tried', token, call('approve', [router, most]), null],
    ['a limit that is the supply', token, call('approve', [router, 10n ** 15n]), null],
    ['a raised limit', token, call('increaseAllowance', [router, most]), null],
    ['all items', item, call('setApprovalForAll', [router, true]), null],
    ['one item', item, call('approve', [router, 7n]), null],
    ['a permit that is handed in', token, call('permit', [evmAccount, router, 5n, most, 27, zero, zero]), null],
    ['a debt', token, call('approveDelegation', [router, 5n]), null],
    ['an operator', token, call('authorizeOperator', [router]), null],
    ['a vault', item, call('hope', [router]), null],
    ['control', item, call('transferOwnership', [router]), null],
    ['inside a wrapper', router, call('multicall', [[call('approve', [router, most])]]), null],
    ['what nobody knows', router, call('swap', [5n]), null],
    [
      'Permit2, 30 days',
      permit2,
      encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args: [token, router, 5n, seconds + 30 * 86_400] }),
      null,
    ],
  ])('error: %s is not granted in a frame', async (_name, to, data, left) => {
    expect(isFramed(await transaction(to, data, left))).toBe(false)
  })

  test.each<[string, string, string, bigint | null]>([
    ['a transfer', token, call('transfer', [router, 5n]), null],
    ['a limit that is taken back', token, call('approve', [router, 0n]), null],
    ['no items any more', item, call('setApprovalForAll', [router, false]), null],
    ['exactly what a swap takes of what there is', token, call('approve', [router, balance]), balance],
    ['the same where nothing can be tried', token, call('approve', [router, balance]), null],
    [
      'Permit2, for this visit',
      permit2,
      encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args: [token, router, 5n, seconds + 600] }),
      null,
    ],
  ])('behavior: %s stays in the frame', async (_name, to, data, left) => {
    expect(isFramed(await transaction(to, data, left))).toBe(true)
  })

  test('behavior: a limit that the call behind it uses up stays in the frame, and one that it leaves does not', async () => {
    const calls = [
      { to: token, data: call('approve', [router, most]) },
      { to: router, data: call('swap', [5n]) },
    ]
    expect(isFramed(await batch(calls, 0n))).toBe(true)
    expect(isFramed(await batch(calls, most - 5n))).toBe(false)
  })

  test('behavior: no limit of more than there is fits a frame, whatever its size and its function', async () => {
    const amount = fc.bigInt({ min: balance + 1n, max: most })
    await fc.assert(
      fc.asyncProperty(amount, fc.constantFrom('approve', 'increaseAllowance'), fc.boolean(), async (size, name, wrapped) => {
        const data = call(name, [router, size])
        const content = wrapped ? await transaction(token, call('multicall', [[data]]), null) : await transaction(token, data, null)
        expect(isFramed(content)).toBe(false)
      }),
      { numRuns: 60, seed: 42 },
    )
  })
})

describe('signatures', () => {
  const fieldsOf = (text: string) => text.split(',').map((field) => ({ type: field.split(' ')[0] ?? '', name: field.split(' ')[1] ?? '' }))
  const typed = async (at: string, primaryType: string, types: Readonly<Record<string, string>>, message: object) => {
    const EIP712Domain = fieldsOf('string name,uint256 chainId,address verifyingContract')
    const all = Object.fromEntries(Object.entries(types).map(([name, text]) => [name, fieldsOf(text)]))
    const data = { types: { EIP712Domain, ...all }, primaryType, domain: { name: 'T', chainId: 1, verifyingContract: at }, message }
    return (await prepareTypedData([evmAccount, data], contextOf(null))).content
  }
  const Permit = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'
  const details = 'address token,uint160 amount,uint48 expiration,uint48 nonce'
  const soon = seconds + 600
  const month = seconds + 30 * 86_400
  const permit = (value: string, deadline: number) =>
    typed(token, 'Permit', { Permit }, { owner: evmAccount, spender: router, value, nonce: 0, deadline })
  const permitSingle = (expiration: number) =>
    typed(
      permit2,
      'PermitSingle',
      { PermitSingle: 'PermitDetails details,address spender,uint256 sigDeadline', PermitDetails: details },
      { details: { token, amount: '5', expiration, nonce: 0 }, spender: router, sigDeadline: soon },
    )
  const payment = (validBefore: number) =>
    typed(
      token,
      'TransferWithAuthorization',
      { TransferWithAuthorization: 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce' },
      { from: evmAccount, to: router, value: '5', validAfter: 0, validBefore, nonce: zero },
    )
  const order = (validTo: number) =>
    typed(
      '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
      'Order',
      {
        Order: 'address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,uint256 feeAmount',
      },
      { sellToken: token, buyToken: token, receiver: evmAccount, sellAmount: '5', buyAmount: '5', validTo, feeAmount: '0' },
    )

  test.each<[string, () => Promise<ApprovalContent>, boolean]>([
    ['a permit, whose time ends the signature alone', () => permit('5', soon), false],
    ['a permit of nothing', () => permit('0', month), true],
    ['Permit2 for a month', () => permitSingle(month), false],
    ['Permit2 for this visit', () => permitSingle(soon), true],
    ['a payment that can be handed in for a month', () => payment(month), false],
    ['a payment of this visit', () => payment(soon), true],
    ['an order for a month', () => order(month), false],
    ['an order of this visit', () => order(soon), true],
    [
      'votes',
      () =>
        typed(
          token,
          'Delegation',
          { Delegation: 'address delegatee,uint256 nonce,uint256 expiry' },
          { delegatee: router, nonce: 0, expiry: soon },
        ),
      false,
    ],
    [
      'a permission that nobody knows',
      () => typed(item, 'GrantAllowance', { GrantAllowance: 'address spender,uint256 value' }, { spender: router, value: 1 }),
      false,
    ],
    [
      'a Safe’s transaction',
      () =>
        typed(
          item,
          'SafeTx',
          { SafeTx: 'address to,uint256 value,bytes data,uint8 operation' },
          { to: router, value: 1, data: '0x', operation: 0 },
        ),
      false,
    ],
    ['a text', () => typed(item, 'Mail', { Mail: 'string text' }, { text: 'Hi' }), true],
    ['a message', async () => (await preparePersonalSign(['0x4869', evmAccount], contextOf(null))).content, true],
  ])('behavior: %s', async (_name, content, framed) => {
    expect(isFramed(await content())).toBe(framed)
  })
})

describe('Solana', () => {
  const me = address(solanaAccount)
  const signer = createNoopSigner(me)
  const [mine, thief, mint] = [30, 1, 2].map((number) => address(solanaAddress(number))) as [typeof me, typeof me, typeof me]
  const pay = getTransferSolInstruction({ source: signer, destination: thief, amount: lamports(5n) })
  test.each([
    ['a delegate', [getApproveCheckedInstruction({ source: mine, mint, delegate: thief, owner: signer, amount: 5n, decimals: 6 })], false],
    [
      'an authority',
      [getSetAuthorityInstruction({ owned: mine, owner: signer, authorityType: AuthorityType.AccountOwner, newAuthority: thief })],
      false,
    ],
    ['a transaction that waits', [getAdvanceNonceAccountInstruction({ nonceAccount: mine, nonceAuthority: signer }), pay], false],
    ['a program that nobody could try', [{ programAddress: thief, data: new Uint8Array([1]), accounts: [] }], false],
    ['a payment', [pay], true],
  ])('behavior: %s', async (_name, instructions, framed) => {
    const { content } = await prepareSolanaTransaction({ transaction: buildSolana(instructions, me) }, fakeSolana(), false)
    expect(isFramed(content)).toBe(framed)
  })
})
