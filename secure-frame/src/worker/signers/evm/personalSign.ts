import { hashMessage } from 'viem'
import type { Prepared } from '../../approve/content.js'
import { personalSignParams } from '../../policy/evmParams.js'
import type { SignerContext } from '../context.js'
import { messageContent, requestContextOf } from '../messageContent.js'
import { refuseBareHash } from '../safe/own.js'
import { signAs } from './signAs.js'

/** Prepares `personal_sign` (EIP-191): the prefix makes it impossible that the text is a transaction. */
export async function preparePersonalSign(params: unknown, context: SignerContext): Promise<Prepared> {
  const { bytes } = personalSignParams(params, context.account)
  refuseBareHash(bytes, context)
  return {
    content: messageContent(bytes, requestContextOf(context)),
    payload: Uint8Array.from(bytes),
    execute: async (payload) => signAs(context, hashMessage({ raw: payload })),
    counterparties: [],
  }
}
