import { codes, errors, RpcError, type SecureApi } from '@latchkey/protocol'

/**
 * Whether a call of the secure frame ends when its caller gives it up. A Farcaster link is wanted by whoever comes back to its view. Pure.
 */
export const isAbortable = (method: keyof SecureApi): boolean => method !== 'getFarcasterUri'

/** What a call that was given up rejects with: 'Request was aborted' for a page's request, 'Something went wrong' for everything else. */
export function abortError(method: keyof SecureApi): RpcError {
  return new RpcError(codes.userRejected, method === 'rpcRequest' ? errors.requestAborted : errors.somethingWentWrong)
}
