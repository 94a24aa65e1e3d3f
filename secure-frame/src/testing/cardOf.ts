import type { ApprovalContent } from '../worker/approve/content.js'
import { type Severity, severityOf } from '../worker/approve/severity.js'
import { prepareSendCalls } from '../worker/signers/calls/sendCalls.js'
import type { SignerContext } from '../worker/signers/context.js'
import { prepareTransaction } from '../worker/signers/evm/transaction.js'
import { prepareSmartTransaction } from '../worker/signers/safe/transaction.js'
import { type DrawnCard, renderCard } from './renderCard.js'

/** A call as a page sends it: hexadecimal. */
export type PageCall = { readonly to?: string; readonly data?: string; readonly value?: string } & Readonly<Record<string, unknown>>

/** The card that a request gets, from the frame's own code: what is on it, how it is drawn, and how severe it is. */
export type Card = { readonly content: ApprovalContent; readonly drawn: DrawnCard; readonly severity: Severity }

const cardWith = (content: ApprovalContent): Card => ({ content, drawn: renderCard(content), severity: severityOf(content) })

/** Which card a call gets, by `eth_sendTransaction` of the context's account. */
export async function cardOfCall(call: PageCall, context: SignerContext): Promise<Card> {
  const params = [{ from: context.account, ...call }]
  const prepared = context.smart ? prepareSmartTransaction(params, context, context.smart) : prepareTransaction(params, context)
  return cardWith((await prepared).content)
}

/** Which card several calls get, by `wallet_sendCalls`. */
export async function cardOfCalls(calls: readonly PageCall[], context: SignerContext): Promise<Card> {
  const chainId = `0x${Number(context.network.id).toString(16)}`
  return cardWith((await prepareSendCalls([{ version: '2.0.0', chainId, atomicRequired: false, calls }], context)).content)
}
