import { codes, RpcError } from '@latchkey/protocol'
import { type Hex, hexToBytes, keccak256, parseTransaction, serializeTransaction, type TransactionSerializable } from 'viem'
import type { Prepared, Row } from '../../approve/content.js'
import { type EvmTransaction, transactionParams } from '../../policy/evmParams.js'
import type { Bytes } from '../../vault/bytes.js'
import type { SignerContext } from '../context.js'
import { refuseOwnContract } from '../safe/own.js'
import { sendSigned } from '../sendSigned.js'
import { callContent, tokensToTry } from './callContent.js'
import { withCost } from './cost.js'
import { decodeCall } from './decodeCall.js'
import { type Fees, highestFee, readFees } from './fees.js'
import { signHash } from './keys.js'
import { changeLimit } from './limit.js'
import { createSecondTrial } from './secondTrial.js'
import { simulate } from './simulate.js'
import { readHeader, transactionTrial } from './trial.js'
import { unusualWarnings } from './unusual.js'

/** The transaction as it will be signed: every field that the network reads, and nothing else. */
export function serializable(tx: EvmTransaction, chainId: number, nonce: number, { gas, price }: Fees): TransactionSerializable {
  const { accessList } = tx
  const common = { chainId, nonce, gas, value: tx.value, data: tx.data, ...(tx.to ? { to: tx.to } : {}) }
  if (price.type === 'eip1559') {
    const { maxFeePerGas, maxPriorityFeePerGas } = price
    return { ...common, ...(accessList ? { accessList } : {}), type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
  }
  const { gasPrice } = price
  return accessList ? { ...common, accessList, type: 'eip2930', gasPrice } : { ...common, type: 'legacy', gasPrice }
}

/** Signs exactly the bytes that were approved, and hands them to our own node. */
export async function signAndSend(payload: Bytes, { withKey, rpc }: SignerContext): Promise<Hex> {
  const unsigned = `0x${[...payload].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` as const
  const { r, s, yParity } = await withKey('evm', (key) => signHash(key, hexToBytes(keccak256(unsigned))))
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const
  const parsed = parseTransaction(unsigned) as TransactionSerializable
  const signed = serializeTransaction(parsed, { r: word(r), s: word(s), v: yParity ? 28n : 27n, yParity })
  const hash = keccak256(signed)
  await sendSigned(
    () => rpc('eth_sendRawTransaction', [signed]),
    () => rpc('eth_getTransactionByHash', [hash]),
  )
  return hash
}

/**
 * Makes sure that a transaction of ours still comes after all others: another tab or device may have sent one since, which it would replace.
 *
 * @param nonce that it was shown with
 * @throws RpcError -32000 'nonce too low'
 */
export async function refuseUsedNonce(nonce: number, { rpc, account }: Pick<SignerContext, 'rpc' | 'account'>): Promise<void> {
  if (Number(await rpc('eth_getTransactionCount', [account, 'pending'])) > nonce) throw new RpcError(codes.invalidInput, 'nonce too low')
}

export function detailRows(tx: EvmTransaction, nonce: number, fees: Fees): Row[] {
  const rows: Row[] = []
  if (tx.to) rows.push({ label: 'detail.to', value: tx.to, kind: 'code' })
  rows.push({ label: 'detail.nonce', value: String(nonce), kind: 'code' }, { label: 'detail.gas', value: String(fees.gas), kind: 'code' })
  if (tx.gasPrice !== undefined || tx.maxFeePerGas !== undefined || tx.maxPriorityFeePerGas !== undefined)
    rows.push({ label: 'detail.gasPrice', value: Object.values(fees.price).map(String).join(' · '), kind: 'code' })
  if (tx.accessList) rows.push({ label: 'detail.accessList', value: JSON.stringify(tx.accessList), kind: 'code' })
  if (tx.data !== '0x') rows.push({ label: 'detail.data', value: tx.data, kind: 'code' })
  return rows
}

/**
 * Prepares `eth_sendTransaction`: nonce, gas and preview come from our own node.
 *
 * @throws RpcError 4200 for another sender, chain or transaction type; the node's error when it cannot be asked
 */
export async function prepareTransaction(params: unknown, context: SignerContext): Promise<Prepared> {
  const chainId = Number(context.network.id)
  const tx = transactionParams(params, context.account, chainId)
  refuseOwnContract([tx], context)
  return build(tx, context, chainId)
}

async function build(tx: EvmTransaction, context: SignerContext, chainId: number): Promise<Prepared> {
  const { rpc, account } = context
  const last = await readHeader(rpc).catch(() => null)
  const [next, fees, balance] = await Promise.all([
    rpc('eth_getTransactionCount', [account, 'pending']).then(Number),
    readFees(rpc, tx, last),
    rpc('eth_getBalance', [account, 'latest']).then((value) => BigInt(String(value))),
  ])
  const nonce = tx.nonce ?? next
  const call = decodeCall(tx)
  const unsigned = serializable(tx, chainId, nonce, fees)
  const trial = transactionTrial(account, [unsigned])
  const simulation = await simulate(rpc, trial, last, tokensToTry([tx], context))
  const second = createSecondTrial(simulation, async () =>
    simulate(rpc, trial, await readHeader(rpc).catch(() => null), tokensToTry([tx], context)),
  )
  const called = await callContent([tx], simulation, context)
  const content = { ...called, warnings: [...called.warnings, ...(await unusualWarnings(tx, fees, next, rpc))] }
  const fee = highestFee(fees)
  const limit = changeLimit(call, context)
  return {
    content: {
      ...withCost(content, { fee, missing: tx.value + fee - balance }, context),
      details: [{ label: 'detail.account', value: account, kind: 'code' }, ...detailRows(tx, nonce, fees)],
    },
    payload: Uint8Array.from(hexToBytes(serializeTransaction(unsigned))),
    arm: second.begin,
    async execute(payload) {
      // One that takes the place of another was shown as that.
      await Promise.all([nonce >= next && refuseUsedNonce(nonce, context), second.confirm()])
      return signAndSend(payload, context)
    },
    ...(limit ? { withLimit: async (amount: string) => build({ ...tx, data: await limit(amount) }, context, chainId) } : {}),
    counterparties: content.counterparties,
  }
}
