import { z } from '@latchkey/protocol/schemas/secure'
import { type Hex, numberToHex, type TransactionSerializable } from 'viem'
import { randomBytes } from '../../vault/bytes.js'
import type { Rpc } from '../rpc.js'

/* A transaction as `eth_simulateV1` is asked to try it. A contract must not be able to tell it from the real one. */

/** A call as the node gets it. */
type NodeCall = Readonly<Record<string, unknown>> & { readonly from: string }

/** What is tried, and whose money it may move. */
export type Trial = {
  readonly account: string
  /** What happens in the block before, and who pays for it: a contract that has to be there first. */
  readonly before?: readonly NodeCall[]
  readonly funds?: Readonly<Record<string, object>>
  readonly calls: readonly NodeCall[]
  /** What differs from the chain, by address. */
  readonly overrides: Readonly<Record<string, object>>
  /** The most that the account pays for gas by these calls. */
  readonly fee: bigint
}

const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]+$/)),
  z.transform((text: string) => BigInt(text)),
)
const header = z.object({
  number: quantity,
  timestamp: quantity,
  gasLimit: quantity,
  gasUsed: quantity,
  miner: z.optional(z.string()),
  baseFeePerGas: z.optional(quantity),
})
/** The newest block, as far as the next one follows from it. */
export type Header = z.infer<typeof header>

/** @throws when the node cannot say */
export const readHeader = async (rpc: Rpc): Promise<Header> => header.parse(await rpc('eth_getBlockByNumber', ['latest', false]))

/** The base fee of the block that comes next (EIP-1559). */
function nextBaseFee({ gasLimit, gasUsed, baseFeePerGas: fee }: Header): bigint | undefined {
  const target = gasLimit / 2n
  if (fee === undefined || target === 0n) return fee
  const change = (fee * (gasUsed > target ? gasUsed - target : target - gasUsed)) / target / 8n
  return gasUsed > target ? fee + (change || 1n) : fee - change
}

const randomHex = (length: number): Hex => `0x${[...randomBytes(length)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
/** Random, so that no contract finds what a trial puts there. */
export const randomAddress = (): Hex => randomHex(20)

/** The block in which it would happen. @param behind blocks that come before it */
export type Block = (behind: number) => object
/** @param now milliseconds */
export function nextBlock(last: Header, now = Date.now()): Block {
  const baseFee = nextBaseFee(last)
  const soon = BigInt(Math.floor(now / 1_000))
  const prevRandao = randomHex(32)
  return (behind) => ({
    number: numberToHex(last.number + 1n + BigInt(behind)),
    time: numberToHex((soon > last.timestamp ? soon : last.timestamp + 1n) + BigInt(behind)),
    prevRandao,
    ...(last.miner === undefined ? {} : { feeRecipient: last.miner }),
    ...(baseFee === undefined ? {} : { baseFeePerGas: numberToHex(baseFee) }),
  })
}

/** Exactly what is signed, sent by the account itself. */
export function transactionTrial(account: string, transactions: readonly TransactionSerializable[]): Trial {
  const calls = transactions.map((tx): NodeCall => {
    const { to, data, value = 0n, gas = 0n, nonce = 0, gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList } = tx
    const price = {
      ...(gasPrice === undefined ? {} : { gasPrice: numberToHex(gasPrice) }),
      ...(maxFeePerGas === undefined ? {} : { maxFeePerGas: numberToHex(maxFeePerGas) }),
      ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas) }),
    }
    return {
      from: account,
      ...(to ? { to } : {}),
      data: data ?? '0x',
      value: numberToHex(value),
      gas: numberToHex(gas),
      nonce: numberToHex(nonce),
      ...price,
      ...(accessList ? { accessList } : {}),
    }
  })
  const fee = transactions.reduce((sum, { gas = 0n, gasPrice, maxFeePerGas }) => sum + gas * (gasPrice ?? maxFeePerGas ?? 0n), 0n)
  const first = transactions[0]?.nonce
  // What waits to be mined comes before it; no contract can read an account's number.
  const overrides = first === undefined ? {} : { [account]: { nonce: numberToHex(first) } }
  return { account, calls, overrides, fee }
}
