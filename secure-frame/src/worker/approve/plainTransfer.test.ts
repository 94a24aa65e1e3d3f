import { address, createNoopSigner, type Instruction, lamports } from '@solana/kit'
import { getAdvanceNonceAccountInstruction, getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { evmAccount, fakeContext, fakeSolana, solanaAccount } from '../../testing/fakeNode.js'
import { buildSolana, solanaAddress } from '../../testing/solanaTransactions.js'
import { prepareSendCalls } from '../signers/calls/sendCalls.js'
import { prepareTransaction } from '../signers/evm/transaction.js'
import { prepareSolanaAll, prepareSolanaTransaction } from '../signers/solana/prepare.js'
import { plainTransfer } from './place.js'

/* Which requests can be approved by typing what they send: payments that the wallet has read itself, and nothing besides. */

const token = '0x2222222222222222222222222222222222222222'
const item = '0x3333333333333333333333333333333333333333'
const friend = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 value)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function multicall(bytes[] data)',
  'function claim(address to, uint256 amount)',
])
const context = fakeContext({ tokens: { [token]: { symbol: 'USDC', decimals: 6, balance: 10n ** 9n } }, contracts: [item] })
const call = (functionName: 'transfer' | 'approve' | 'claim', to: `0x${string}`, amount: bigint) =>
  encodeFunctionData({ abi, functionName, args: [to, amount] })
const send = call('transfer', friend, 2_500_000n)

const ofTransaction = async (tx: object, on = context) =>
  plainTransfer((await prepareTransaction([{ from: evmAccount, gas: '0x5208', ...tx }], on)).content)
const ofCalls = async (calls: readonly object[]) =>
  plainTransfer((await prepareSendCalls([{ version: '2.0.0', chainId: '0x1', atomicRequired: false, calls }], context)).content)

describe('of EVM chains', () => {
  test('behavior: coins, and a token that the node knows', async () => {
    expect(await ofTransaction({ to: friend, value: '0x16345785d8a0000' })).toEqual({ amount: '0.1', recipient: friend })
    expect(await ofTransaction({ to: token, data: send })).toEqual({ amount: '2.5', recipient: friend })
    expect(await ofCalls([{ to: token, data: send }])).toEqual({ amount: '2.5', recipient: friend })
  })

  test.each<[string, object]>([
    ['a limit', { to: token, data: call('approve', friend, 2_500_000n) }],
    ['a limit that is taken back', { to: token, data: call('approve', friend, 0n) }],
    ['a function that nobody knows', { to: token, data: call('claim', friend, 1n) }],
    ['power over items', { to: item, data: encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [friend, true] }) }],
    [
      'somebody else’s tokens',
      { to: token, data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [friend, evmAccount, 1n] }) },
    ],
    ['a wrapper around it', { to: token, data: encodeFunctionData({ abi, functionName: 'multicall', args: [[send]] }) }],
    ['coins beside it', { to: token, data: send, value: '0x1' }],
    ['a token that is none', { to: item, data: send }],
    ['nothing', { to: friend, value: '0x0' }],
    ['a contract', { data: '0x6000' }],
    ['a fee far from the usual', { to: friend, value: '0x1', maxFeePerGas: '0x174876e8000' }],
    ['more than there is', { to: friend, value: '0x100000000000000000000' }],
  ])('error: %s is none', async (_name, tx) => {
    expect(await ofTransaction(tx)).toBeUndefined()
  })

  test('error: several, and one to an address that only looks like a known one, are none', async () => {
    expect(
      await ofCalls([
        { to: token, data: send },
        { to: token, data: send },
      ]),
    ).toBeUndefined()
    const known = { ...context, known: [`${friend.slice(0, 8)}${'0'.repeat(26)}${friend.slice(-8)}`] }
    expect(await ofTransaction({ to: friend, value: '0x1' }, known)).toBeUndefined()
  })
})

describe('of Solana', () => {
  const me = address(solanaAccount)
  const signer = createNoopSigner(me)
  const to = solanaAddress(1)
  const pay = (receiver = to, amount = 2_000_000_000n) =>
    getTransferSolInstruction({ source: signer, destination: address(receiver), amount: lamports(amount) })
  const memo = { programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'), data: new TextEncoder().encode('rent') }
  /** A node whose simulation takes so many lamports; null: it has none. */
  const on = (out: bigint | null) =>
    fakeSolana({
      answers: {
        getMultipleAccounts: ([list]) => ({
          value: (list as string[]).map((key) => (key === me ? { lamports: 10_000_000_000, data: {} } : null)),
        }),
        simulateTransaction: ([, options]) => {
          if (out === null) throw new Error('No simulation here.')
          const { addresses } = (options as { accounts: { addresses: string[] } }).accounts
          const accounts = addresses.map((key) => (key === me ? { lamports: 10_000_000_000 - Number(out), data: {} } : null))
          return { value: { err: null, accounts } }
        },
      },
    })
  const paid = 2_000_005_000n
  const of = async (instructions: readonly Instruction[], out: bigint | null = paid) =>
    plainTransfer((await prepareSolanaTransaction({ transaction: buildSolana(instructions, me) }, on(out), true)).content)

  test('behavior: coins, with a note too', async () => {
    expect(await of([pay()])).toEqual({ amount: '2', recipient: to })
    expect(await of([pay(), memo])).toEqual({ amount: '2', recipient: to })
  })

  test.each<[string, readonly Instruction[], bigint | null]>([
    ['two payments', [pay(), pay(solanaAddress(2))], 4_000_005_000n],
    ['what could not be tried', [pay()], null],
    ['what takes more than it says', [pay()], 3_000_005_000n],
    ['a transaction that waits', [getAdvanceNonceAccountInstruction({ nonceAccount: address(to), nonceAuthority: signer }), pay()], paid],
    [
      'an account that is opened',
      [
        getCreateAccountInstruction({
          payer: signer,
          newAccount: createNoopSigner(address(to)),
          lamports: lamports(2_000_000_000n),
          space: 0n,
          programAddress: address(solanaAddress(3)),
        }),
      ],
      2_000_010_000n,
    ],
  ])('error: %s is none', async (_name, instructions, out) => {
    expect(await of(instructions, out)).toBeUndefined()
  })

  test('error: several transactions are none', async () => {
    const transaction = buildSolana([pay()], me)
    const { content } = await prepareSolanaAll({ transactions: [transaction, transaction] }, on(2n * paid))
    expect(plainTransfer(content)).toBeUndefined()
  })
})
