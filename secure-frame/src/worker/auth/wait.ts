import { codes, errors, RpcError } from '@latchkey/protocol'

/**
 * Waits, unless it is aborted.
 *
 * @throws RpcError 4001 'Something went wrong' when the signal fires
 */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer)
      reject(new RpcError(codes.userRejected, errors.somethingWentWrong))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted)
      resolve()
    }, milliseconds)
    if (signal?.aborted) aborted()
    else signal?.addEventListener('abort', aborted, { once: true })
  })
}
