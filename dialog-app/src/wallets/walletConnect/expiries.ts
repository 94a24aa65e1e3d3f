/*
 * When a proposal or a request expires, the library rejects a promise that it keeps to itself (`createDelayedPromise` of @walletconnect/utils), beside the
 * one that it gave away. Nobody can handle that one: the browser reports an error that is none.
 */

/** Its messages. */
export const expiry = /^(Proposal|Request) expired/

/** @returns stop */
export function ignoreExpiries(): () => void {
  const ignore = (event: PromiseRejectionEvent) => {
    if (event.reason instanceof Error && expiry.test(event.reason.message)) event.preventDefault()
  }
  // There is no such event where there is no browser.
  globalThis.addEventListener?.('unhandledrejection', ignore)
  return () => globalThis.removeEventListener?.('unhandledrejection', ignore)
}
