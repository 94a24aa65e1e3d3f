import { once } from 'node:events'
import { createConnection } from 'node:net'
import process from 'node:process'
import {
  type Address,
  address,
  airdropFactory,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  pipe,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenInstructionAsync,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { genesisHash } from './genesis.js'
import { slotTime } from './ledger.js'
import { serveSolana } from './server.js'

const sol = 1_000_000_000n
const memoProgram = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const token2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

let chain: Awaited<ReturnType<typeof serveSolana>>
/** Milliseconds that the chain's clock is ahead of ours. */
let ahead = 0
beforeAll(async () => {
  chain = await serveSolana({ port: 0, now: () => Date.now() + ahead })
})
afterAll(() => chain.close())

function connect() {
  const rpc = createSolanaRpc(chain.url)
  const rpcSubscriptions = createSolanaRpcSubscriptions(chain.webSocketUrl)
  const sign = async (payer: KeyPairSigner, instructions: readonly Instruction[]) => {
    const { value: blockhash } = await rpc.getLatestBlockhash().send()
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(payer, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
      (timed) => appendTransactionMessageInstructions(instructions, timed),
    )
    const transaction = await signTransactionMessageWithSigners(message)
    assertIsTransactionWithBlockhashLifetime(transaction)
    return transaction
  }
  const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })
  const run = async (payer: KeyPairSigner, instructions: readonly Instruction[]) => {
    const transaction = await sign(payer, instructions)
    await sendAndConfirm(transaction, { commitment: 'confirmed' })
    return getSignatureFromTransaction(transaction)
  }
  const wire = async (payer: KeyPairSigner, instructions: readonly Instruction[]) =>
    getBase64EncodedWireTransaction(await sign(payer, instructions))
  const fund = async () => {
    const signer = await generateKeyPairSigner()
    const airdrop = airdropFactory({ rpc, rpcSubscriptions })
    await airdrop({ recipientAddress: signer.address, lamports: lamports(10n * sol), commitment: 'confirmed' })
    return signer
  }
  return { rpc, sign, run, wire, fund }
}

/** A transfer of lamports; compare `getTransferSolInstruction`. */
const transfer = (source: KeyPairSigner, destination: Address, amount: bigint) => getTransferSolInstruction({ source, destination, amount })

