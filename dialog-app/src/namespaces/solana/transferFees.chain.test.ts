import { serveSolana } from '@latchkey/testkit/src/chains/solana/server.js'
import {
  AccountRole,
  type Address,
  address,
  airdropFactory,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenInstructionAsync,
  getInitializeMint2Instruction,
  getMintToInstruction,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRpcClient, type RpcClient } from '../../api/rpc.js'
import { transfers } from './transfers.js'

/* Token-2022 as it is, on the local chain: a mint that keeps a part of what is sent. */

const networkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const tokenProgram = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const config = { programAddress: tokenProgram }
const decimals = 4
/** A hundredth and a half, at most 25 units. */
const fee = { basisPoints: 150, maximum: 25n }
/** Bytes of such a mint: the shared state, its kind, and the entry of the fee. */
const mintBytes = 165n + 1n + 4n + 108n

let chain: Awaited<ReturnType<typeof serveSolana>>
let client: RpcClient
beforeAll(async () => {
  chain = await serveSolana({ port: 0 })
  client = createRpcClient([chain.url], Date.now)
})
afterAll(async () => {
  client.destroy()
  await chain.close()
})

/** TransferFeeExtension (26), InitializeTransferFeeConfig (0), without anybody who may change it. */
function initializeFee(mint: Address): Instruction {
  const data = new Uint8Array(2 + 1 + 1 + 2 + 8)
  const view = new DataView(data.buffer)
  data[0] = 26
  view.setUint16(4, fee.basisPoints, true)
  view.setBigUint64(6, fee.maximum, true)
  return { programAddress: tokenProgram, accounts: [{ address: mint, role: AccountRole.WRITABLE }], data }
}

async function run(payer: KeyPairSigner, instructions: readonly Instruction[]) {
  const rpc = createSolanaRpc(chain.url)
  const { value: blockhash } = await rpc.getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  const signed = await signTransactionMessageWithSigners(message)
  await rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' }).send()
}

/** Somebody with a million units of a new token that keeps a fee. */
async function holder() {
  const rpc = createSolanaRpc(chain.url)
  const [payer, mint] = [await generateKeyPairSigner(), await generateKeyPairSigner()]
  const airdrop = airdropFactory({ rpc, rpcSubscriptions: createSolanaRpcSubscriptions(chain.webSocketUrl) })
  await airdrop({ recipientAddress: payer.address, lamports: lamports(10_000_000_000n), commitment: 'confirmed' })
  const rent = await rpc.getMinimumBalanceForRentExemption(mintBytes).send()
  const [token] = await findAssociatedTokenPda({ owner: payer.address, mint: mint.address, tokenProgram })
  await run(payer, [
    getCreateAccountInstruction({ payer, newAccount: mint, lamports: rent, space: mintBytes, programAddress: tokenProgram }),
    initializeFee(mint.address),
    getInitializeMint2Instruction({ mint: mint.address, decimals, mintAuthority: payer.address }, config),
    await getCreateAssociatedTokenInstructionAsync({ payer, owner: payer.address, mint: mint.address, tokenProgram }),
    getMintToInstruction({ mint: mint.address, token, mintAuthority: payer, amount: 1_000_000n }, config),
  ])
  return { rpc, payer, mint: mint.address }
}

test('behavior: what is said to arrive is what arrives, and the new account costs what is said', async () => {
  const { rpc, payer, mint } = await holder()
  const to = (await generateKeyPairSigner()).address
  const [theirs] = await findAssociatedTokenPda({ owner: to, mint, tokenProgram })
  const held = async () => BigInt((await rpc.getTokenAccountBalance(theirs).send()).value.amount)
  let before = 0n
  // A part of the amount, rounded up; then the most that is kept; then what is too small to stay whole.
  for (const [amount, kept] of [
    [1_001n, 16n],
    [500_000n, 25n],
    [1n, 1n],
  ] as const) {
    const what = { networkId, from: payer.address, to, contract: mint, decimals, amount } as const
    const built = await transfers.build(what, client, false)
    expect(await transfers.read(built.calls, { from: payer.address, decimals })).toEqual({ to, contract: mint, amount })
    expect(built.arrives).toBe(amount - kept)
    const [call] = built.calls
    if (!call || !('serialized' in call)) throw new Error('Nothing was built')
    const signed = await signTransaction([payer.keyPair], getTransactionDecoder().decode(call.serialized))
    const coins = (await rpc.getBalance(payer.address).send()).value
    await rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' }).send()
    const now = await held()
    expect(now - before).toBe(built.arrives)
    expect(coins - (await rpc.getBalance(payer.address).send()).value).toBe(built.cost.fee + (built.cost.account ?? 0n))
    expect(built.cost.account === undefined).toBe(before > 0n)
    before = now
  }
})

test('behavior: more than there is is not tried out, and nothing is said to arrive', async () => {
  const { payer, mint } = await holder()
  const to = (await generateKeyPairSigner()).address
  const built = await transfers.build({ networkId, from: payer.address, to, contract: mint, decimals, amount: 1_000_001n }, client, false)
  expect([built.balance, built.arrives]).toEqual([1_000_000n, undefined])
})

test('behavior: to oneself', async () => {
  const { payer, mint } = await holder()
  const what = { networkId, from: payer.address, to: payer.address, contract: mint, decimals, amount: 100n } as const
  expect((await transfers.build(what, client, false)).arrives).toBeUndefined()
})
