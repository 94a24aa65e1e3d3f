import { codes, errors, RpcError } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519'
import { base58, base64 } from '@scure/base'
import {
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { getApproveInstruction, getTransferCheckedInstruction } from '@solana-program/token'
import { describe, expect, test } from 'vitest'
import { memoryKeyValue } from '../../storage/keyValue.js'
import { addressesOf, solanaKey } from '../../vault/derive.js'
import { createBatches } from '../calls/batches.js'
import type { SignerContext } from '../context.js'
import { readEffects } from './instructions.js'
import { prepareSolanaAll, prepareSolanaMessage, prepareSolanaTransaction, validateTransactions } from './prepare.js'
import { prepareSolanaSignIn, validateSignIn } from './signIn.js'
import { isTransaction, parseMessage, parseTransaction } from './wire.js'

const entropy = () => new Uint8Array(16)
const account = (await addressesOf(entropy())).solana
const me = address(account)
const you = address('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
const mint = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')

/** A transaction as a page would make it, base64. */
function build(instructions: readonly Instruction[], version: 'legacy' | 0 = 0, payer = me): string {
  const message = pipe(
    createTransactionMessage({ version }),
    (tx) => setTransactionMessageFeePayer(payer, tx),
    (tx) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N' as never, lastValidBlockHeight: 1n },
        tx,
      ),
    (tx) => appendTransactionMessageInstructions(instructions as Instruction[], tx),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message as never))
}
const transfer = (amount = 1_500_000_000n) =>
  getTransferSolInstruction({ source: createNoopSigner(me), destination: you, amount: lamports(amount) })

/** A node that cannot be reached: nothing can be simulated, and that has to be said. */
const context: SignerContext = {
  origin: 'https://shop.example',
  network: {
    id: 'local',
    caipNetworkId: 'solana:local',
    chainNamespace: 'solana',
    name: 'Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: {},
  },
  account,
  rpc: () => Promise.reject(new Error('offline')),
  withKey: async (_name, use) => use(await solanaKey(entropy())),
  known: [],
  contracts: { tokens: [], others: [] },
  batches: createBatches(memoryKeyValue()),
}
const verify = (signature: string, message: Uint8Array) => ed25519.verify(base58.decode(signature), message, base58.decode(account))

