import { codes, errors, RpcError, readProperty } from '@latchkey/protocol'
import { base64 } from '@scure/base'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  address as toAddress,
} from '@solana/kit'
import { getTransferSolInstruction, parseTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  parseCreateAssociatedTokenIdempotentInstruction,
  parseTransferCheckedInstruction,
} from '@solana-program/token'
import type { RpcClient } from '../../api/rpc.js'
import type { ChainCall } from '../transactions.js'
import type { Transfer, TransferCost, TransferRead, Transfers } from '../transfers.js'

type Rpc = Pick<RpcClient, 'request'>

const tokenProgram = toAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const token2022Program = toAddress('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
/** Bytes of a token account; Token-2022 writes at least that its owner never changes. */
const accountSizes: Readonly<Record<string, number>> = { [tokenProgram]: 165, [token2022Program]: 170 }
/** Lamports of one signature, and bytes of the smallest account. */
const signatureFee = 5_000n
const confirmed = { commitment: 'confirmed' }

const unreadable = () => new RpcError(codes.internal, errors.fallback)
const lamports = (value: unknown): bigint => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw unreadable()
  return BigInt(value)
}
const contentOf = (answer: unknown) => readProperty(answer, 'value')

type TokenAccount = { readonly address: Address; readonly program: Address; readonly amount: bigint }

/** The account of a mint that holds the most: a sender may have several. */
async function sourceOf(rpc: Rpc, owner: string, mint: string): Promise<TokenAccount | undefined> {
  const answer = await rpc.request('getTokenAccountsByOwner', [owner, { mint }, { encoding: 'jsonParsed', ...confirmed }])
  const list = contentOf(answer)
  const accounts = (Array.isArray(list) ? list : []).map((entry): TokenAccount => {
    const account = readProperty(entry, 'account')
    const info = readProperty(readProperty(readProperty(account, 'data'), 'parsed'), 'info')
    const amount = readProperty(readProperty(info, 'tokenAmount'), 'amount')
    if (typeof amount !== 'string' || !/^\d{1,20}$/.test(amount)) throw unreadable()
    return {
      address: toAddress(String(readProperty(entry, 'pubkey'))),
      program: toAddress(String(readProperty(account, 'owner'))),
      amount: BigInt(amount),
    }
  })
  return accounts.sort((a, b) => (a.amount === b.amount ? 0 : a.amount < b.amount ? 1 : -1))[0]
}

const balanceOf = async (rpc: Rpc, owner: string) => lamports(contentOf(await rpc.request('getBalance', [owner, confirmed])))

/** Unsigned, as wallets take it: a transaction of version 0 with room for its signature. */
async function serialize(rpc: Rpc, from: Address, instructions: readonly Instruction[]): Promise<Uint8Array> {
  const latest = contentOf(await rpc.request('getLatestBlockhash', [confirmed]))
  const blockhash = readProperty(latest, 'blockhash')
  const height = readProperty(latest, 'lastValidBlockHeight')
  if (typeof blockhash !== 'string') throw unreadable()
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: lamports(height) }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(from, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (dated) => appendTransactionMessageInstructions(instructions, dated),
  )
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
}

/** What the validators take for it; where a node does not say, what one signature costs. */
async function feeOf(rpc: Rpc, serialized: Uint8Array): Promise<bigint> {
  const { messageBytes } = getTransactionDecoder().decode(serialized)
  const fee = contentOf(await rpc.request('getFeeForMessage', [base64.encode(new Uint8Array(messageBytes)), confirmed]).catch(() => null))
  return typeof fee === 'number' ? lamports(fee) : signatureFee
}

/**
 * Has a node do it without writing anything.
 *
 * @param looked the account to look at as it is afterwards
 * @returns that account
 * @throws RpcError with what the programs said
 */
async function tryOut(rpc: Rpc, serialized: Uint8Array, looked?: Address): Promise<unknown> {
  const accounts = looked && { addresses: [looked], encoding: 'base64' }
  const how = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, ...(accounts && { accounts }), ...confirmed }
  const value = contentOf(await rpc.request('simulateTransaction', [base64.encode(serialized), how]))
  const err = readProperty(value, 'err')
  if (err)
    throw new RpcError(codes.transactionRejected, `Transaction simulation failed: ${JSON.stringify(err)}`, {
      data: { logs: readProperty(value, 'logs') },
    })
  const after = readProperty(value, 'accounts')
  return Array.isArray(after) ? after[0] : undefined
}

/** The recipient's account for the token as it is now; null if there is none yet. */
const accountOf = async (rpc: Rpc, account: Address): Promise<unknown> =>
  contentOf(await rpc.request('getAccountInfo', [account, { encoding: 'base64', ...confirmed }])) ?? null

const rentOf = async (rpc: Rpc, program: Address) =>
  lamports(await rpc.request('getMinimumBalanceForRentExemption', [accountSizes[program] ?? accountSizes[token2022Program]]))

/** What a token account holds: both programs write it behind mint and owner. */
function heldIn(account: unknown): bigint {
  const data = readProperty(account, 'data')
  const [text] = Array.isArray(data) ? data : []
  if (typeof text !== 'string') throw unreadable()
  const bytes = base64.decode(text)
  if (bytes.length < 72) throw unreadable()
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(64, true)
}

