import { z } from '@latchkey/protocol/schemas/secure'
import { type Hex, hexToBytes, serializeTransaction } from 'viem'
import type { Prepared } from '../../approve/content.js'
import type { EvmTransaction } from '../../policy/evmParams.js'
import { utf8 } from '../../vault/bytes.js'
import type { SignerContext } from '../context.js'
import { refuseOwnContract } from '../safe/own.js'
import { callContent, tokensToTry } from './callContent.js'
import { withCost } from './cost.js'
import { decodeCall } from './decodeCall.js'
import { type Fees, highestFee, readFees } from './fees.js'
import { changeLimit } from './limit.js'
import { createSecondTrial } from './secondTrial.js'
import { simulate } from './simulate.js'
import { detailRows, refuseUsedNonce, serializable, signAndSend } from './transaction.js'
import { readHeader, transactionTrial } from './trial.js'

export type SequenceCall = Pick<EvmTransaction, 'to' | 'data' | 'value'>

/** For a trial only. */
const ampleGas = 5_000_000n

const unsignedList = z.array(z.templateLiteral(['0x', z.string()]))

/**
 * Prepares several transactions of a key's own account: one after the other, and each may fail alone. None is sent after one that the node refused.
 *
 * @param finish makes the page's answer from the hashes of what was sent
 */
export async function prepareSequence(
  calls: readonly SequenceCall[],
  context: SignerContext,
  finish: (hashes: Hex[]) => Promise<unknown>,
): Promise<Prepared> {
  refuseOwnContract(calls, context)
  const { rpc, account, network } = context
  const from: Hex = `0x${account.slice(2)}`
  const last = await readHeader(rpc).catch(() => null)
  const [first, balance, estimated] = await Promise.all([
    rpc('eth_getTransactionCount', [account, 'pending']).then(Number),
    rpc('eth_getBalance', [account, 'latest']).then((value) => BigInt(String(value))),
    Promise.all(calls.map((call) => readFees(rpc, { ...call, from }, last))),
  ])
  const chainId = Number(network.id)
  const transactionsWith = (all: readonly Fees[]) =>
    calls.map((call, index) => ({ tx: { ...call, from }, nonce: first + index, fees: all[index] as Fees }))
  const attempt = async (list: ReturnType<typeof transactionsWith>, newest = last) =>
    simulate(
      rpc,
      transactionTrial(
        account,
        list.map(({ tx, nonce, fees }) => serializable(tx, chainId, nonce, fees)),
      ),
      newest,
      tokensToTry(calls, context),
    )
  // A call that needs the one before it fails alone, so its gas is unknown: it is tried after that one, with ample gas.
  const needsOthers = estimated.some(({ reverts }) => reverts !== undefined)
  const probe = needsOthers
    ? await attempt(transactionsWith(estimated.map((fees) => (fees.reverts === undefined ? fees : { ...fees, gas: ampleGas }))))
    : null
  const transactions = transactionsWith(
    estimated.map((fees, index) => {
      const used = probe?.gas?.[index]
      return fees.reverts !== undefined && used ? { ...fees, gas: (used * 3n) / 2n } : fees
    }),
  )
  const simulation = await attempt(transactions)
  const second = createSecondTrial(simulation, async () => attempt(transactions, await readHeader(rpc).catch(() => null)))
  const content = await callContent(calls, simulation, context)
  const [only, ...more] = calls
  const limit = only && more.length === 0 ? changeLimit(decodeCall(only), context) : undefined
  const fee = transactions.reduce((sum, { fees }) => sum + highestFee(fees), 0n)
  const missing = calls.reduce((sum, { value }) => sum + value, fee) - balance
  const unsigned = transactions.map(({ tx, nonce, fees }) => serializeTransaction(serializable(tx, chainId, nonce, fees)))
  return {
    content: {
      ...withCost(content, { fee, missing }, context),
      notes: [...(content.notes ?? []), ...(calls.length > 1 ? [{ id: 'note.sequence' }] : [])],
      details: [
        { label: 'detail.account', value: account, kind: 'code' },
        ...transactions.flatMap(({ tx, nonce, fees }) => detailRows(tx, nonce, fees)),
      ],
    },
    payload: utf8(JSON.stringify(unsigned)),
    arm: second.begin,
    async execute(payload) {
      await Promise.all([refuseUsedNonce(first, context), second.confirm()])
      const hashes: Hex[] = []
      for (const one of unsignedList.parse(JSON.parse(new TextDecoder().decode(payload)))) {
        try {
          hashes.push(await signAndSend(Uint8Array.from(hexToBytes(one)), context))
        } catch (error) {
          // Something is under way already: the page gets an answer by which it learns how far it came.
          if (hashes.length === 0) throw error
          break
        }
      }
      return finish(hashes)
    },
    ...(only && limit
      ? { withLimit: async (amount: string) => prepareSequence([{ ...only, data: await limit(amount) }], context, finish) }
      : {}),
    counterparties: content.counterparties,
  }
}