describe('parseTransaction', () => {
  test.each(['legacy', 0] as const)('behavior: version %s, as the reference library writes it', (version) => {
    const { message, signatures } = parseTransaction(base64.decode(build([transfer()], version)))
    expect(message).toMatchObject({ version, required: 1, lookups: [], blockhash: 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N' })
    expect(message.keys[0]).toBe(account)
    expect(signatures).toHaveLength(1)
  })

  test('error: cut anywhere, or with a byte more, it is none', () => {
    const bytes = base64.decode(build([transfer()]))
    for (let length = 0; length < bytes.length; length += 1) expect(() => parseTransaction(bytes.subarray(0, length))).toThrow(RangeError)
    expect(() => parseTransaction(Uint8Array.of(...bytes, 0))).toThrow(RangeError)
  })

  test('error: a length that is not written canonically', () => {
    const bytes = base64.decode(build([transfer()]))
    expect(() => parseTransaction(Uint8Array.of(0x81, 0x00, ...bytes.subarray(1)))).toThrow(RangeError)
  })
})

describe('isTransaction', () => {
  test('behavior: the whole, and the message alone, of both versions', () => {
    for (const version of ['legacy', 0] as const) {
      const bytes = base64.decode(build([transfer()], version))
      expect(isTransaction(bytes)).toBe(true)
      expect(isTransaction(parseTransaction(bytes).messageBytes)).toBe(true)
    }
  })

  test('behavior: texts are none', () => {
    for (const text of ['', 'Hello', 'Sign in to shop.example', '\u0001\u0000\u0000', 'x'.repeat(1_000)])
      expect(isTransaction(new TextEncoder().encode(text))).toBe(false)
  })
})

describe('readEffects', () => {
  test('behavior: coins, tokens, permissions and memos by name; the rest is unknown', () => {
    const owner = createNoopSigner(me)
    const transaction = build([
      transfer(),
      getTransferCheckedInstruction({ source: you, mint, destination: you, authority: owner, amount: 7n, decimals: 6 }),
      getApproveInstruction({ source: you, delegate: mint, owner, amount: 9n }),
      { programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'), data: new TextEncoder().encode('thanks') },
      { programAddress: mint, data: new Uint8Array([1]) },
    ])
    expect(readEffects(parseMessage(parseTransaction(base64.decode(transaction)).messageBytes))).toEqual([
      { kind: 'transfer', from: account, to: you, lamports: 1_500_000_000n },
      { kind: 'tokenTransfer', source: you, mint, to: you, authority: account, amount: 7n, decimals: 6 },
      { kind: 'tokenApprove', source: you, delegate: mint, amount: 9n },
      { kind: 'memo', text: 'thanks' },
      { kind: 'unknown', program: mint },
    ])
  })
})

describe('prepareSolanaTransaction', () => {
  test('behavior: a send is shown as one, and the signature is over its message', async () => {
    const source = build([transfer()])
    const prepared = await prepareSolanaTransaction({ transaction: source, pubkey: account }, context, false)
    expect(prepared.content).toMatchObject({
      title: { id: 'title.send', values: { amount: '1.5', symbol: 'SOL' } },
      changes: [{ direction: 'out', amount: '1.5', symbol: 'SOL' }],
      preview: 'failed',
      twice: false,
    })
    const result = (await prepared.execute(prepared.payload)) as { signature: string; transaction: string }
    const signed = parseTransaction(base64.decode(result.transaction))
    expect(verify(result.signature, signed.messageBytes)).toBe(true)
    expect(base58.encode(signed.signatures[0] ?? new Uint8Array())).toBe(result.signature)
    expect(signed.messageBytes).toEqual(parseTransaction(base64.decode(source)).messageBytes)
  })

  test('behavior: an unknown program that cannot be tried is asked twice', async () => {
    const transaction = build([{ programAddress: mint, data: new Uint8Array([1]) }])
    const { content } = await prepareSolanaTransaction({ transaction }, context, false)
    expect(content).toMatchObject({ title: { id: 'title.contract' }, confirm: 'confirmAnyway', twice: true })
  })

  test('error: a transaction that this account does not sign, or says another key, is refused', () => {
    const transaction = build([], 0, you)
    const refused = expect.objectContaining({ code: 4200 })
    const thrown = (params: unknown) => {
      try {
        validateTransactions(params, account)
        return undefined
      } catch (error) {
        return error
      }
    }
    expect(thrown({ transaction })).toEqual(refused)
    expect(thrown({ transaction: build([transfer()]), pubkey: you })).toEqual(refused)
    expect(thrown({ transaction: 'AAAA' })).toEqual(expect.objectContaining({ code: -32602 }))
    expect(thrown({ transactions: [build([transfer()]), transaction] })).toEqual(refused)
  })
})

describe('prepareSolanaAll', () => {
  test('behavior: all are shown, all are signed', async () => {
    const sources = [build([transfer(1n)]), build([transfer(2n)], 'legacy')]
    const prepared = await prepareSolanaAll({ transactions: sources }, context)
    expect(prepared.content.title).toEqual({ id: 'title.batch', values: { count: 2 } })
    // What they do together; each payment is listed below it.
    expect(prepared.content.changes.map(({ amount }) => amount)).toEqual(['0.000000003'])
    expect(prepared.content.calls?.map(({ title }) => title.values?.amount)).toEqual(['0.000000002', '0.000000001'])
    const { transactions } = (await prepared.execute(prepared.payload)) as { transactions: string[] }
    for (const [index, transaction] of transactions.entries()) {
      const { signatures, messageBytes } = parseTransaction(base64.decode(transaction))
      expect(ed25519.verify(signatures[0] ?? '', messageBytes, base58.decode(account))).toBe(true)
      expect(messageBytes).toEqual(parseTransaction(base64.decode(sources[index] ?? '')).messageBytes)
    }
  })
})

describe('sending', () => {
  /** A node that takes what it is sent, and whose first answer gets lost. */
  function losing() {
    const taken: string[] = []
    const rpc: SignerContext['rpc'] = async (method, params) => {
      const [first] = params as readonly unknown[]
      if (method === 'getSignatureStatuses')
        return { value: (first as string[]).map((id) => (taken.includes(id) ? { confirmationStatus: 'processed' } : null)) }
      if (method !== 'sendTransaction') throw new Error('A node that cannot say anything else.')
      taken.push(base58.encode(base64.decode(String(first)).subarray(1, 65)))
      throw new RpcError(codes.resourceUnavailable, errors.somethingWentWrong, { data: { reason: 'offline' } })
    }
    return { taken, rpc }
  }

  test.each([
    ['the account pays', me],
    ['somebody else pays', you],
  ])('behavior: what arrived, though the answer got lost, is not called failed: %s', async (_name, payer) => {
    const { taken, rpc } = losing()
    const prepared = await prepareSolanaTransaction({ transaction: build([transfer()], 0, payer) }, { ...context, rpc }, true)
    const { signature } = (await prepared.execute(prepared.payload)) as { signature: string }
    expect(taken).toEqual([signature])
  })
})

describe('prepareSolanaMessage', () => {
  test('behavior: the signature is the account’s', async () => {
    const bytes = new TextEncoder().encode('Hello')
    const prepared = await prepareSolanaMessage({ message: base58.encode(bytes), pubkey: account }, context)
    expect(prepared.content).toMatchObject({ message: 'Hello', confirm: 'sign' })
    const { signature } = (await prepared.execute(prepared.payload)) as { signature: string }
    expect(verify(signature, bytes)).toBe(true)
  })

  test('error: bytes that are a transaction are refused, whole or without signatures', async () => {
    const bytes = base64.decode(build([transfer()]))
    for (const message of [bytes, parseTransaction(bytes).messageBytes])
      await expect(prepareSolanaMessage({ message: base58.encode(message) }, context)).rejects.toMatchObject({
        code: 4200,
        message: 'Requested RPC call is not allowed',
      })
  })
})

describe('prepareSolanaSignIn', () => {
  const prepare = (input: object) => prepareSolanaSignIn({ input }, context)
  const refusal = (input: object) => {
    try {
      return validateSignIn({ input }, account)
    } catch (error) {
      return error
    }
  }

  test('behavior: the message names the page and the account, shows as a sign-in, and its signature is the account’s', async () => {
    const { content, payload, execute } = await prepare({ statement: 'Welcome back.', nonce: 'a1b2c3d4', chainId: 'localnet' })
    expect(content).toMatchObject({ kind: 'signIn', blocked: false, confirm: 'signIn' })
    expect(content.rows).toContainEqual({ label: 'row.statement', value: 'Welcome back.', kind: 'text' })
    const { pubkey, signedMessage, signature } = (await execute(payload)) as Record<string, string>
    expect(pubkey).toBe(account)
    expect(new TextDecoder().decode(base64.decode(signedMessage ?? ''))).toBe(
      `shop.example wants you to sign in with your Solana account:\n${account}\n\nWelcome back.\n\nChain ID: localnet\nNonce: a1b2c3d4`,
    )
    expect(verify(signature ?? '', payload)).toBe(true)
  })

  test.each([{ domain: 'bank.example' }, { uri: 'https://bank.example/login' }, { domain: 'shop.example.bank.example' }])(
    'error: %o is for another site: shown, and never signed',
    async (input) => {
      expect((await prepare(input)).content).toMatchObject({ kind: 'signIn', blocked: true })
    },
  )

  test.each([
    [{ address: you }, 4200],
    [{ statement: 'Hi\n\nURI: https://bank.example' }, -32602],
    [{ resources: ['https://a.example\nNonce: 1'] }, -32602],
    [{ nonce: 7 }, -32602],
  ])('error: %o is refused', (input, code) => {
    expect(refusal(input)).toMatchObject({ code })
  })
})
