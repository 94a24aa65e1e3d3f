import { RpcError } from '@latchkey/protocol'
import { type Hex, hexToBytes } from 'viem'
import { formatUserOperationRequest, getUserOperationHash, type UserOperation } from 'viem/account-abstraction'
import type { Prepared, Row, Warning, Words } from '../../approve/content.js'
import { notAllowed } from '../../policy/refusals.js'
import type { SignerContext, SmartAccount } from '../context.js'
import { type Content, callContent, tokensToTry } from '../evm/callContent.js'
import { type Cost, withCost } from '../evm/cost.js'
import { decodeCall } from '../evm/decodeCall.js'
import { signHash, toSignature } from '../evm/keys.js'
import { changeLimit } from '../evm/limit.js'
import { createSecondTrial } from '../evm/secondTrial.js'
import { type Simulation, simulate } from '../evm/simulate.js'
import { readHeader } from '../evm/trial.js'
import { readable } from '../readable.js'
import { sendSigned } from '../sendSigned.js'
import { awaitOperation, operationReceipt } from './bundler.js'
import type { Call } from './calls.js'
import { contracts } from './contracts.js'
import { isDeployed } from './deployed.js'
import { type BuiltOperation, buildOperation, highestCost, readDeposit } from './operation.js'
import { operationHash, operationSignature } from './operationHash.js'
import { operationTrial } from './operationTrial.js'
import { refuseOwnContract } from './own.js'

/** Seconds in which an approved operation can happen; afterwards it never will. The approval itself may take two minutes of it. */
const validity = 420
/** Milliseconds for which an operation waits for the one before it. */
const timeout = 30_000

/** What becomes the answer to the page, once the bundler took the operation. */
export type Finish = (hash: Hex, validUntil: number) => Promise<unknown>

/** Operations of one account happen in order. One that is not there yet after a while does not hold up the next, which counts in a row of its own. */
async function nonceKeyAfter({ bundler, underway }: SmartAccount): Promise<bigint> {
  const before = underway.get()
  if (!before) return 0n
  const limit = Math.min(before.validUntil * 1_000, Date.now() + timeout)
  if ((await awaitOperation(bundler, before.hash, limit).catch(() => null)) || Date.now() > before.validUntil * 1_000) {
    underway.set(null)
    return 0n
  }
  return crypto.getRandomValues(new BigUint64Array(1))[0] ?? 1n
}

const code = (label: string, value: string): Row => ({ label, value, kind: 'code' })

const callRows = (calls: readonly Call[]): Row[] =>
  calls.flatMap(({ to, data }) => [code('detail.to', to), ...(data === '0x' ? [] : [code('detail.data', data)])])

function detailRows(calls: readonly Call[], { operation, deploys }: BuiltOperation, { address, owner }: SmartAccount): Row[] {
  const gas = operation.callGasLimit + operation.verificationGasLimit + operation.preVerificationGas
  return [
    code('detail.account', address),
    code('detail.owner', owner),
    ...callRows(calls),
    code('detail.nonce', String(operation.nonce)),
    code('detail.gas', String(gas)),
    code('detail.entryPoint', contracts.entryPoint),
    ...(deploys && operation.factory ? [code('detail.factory', operation.factory)] : []),
    ...(operation.paymaster ? [code('detail.paymaster', operation.paymaster)] : []),
  ]
}

/** The bundler's reason, when it tried the operation and says no (ERC-7769, -32500 to -32521); undefined for errors of any other kind. */
const refusal = (error: unknown): string | undefined =>
  error instanceof RpcError && error.code <= -32_500 && error.code > -32_600 ? readable(error.message).slice(0, 200) : undefined

/** There is nothing to approve, and why. */
function refused(content: Content, calls: readonly Call[], reason: string, { network }: SignerContext): Prepared {
  const warning: Warning = { tone: 'neg', title: { id: 'warn.refused' }, text: { id: 'warn.refusedText', values: { reason } } }
  return {
    content: {
      ...content,
      kind: 'transaction',
      warnings: [warning, ...content.warnings.filter(({ title }) => title.id !== 'warn.fails')],
      rows: [...content.rows, { label: 'row.network', value: network.name, kind: 'text' }],
      details: callRows(calls),
      blocked: true,
    },
    payload: new Uint8Array(),
    execute: async () => {
      throw notAllowed('refused')
    },
    counterparties: [],
  }
}

/** What an operation takes, and what the account has besides: it pays from what it has, and from what the entry point keeps for it. */
async function readFunds(built: BuiltOperation, { rpc }: SignerContext, { address }: SmartAccount) {
  const [balance, deposit] = await Promise.all([rpc('eth_getBalance', [address, 'latest']), readDeposit(rpc, address)])
  const fee = built.isSponsored ? 0n : highestCost(built)
  return { fee, left: BigInt(String(balance)) - (fee > deposit ? fee - deposit : 0n) }
}

