/**
 * What somebody else promised, or that it took too long: who does not listen to the signal is not waited for either.
 *
 * @throws the signal's reason
 */
export const inTime = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
