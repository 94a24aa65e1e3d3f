import { codes, errors, RpcError } from '@latchkey/protocol'
import { AccountRefusal } from '../auth/failure.js'
import { VaultError } from '../vault/errors.js'
import type { SecurityFailure, SecurityHandlers } from './contract.js'

const fail = (code: number, message: string, data: SecurityFailure) => new RpcError(code, message, { data })

/** An error as the window reads it: always with a reason, and with the server's own name for it where there is one. */
export function explain(error: unknown): unknown {
  if (error instanceof AccountRefusal) {
    const { code, message, data, field } = error
    return fail(code, message, { ...(data as SecurityFailure), field })
  }
  if (!(error instanceof VaultError)) return error
  const reason = error.fault === 'code' ? 'code_typo' : error.fault === 'rollback' ? 'rollback' : 'other_factor'
  return fail(codes.invalidInput, errors.somethingWentWrong, { reason })
}

/** The same methods, whose errors the window can read. */
export function explained(handlers: SecurityHandlers): SecurityHandlers {
  const entries = Object.entries(handlers).map(([name, handle]) => [
    name,
    async (params: never, context: { signal: AbortSignal }) => {
      try {
        return await handle(params, context)
      } catch (error) {
        throw explain(error)
      }
    },
  ])
  return Object.fromEntries(entries)
}
