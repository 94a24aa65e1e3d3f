import { codes, errors, RpcError, readProperty } from '@latchkey/protocol'

/** The wallet answered, but gave no account: it is locked, or the user ticked none. */
export function noAccounts(): RpcError {
  return new RpcError(codes.resourceNotFound, errors.failedToConnect, { data: { reason: 'no_accounts' } })
}

export function isNoAccounts(error: unknown): boolean {
  // Not by `reasonOf`: the first view would have to fetch its file, too.
  return error instanceof RpcError && readProperty(error.data, 'reason') === 'no_accounts'
}