async function tokenInstructions(
  { from, to, contract = '', amount, decimals }: Transfer,
  source: TokenAccount,
): Promise<readonly [readonly Instruction[], Address]> {
  const [mint, owner] = [toAddress(contract), toAddress(to)]
  const payer = createNoopSigner(toAddress(from))
  const [destination] = await findAssociatedTokenPda({ mint, owner, tokenProgram: source.program })
  return [
    [
      // Does nothing when the account is there. With it the bytes name the recipient, and not only their account.
      getCreateAssociatedTokenIdempotentInstruction({ payer, ata: destination, owner, mint, tokenProgram: source.program }),
      getTransferCheckedInstruction(
        { source: source.address, mint, destination, authority: payer, amount, decimals },
        { programAddress: source.program },
      ),
    ],
    destination,
  ]
}

const cost = (fee: bigint, account?: bigint): TransferCost => ({ fee, highest: fee, ...(account === undefined ? {} : { account }) })

async function buildToken(transfer: Transfer, rpc: Rpc) {
  const { from, contract = '', amount } = transfer
  const [nativeBalance, source] = await Promise.all([balanceOf(rpc, from), sourceOf(rpc, from, contract)])
  if (!source) return { calls: [], cost: cost(signatureFee), balance: 0n, nativeBalance }
  const [instructions, destination] = await tokenInstructions(transfer, source)
  const [serialized, before] = await Promise.all([serialize(rpc, toAddress(from), instructions), accountOf(rpc, destination)])
  const mayKeep = source.program === token2022Program
  const after = amount <= source.amount ? await tryOut(rpc, serialized, mayKeep ? destination : undefined) : undefined
  // An extension may ask for a larger account: what was tried out says its price.
  const paid = readProperty(after, 'lamports')
  const account = before ? undefined : paid === undefined ? await rentOf(rpc, source.program) : lamports(paid)
  const built = { calls: [{ serialized }], cost: cost(await feeOf(rpc, serialized), account), balance: source.amount, nativeBalance }
  // To oneself nothing arrives.
  if (!mayKeep || amount > source.amount || destination === source.address) return built
  // A mint of Token-2022 may keep a part of what is sent (TransferFeeConfig): the programs themselves say how much.
  const arrives = heldIn(after) - (before ? heldIn(before) : 0n)
  // Something else reached the account between the two looks at it.
  if (arrives < 0n || arrives > amount) throw unreadable()
  return { ...built, arrives }
}

async function buildCoins({ from, to, amount }: Transfer, rpc: Rpc) {
  const source = createNoopSigner(toAddress(from))
  const instruction = getTransferSolInstruction({ source, destination: toAddress(to), amount })
  const [balance, serialized] = await Promise.all([balanceOf(rpc, from), serialize(rpc, toAddress(from), [instruction])])
  const fee = await feeOf(rpc, serialized)
  if (amount + fee <= balance) await tryOut(rpc, serialized)
  return { calls: [{ serialized }], cost: cost(fee), balance, nativeBalance: balance }
}

/** The instructions of a transaction's bytes, with the addresses of their accounts. */
function instructionsOf(calls: readonly ChainCall[]) {
  const [call, ...others] = calls
  if (!call || !('serialized' in call) || others.length > 0) throw new Error('Not one transaction')
  const message = getCompiledTransactionMessageDecoder().decode(getTransactionDecoder().decode(call.serialized).messageBytes)
  if (message.version !== 0 || (message.addressTableLookups ?? []).length > 0) throw new Error('Not a transaction of ours')
  const { staticAccounts, header, instructions } = message
  const signers = header.numSignerAccounts
  const writable = (index: number) =>
    index < signers
      ? index < signers - header.numReadonlySignerAccounts
      : index < staticAccounts.length - header.numReadonlyNonSignerAccounts
  return instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
    programAddress: staticAccounts[programAddressIndex] as Address,
    accounts: accountIndices.map((index) => ({
      address: staticAccounts[index] as Address,
      role: (index < signers ? 2 : 0) + (writable(index) ? 1 : 0),
    })),
    data: new Uint8Array(data),
  }))
}

async function read(calls: readonly ChainCall[], { from, decimals }: Pick<Transfer, 'from' | 'decimals'>): Promise<TransferRead> {
  const [first, second, ...others] = instructionsOf(calls)
  if (!first || others.length > 0) throw new Error('Not a transfer')
  if (!second) {
    const { accounts, data } = parseTransferSolInstruction(first as never)
    if (accounts.source.address !== from) throw new Error('Not a transfer of this account')
    return { to: accounts.destination.address, amount: data.amount }
  }
  const { accounts: made } = parseCreateAssociatedTokenIdempotentInstruction(first as never)
  const { accounts: moved, data } = parseTransferCheckedInstruction(second as never)
  const [owner, mint, program] = [made.owner.address, made.mint.address, made.tokenProgram.address]
  const [destination] = await findAssociatedTokenPda({ mint, owner, tokenProgram: program })
  const isRight =
    moved.destination.address === destination &&
    made.ata.address === destination &&
    moved.mint.address === mint &&
    moved.authority.address === from &&
    second.programAddress === program &&
    data.decimals === decimals
  if (!isRight) throw new Error('Not a transfer of this account')
  return { to: owner, amount: data.amount, contract: mint }
}

/** SOL, SPL and Token-2022 tokens. */
export const transfers: Transfers = {
  build: (transfer, rpc) => (transfer.contract === undefined ? buildCoins(transfer, rpc) : buildToken(transfer, rpc)),
  // The same for all transactions of one signature, unless somebody bids for a place.
  costOf: async () => cost(signatureFee),
  read,
  async recipient(address, rpc) {
    const info = contentOf(
      await rpc.request('getAccountInfo', [address, { encoding: 'base64', dataSlice: { offset: 0, length: 0 }, ...confirmed }]),
    )
    return { isContract: readProperty(info, 'executable') === true }
  },
  // Until it is confirmed by two thirds of the stake.
  arrival: async () => 1_000,
}