async function costOf(calls: readonly Call[], built: BuiltOperation, context: SignerContext, smart: SmartAccount): Promise<Cost> {
  const { fee, left } = await readFunds(built, context, smart)
  return { fee, missing: calls.reduce((sum, { value }) => sum + value, -left) }
}

/** Tries an operation as it would be sent; null when the node cannot. */
async function tryOperation(calls: readonly Call[], built: BuiltOperation | null, context: SignerContext, smart: SmartAccount) {
  const { rpc } = context
  const [last, there, funds] = await Promise.all([
    readHeader(rpc),
    isDeployed(rpc, smart.address),
    built
      ? readFunds(built, context, smart)
      : rpc('eth_getBalance', [smart.address, 'latest']).then((balance) => ({ left: BigInt(String(balance)) })),
  ])
  const trial = operationTrial(calls, built, smart, there, funds.left > 0n ? funds.left : 0n)
  return simulate(rpc, trial, last, tokensToTry(calls, context))
}

function notesOf(calls: readonly Call[], { deploys, isSponsored }: BuiltOperation, network: string): Words[] {
  return [
    ...(calls.length > 1 ? [{ id: 'note.atomic' }] : []),
    ...(deploys ? [{ id: 'note.deploys', values: { network } }] : []),
    ...(isSponsored ? [{ id: 'note.sponsored' }] : []),
  ]
}

/** What an approval says of calls, and of what the node said of them. */
export type Describe = (simulation: Simulation | null) => Promise<Content & { readonly notes?: readonly Words[] }>

/**
 * Prepares calls that the wallet itself has made as one user operation: built from our own node and the operator's bundler, tried, shown, and signed
 * as shown.
 *
 * @param finish makes the page's answer
 * @param describe decides what is shown
 * @throws RpcError the bundler's or the node's when they cannot be asked
 */
export async function prepareOwnCalls(
  calls: readonly Call[],
  context: SignerContext,
  smart: SmartAccount,
  finish: Finish,
  describe: Describe,
): Promise<Prepared> {
  const { network, withKey } = context
  const chainId = Number(network.id)
  const nonceKey = await nonceKeyAfter(smart)
  const built = await buildOperation(calls, context, smart, nonceKey).catch((error: unknown) => {
    const reason = refusal(error)
    if (reason === undefined) throw error
    return reason
  })
  const attempt = () => tryOperation(calls, typeof built === 'string' ? null : built, context, smart).catch(() => null)
  const simulation = await attempt()
  const second = createSecondTrial(simulation, attempt)
  const content = await describe(simulation)
  if (typeof built === 'string') return refused(content, calls, built, context)
  const validUntil = Math.floor(Date.now() / 1_000) + validity
  return {
    content: {
      ...withCost(content, await costOf(calls, built, context, smart), context),
      notes: [...(content.notes ?? []), ...notesOf(calls, built, network.name)],
      details: detailRows(calls, built, smart),
    },
    payload: Uint8Array.from(hexToBytes(operationHash({ ...built.operation, signature: '0x' }, validUntil, chainId))),
    arm: second.begin,
    async execute(payload) {
      await second.confirm()
      const signature = operationSignature(validUntil, toSignature(await withKey('evm', (key) => signHash(key, payload))))
      const operation: UserOperation<'0.7'> = { ...built.operation, signature }
      const hash = getUserOperationHash({
        chainId,
        entryPointAddress: contracts.entryPoint,
        entryPointVersion: '0.7',
        userOperation: operation,
      })
      await sendSigned(
        () => smart.bundler('eth_sendUserOperation', [formatUserOperationRequest(operation), contracts.entryPoint]),
        () => operationReceipt(smart.bundler, hash),
      )
      smart.underway.set({ hash, validUntil })
      return finish(hash, validUntil)
    },
    counterparties: content.counterparties,
  }
}

/**
 * Prepares calls of a page as one user operation.
 *
 * @param finish makes the page's answer
 * @throws RpcError 4200 for calls that could change who owns the account; the bundler's or the node's when they cannot be asked
 */
export async function prepareOperation(
  calls: readonly Call[],
  context: SignerContext,
  smart: SmartAccount,
  finish: Finish,
): Promise<Prepared> {
  refuseOwnContract(calls, context)
  const prepared = await prepareOwnCalls(calls, context, smart, finish, (simulation) => callContent(calls, simulation, context))
  const [only, ...more] = calls
  const limit = only && more.length === 0 ? changeLimit(decodeCall(only), context) : undefined
  if (!only || !limit || prepared.content.warnings.some(({ title }) => title.id === 'warn.refused')) return prepared
  return { ...prepared, withLimit: async (amount) => prepareOperation([{ ...only, data: await limit(amount) }], context, smart, finish) }
}
