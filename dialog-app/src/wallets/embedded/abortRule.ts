import { codes, errors, RpcError, type SecureApi, safeMethods } from '@latchkey/protocol'

type Method = keyof SecureApi

/**
 * Whether a call of the secure frame ends when its caller gives it up. A Farcaster link is wanted by whoever comes back to its view, and a request that asks
 * no person is answered soon anyway. Pure.
 */
export function isAbortable(method: Method, params: unknown): boolean {
  if (method === 'getFarcasterUri') return false
  const asked = (params as { method?: unknown } | undefined)?.method
  return !(method === 'rpcRequest' && (safeMethods as readonly unknown[]).includes(asked))
}

/** What a call that was given up rejects with: 'Request was aborted' for a page's request, 'Something went wrong' for everything else. */
export function abortError(method: Method): RpcError {
  return new RpcError(codes.userRejected, method === 'rpcRequest' ? errors.requestAborted : errors.somethingWentWrong)
}
