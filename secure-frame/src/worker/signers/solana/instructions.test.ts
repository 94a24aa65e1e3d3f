import { base64 } from '@scure/base'
import { AccountRole, address, createNoopSigner, type Instruction, lamports } from '@solana/kit'
import {
  getAdvanceNonceAccountInstruction,
  getAssignInstruction,
  getAssignWithSeedInstruction,
  getAuthorizeNonceAccountInstruction,
  getCreateAccountInstruction,
  getCreateAccountWithSeedInstruction,
  getTransferSolInstruction,
  getTransferSolWithSeedInstruction,
  getWithdrawNonceAccountInstruction,
} from '@solana-program/system'
import { describe, expect, test } from 'vitest'
import { fakeSolana, solanaAccount } from '../../../testing/fakeNode.js'
import { buildSolana, solanaAddress } from '../../../testing/solanaTransactions.js'
import { readEffects } from './instructions.js'
import { prepareSolanaTransaction } from './prepare.js'
import { parseTransaction } from './wire.js'

const me = address(solanaAccount)
const signer = createNoopSigner(me)
const [thief, friend, account] = [address(solanaAddress(1)), address(solanaAddress(2)), address(solanaAddress(3))]
const system = '11111111111111111111111111111111'
const effectsOf = (instruction: Instruction) => readEffects(parseTransaction(base64.decode(buildSolana([instruction], me))).message)
const some = lamports(5_000_000_000n)

/** Every instruction of the System program that is read, as the reference library writes it. */
const instructions: readonly (readonly [name: string, Instruction, effect: object])[] = [
  [
    'CreateAccount',
    getCreateAccountInstruction({ payer: signer, newAccount: createNoopSigner(account), lamports: some, space: 8n, programAddress: thief }),
    { kind: 'createAccount', payer: me, account, lamports: 5_000_000_000n, owner: thief },
  ],
  ['Assign', getAssignInstruction({ account: signer, programAddress: thief }), { kind: 'assign', account: me, owner: thief }],
  [
    'TransferSol',
    getTransferSolInstruction({ source: signer, destination: thief, amount: some }),
    { kind: 'transfer', from: me, to: thief, lamports: 5_000_000_000n },
  ],
  [
    'CreateAccountWithSeed',
    getCreateAccountWithSeedInstruction({
      payer: signer,
      newAccount: account,
      base: me,
      seed: 'stake:0',
      amount: some,
      space: 200n,
      programAddress: thief,
    }),
    { kind: 'createAccount', payer: me, account, lamports: 5_000_000_000n, owner: thief },
  ],
  ['AdvanceNonceAccount', getAdvanceNonceAccountInstruction({ nonceAccount: account, nonceAuthority: signer }), { kind: 'nonce', account }],
  [
    'WithdrawNonceAccount',
    getWithdrawNonceAccountInstruction({ nonceAccount: account, recipientAccount: thief, nonceAuthority: signer, withdrawAmount: 7n }),
    { kind: 'transfer', from: account, to: thief, lamports: 7n },
  ],
  [
    'AuthorizeNonceAccount',
    getAuthorizeNonceAccountInstruction({ nonceAccount: account, nonceAuthority: signer, newNonceAuthority: thief }),
    { kind: 'tokenAuthority', account, to: thief },
  ],
  [
    'AssignWithSeed',
    getAssignWithSeedInstruction({ account, baseAccount: signer, base: me, seed: 'a', programAddress: thief }),
    { kind: 'assign', account, owner: thief },
  ],
  [
    'TransferSolWithSeed',
    getTransferSolWithSeedInstruction({
      source: account,
      baseAccount: signer,
      destination: thief,
      amount: 7n,
      fromSeed: 'a',
      fromOwner: friend,
    }),
    { kind: 'transfer', from: account, to: thief, lamports: 7n },
  ],
]
const longer = (instruction: Instruction, more: Uint8Array): Instruction => ({
  ...instruction,
  data: Uint8Array.from([...(instruction.data ?? []), ...more]),
})

describe('instructions of the System program', () => {
  test.each(instructions)('behavior: %s is read as the library wrote it', (_name, instruction, effect) => {
    expect(effectsOf(instruction)).toEqual([effect])
  })

  // The program itself reads what it needs from the front and takes no notice of what follows.
  const exact = instructions.filter(([name]) => name !== 'AdvanceNonceAccount')
  test.each(exact)('error: %s with bytes behind its end is unknown', (_name, instruction) => {
    const decoy = new Uint8Array(48).fill(9)
    expect(effectsOf(longer(instruction, decoy))).toEqual([{ kind: 'unknown', program: system }])
    expect(effectsOf(longer(instruction, Uint8Array.of(0)))).toEqual([{ kind: 'unknown', program: system }])
  })

  test.each(instructions)('error: %s that ends too early is unknown', (_name, instruction) => {
    const data = instruction.data ?? new Uint8Array()
    for (let length = 0; length < data.length; length += 1)
      expect(effectsOf({ ...instruction, data: data.slice(0, length) })).toEqual([{ kind: 'unknown', program: system }])
  })

  test('error: a nonce makes a transaction wait, whatever stands behind it', () => {
    const [, advance, effect] = instructions[4] ?? []
    expect(effectsOf(longer(advance as Instruction, Uint8Array.of(1, 2)))).toEqual([effect])
  })

  test('error: a seed that says that it is longer than there are bytes is unknown', () => {
    const data = Uint8Array.from(instructions[3]?.[1].data ?? [])
    data.fill(255, 36, 44)
    expect(effectsOf({ programAddress: address(system), accounts: [], data })).toEqual([{ kind: 'unknown', program: system }])
  })

  test('error: an amount that only stands at the end is not shown as the one that is paid', async () => {
    const create = instructions[3]?.[1] as Instruction
    // What was read from the end: one lamport, no space, and the System program as owner.
    const decoy = Uint8Array.from([1, ...new Uint8Array(47)])
    const transaction = buildSolana([longer(create, decoy)], me)
    const { content } = await prepareSolanaTransaction({ transaction }, fakeSolana(), true)
    expect(JSON.stringify(content)).not.toContain('0.000000001')
    expect(content).toMatchObject({ title: { id: 'title.contract' }, twice: true })
    expect(content.warnings.map(({ title }) => title.id)).toEqual(['warn.noPreview', 'warn.unread'])
  })
})

describe('instructions of the Stake program', () => {
  const stake = (data: readonly number[]): Instruction => ({
    programAddress: address('Stake11111111111111111111111111111111111111'),
    accounts: [account, thief, friend, friend, me].map((key) => ({ address: key, role: AccountRole.READONLY })),
    data: Uint8Array.from(data),
  })
  const key = Array.from({ length: 32 }, () => 9)

  test.each<[string, readonly number[], string]>([
    ['Authorize', [1, 0, 0, 0, ...key, 1, 0, 0, 0], 'tokenAuthority'],
    ['Withdraw', [4, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0], 'transfer'],
    ['AuthorizeChecked', [10, 0, 0, 0, 1, 0, 0, 0], 'tokenAuthority'],
  ])('error: %s is read when its bytes are all that there are, and unknown otherwise', (_name, data, kind) => {
    expect(effectsOf(stake(data))).toMatchObject([{ kind }])
    expect(effectsOf(stake([...data, 0]))).toMatchObject([{ kind: 'unknown' }])
    expect(effectsOf(stake(data.slice(0, -1)))).toMatchObject([{ kind: 'unknown' }])
  })
})
