import { codes } from '@latchkey/protocol'
import type { Chain } from '../../config/chains.js'
import { extraMethods } from '../methodRules.js'
import type { Call } from '../parseBody.js'
import type { Outcome } from '../readReply.js'
import { errorOutcome } from '../reply.js'

/** Refuses everything but the methods of a list, and those that the chain's configuration names. */
export function allowOnly(methods: readonly string[]): (chain: Chain) => (call: Call) => Outcome | null {
  const listed = new Set(methods)
  return (chain) => {
    const isExtra = extraMethods(chain.rpcMethods)
    return ({ method }) =>
      listed.has(method) || isExtra(method)
        ? null
        : errorOutcome(codes.methodNotFound, `the method ${method} does not exist/is not available`)
  }
}
