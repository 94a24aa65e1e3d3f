import { z } from '@latchkey/protocol/schemas/secure'
import { type Hex, hexToBytes, serializeTransaction } from 'viem'
import type { Prepared } from '../../approve/content.js'
import type { EvmTransaction } from '../../policy/evmParams.js'
import { utf8 } from '../../vault/bytes.js'
import type { SignerContext } from '../context.js'
import { refuseOwnContract } from '../safe/own.js'
import { callContent } from './callContent.js'
import { withCost } from './cost.js'
import { decodeCall } from './decodeCall.js'
import { highestFee, readFees } from './fees.js'
import { changeLimit } from './limit.js'
import { simulate } from './simulate.js'
import { detailRows, refuseUsedNonce, serializable, signAndSend } from './transaction.js'

export type SequenceCall = Pick<EvmTransaction, 'to' | 'data' | 'value'>

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
  const [first, balance, simulation] = await Promise.all([
    rpc('eth_getTransactionCount', [account, 'pending']).then(Number),
    rpc('eth_getBalance', [account, 'latest']).then((value) => BigInt(String(value))),
    simulate(rpc, account, calls),
  ])
  const transactions = await Promise.all(
    calls.map(async (call, index) => {
      const tx = { ...call, from }
      // A call that needs the one before it fails alone; what it took after that one is known.
      const used = simulation?.gas?.[index]
      const fees = await readFees(rpc, tx)
      return { tx, nonce: first + index, fees: fees.reverts !== undefined && used ? { ...fees, gas: (used * 3n) / 2n } : fees }
    }),
  )
  const content = await callContent(calls, simulation, context)
  const [only, ...more] = calls
  const limit = only && more.length === 0 ? changeLimit(decodeCall(only), context) : undefined
  const fee = transactions.reduce((sum, { fees }) => sum + highestFee(fees), 0n)
  const missing = calls.reduce((sum, { value }) => sum + value, fee) - balance
  const unsigned = transactions.map(({ tx, nonce, fees }) => serializeTransaction(serializable(tx, Number(network.id), nonce, fees)))
  return {
    content: {
      ...withCost(content, { fee, missing }, context),
      notes: calls.length > 1 ? [{ id: 'note.sequence' }] : [],
      details: [
        { label: 'detail.account', value: account, kind: 'code' },
        ...transactions.flatMap(({ tx, nonce, fees }) => detailRows(tx, nonce, fees)),
      ],
    },
    payload: utf8(JSON.stringify(unsigned)),
    async execute(payload) {
      await refuseUsedNonce(first, context)
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
