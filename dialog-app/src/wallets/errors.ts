import { codes, errors, RpcError, reasonOf } from '@latchkey/protocol'

/** The wallet answered, but gave no account: it is locked, or the person ticked none. */
export function noAccounts(): RpcError {
  return new RpcError(codes.resourceNotFound, errors.failedToConnect, { data: { reason: 'no_accounts' } })
}

export function isNoAccounts(error: unknown): boolean {
  return error instanceof RpcError && reasonOf(error) === 'no_accounts'
}