describe('serveSolana', () => {
  test('behavior: moves SOL, takes the fee, and remembers the transaction', async () => {
    const { rpc, run, fund } = connect()
    const [payer, other] = [await fund(), await generateKeyPairSigner()]
    const signature = await run(payer, [transfer(payer, other.address, 2n * sol)])
    expect((await rpc.getBalance(other.address).send()).value).toBe(2n * sol)
    expect((await rpc.getBalance(payer.address).send()).value).toBe(8n * sol - 5_000n)

    const [status] = (await rpc.getSignatureStatuses([signature]).send()).value
    expect(status).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    const found = await rpc.getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 }).send()
    expect(found?.meta).toMatchObject({ err: null, fee: 5_000n, preBalances: [10n * sol, 0n, 1n] })
    expect(found?.transaction.message.accountKeys.slice(0, 2)).toEqual([payer.address, other.address])
    const parsed = await rpc.getTransaction(signature, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }).send()
    expect(parsed?.transaction.message.accountKeys[0]).toMatchObject({ pubkey: payer.address, signer: true, writable: true })
    const [latest, earlier, ...rest] = await rpc.getSignaturesForAddress(payer.address).send()
    expect([latest?.signature, rest]).toEqual([signature, []])
    expect(await rpc.getSignaturesForAddress(payer.address, { before: signature }).send()).toEqual([earlier])
    expect(await rpc.getSignaturesForAddress(payer.address, { until: earlier?.signature as never }).send()).toEqual([latest])
  })

  test.each([
    ['SPL Token', TOKEN_PROGRAM_ADDRESS, 'spl-token'],
    ['Token-2022', token2022, 'spl-token-2022'],
  ])('behavior: mints and moves a token of %s', async (_name, tokenProgram, program) => {
    const { rpc, run, fund } = connect()
    const [payer, other, mint] = [await fund(), await generateKeyPairSigner(), await generateKeyPairSigner()]
    const config = { programAddress: tokenProgram }
    const space = BigInt(getMintSize())
    const rent = await rpc.getMinimumBalanceForRentExemption(space).send()
    const accountOf = async (owner: Address) => (await findAssociatedTokenPda({ owner, mint: mint.address, tokenProgram }))[0]
    const [mine, theirs] = [await accountOf(payer.address), await accountOf(other.address)]
    const open = (owner: Address) => getCreateAssociatedTokenInstructionAsync({ payer, owner, mint: mint.address, tokenProgram })
    await run(payer, [
      getCreateAccountInstruction({ payer, newAccount: mint, lamports: rent, space, programAddress: tokenProgram }),
      getInitializeMint2Instruction({ mint: mint.address, decimals: 6, mintAuthority: payer.address }, config),
      await open(payer.address),
      await open(other.address),
    ])
    await run(payer, [
      getMintToInstruction({ mint: mint.address, token: mine, mintAuthority: payer, amount: 5_000_000n }, config),
      getTransferCheckedInstruction(
        { source: mine, mint: mint.address, destination: theirs, authority: payer, amount: 1_500_000n, decimals: 6 },
        config,
      ),
    ])
    expect((await rpc.getTokenSupply(mint.address).send()).value).toMatchObject({ amount: '5000000', uiAmountString: '5' })
    expect((await rpc.getTokenAccountBalance(mine).send()).value.uiAmountString).toBe('3.5')
    const { value } = await rpc.getTokenAccountsByOwner(other.address, { programId: tokenProgram }, { encoding: 'jsonParsed' }).send()
    expect(value).toHaveLength(1)
    expect(value[0]?.pubkey).toBe(theirs)
    expect(value[0]?.account.data).toMatchObject({
      program,
      parsed: { type: 'account', info: { mint: mint.address, owner: other.address, tokenAmount: { uiAmountString: '1.5', decimals: 6 } } },
    })
    const many = await rpc.getMultipleAccounts([mint.address, other.address], { encoding: 'base64' }).send()
    expect(many.value.map((account) => account?.owner ?? null)).toEqual([tokenProgram, null])
  })

  test('behavior: simulates without keeping, with or without signatures', async () => {
    const { rpc, wire, fund } = connect()
    const [payer, other] = [await fund(), await generateKeyPairSigner()]
    const memo = { programAddress: memoProgram, accounts: [], data: new TextEncoder().encode('Hello') }
    const text = await wire(payer, [transfer(payer, other.address, sol), memo])
    const { value } = await rpc
      .simulateTransaction(text, { encoding: 'base64', accounts: { addresses: [other.address], encoding: 'base64' } })
      .send()
    expect(value).toMatchObject({ err: null, accounts: [{ lamports: sol }] })
    expect(value.logs?.join()).toContain('Hello')
    expect((await rpc.getBalance(other.address).send()).value).toBe(0n)
    const [signatures, rest] = [Buffer.from(text, 'base64').subarray(0, 1), Buffer.from(text, 'base64').subarray(65)]
    const unsigned = Buffer.concat([signatures, Buffer.alloc(64), rest]).toString('base64') as typeof text
    expect((await rpc.simulateTransaction(unsigned, { encoding: 'base64' }).send()).value.err).toBeNull()
    expect((await rpc.simulateTransaction(unsigned, { encoding: 'base64', sigVerify: true }).send()).value.err).toBe('SignatureFailure')
    await expect(rpc.sendTransaction(unsigned, { encoding: 'base64' }).send()).rejects.toSatisfy((error) =>
      isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE),
    )
  })

  test('error: what cannot work is refused before it is sent, with the cause; without the trial it fails in the chain', async () => {
    const { rpc, wire, fund } = connect()
    const [payer, other] = [await fund(), await generateKeyPairSigner()]
    const text = await wire(payer, [transfer(payer, other.address, 50n * sol)])
    const refused = await rpc
      .sendTransaction(text, { encoding: 'base64' })
      .send()
      .catch((error: unknown) => error)
    expect(isSolanaError(refused, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)).toBe(true)
    expect(refused).toMatchObject({ cause: { context: { code: 1, index: 0 } } })
    const signature = await rpc.sendTransaction(text, { encoding: 'base64', skipPreflight: true }).send()
    expect((await rpc.getSignatureStatuses([signature]).send()).value[0]?.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
    expect((await rpc.getBalance(payer.address).send()).value).toBe(10n * sol - 5_000n)
  })

  test('error: a transaction is taken once, and not after its blockhash has expired', async () => {
    const { rpc, wire, fund } = connect()
    const [payer, other] = [await fund(), await generateKeyPairSigner()]
    const text = await wire(payer, [transfer(payer, other.address, sol)])
    const late = await wire(payer, [transfer(payer, other.address, 2n * sol)])
    const { value: known } = await rpc.getLatestBlockhash().send()
    await rpc.sendTransaction(text, { encoding: 'base64' }).send()
    await expect(rpc.sendTransaction(text, { encoding: 'base64' }).send()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('already been processed') },
    })
    expect((await rpc.isBlockhashValid(known.blockhash).send()).value).toBe(true)
    ahead += 152 * slotTime
    expect((await rpc.isBlockhashValid(known.blockhash).send()).value).toBe(false)
    expect(await rpc.getBlockHeight().send()).toBeGreaterThan(known.lastValidBlockHeight)
    await expect(rpc.sendTransaction(late, { encoding: 'base64' }).send()).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/blockhash/i) },
    })
    const signature = await rpc.sendTransaction(late, { encoding: 'base64', skipPreflight: true }).send()
    expect((await rpc.getSignatureStatuses([signature]).send()).value).toEqual([null])
    expect((await rpc.getBalance(other.address).send()).value).toBe(sol)
  })

  test('behavior: says what a message costs, and who it is', async () => {
    const { rpc, sign, fund } = connect()
    const payer = await fund()
    const { messageBytes } = await sign(payer, [transfer(payer, payer.address, 1n)])
    const message = Buffer.from(messageBytes).toString('base64')
    expect((await rpc.getFeeForMessage(message as never).send()).value).toBe(5_000n)
    expect(await rpc.getGenesisHash().send()).toBe(genesisHash)
    expect(await rpc.getHealth().send()).toBe('ok')
    expect((await rpc.getEpochInfo().send()).absoluteSlot).toBe(await rpc.getSlot().send())
  })

  test('behavior: tells subscribers about slots and accounts', async () => {
    const { run, fund } = connect()
    const [payer, other] = [await fund(), await generateKeyPairSigner()]
    const subscriptions = createSolanaRpcSubscriptions(chain.webSocketUrl)
    const stop = new AbortController()
    const slots = await subscriptions.slotNotifications().subscribe({ abortSignal: stop.signal })
    const accounts = await subscriptions.accountNotifications(other.address).subscribe({ abortSignal: stop.signal })
    const first = async <T>(list: AsyncIterable<T>) => {
      for await (const item of list) return item
      return undefined
    }
    const [slot, account] = [first(slots), first(accounts)]
    await run(payer, [transfer(payer, other.address, sol)])
    expect((await account)?.value.lamports).toBe(sol)
    expect((await slot)?.slot).toBeGreaterThan(0n)
    stop.abort()
  })

  test.each([
    ['not JSON', '{', -32_700],
    ['no call', '{"id":1}', -32_600],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32_601],
    ['no address', '{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["0x12"]}', -32_602],
    ['half a transaction', '{"jsonrpc":"2.0","id":1,"method":"sendTransaction","params":["AQ==",{"encoding":"base64"}]}', -32_602],
  ])('error: %s', async (_name, body, code) => {
    const answer = await fetch(chain.url, { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ error: { code } })
  })

  test('error: a request that is too large is refused, one that breaks off is dropped, and the chain goes on', async () => {
    const lost: unknown[] = []
    const onLost = (reason: unknown) => lost.push(reason)
    process.on('unhandledRejection', onLost)
    onTestFinished(() => void process.off('unhandledRejection', onLost))
    const tooLarge = await fetch(chain.url, { method: 'POST', body: 'x'.repeat(1_048_577) })
    expect([tooLarge.status, await tooLarge.json()]).toMatchObject([400, { error: { message: 'Request too large' } }])
    const { port, host } = new URL(chain.url)
    const socket = createConnection(Number(port), '127.0.0.1')
    socket.write(`POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 100\r\n\r\n{"jsonrpc"`, () => socket.resetAndDestroy())
    await once(socket, 'close')
    expect(await connect().rpc.getHealth().send()).toBe('ok')
    expect(lost).toEqual([])
  })

  test('behavior: an unsigned transaction of somebody else does not get in', async () => {
    const { rpc, sign, fund } = connect()
    const payer = await fund()
    const { messageBytes } = await sign(payer, [transfer(payer, payer.address, 1n)])
    const forged = Buffer.concat([Buffer.from([1]), Buffer.alloc(64, 3), Buffer.from(messageBytes)]).toString('base64')
    await expect(rpc.sendTransaction(forged as never, { encoding: 'base64', skipPreflight: true }).send()).rejects.toThrow()
  })
})
