import { codes, NodeError } from './errors.js'
import { slotTime } from './ledger.js'

/** @typedef {(notify: (result: unknown) => void, id: number) => () => unknown} Open */

/**
 * Subscriptions of one websocket (`signatureSubscribe`, `slotSubscribe`, `accountSubscribe`, `logsSubscribe`).
 *
 * @param {ReturnType<typeof import('./ledger.js').createLedger>} ledger
 * @param {Record<string, (params: readonly any[]) => any>} methods of the same ledger
 * @param {(notification: object) => void} send
 * @returns {{ call: (method: string, params: readonly any[]) => unknown, close: () => void }}
 */
export function createSubscriptions(ledger, methods, send) {
  /** @type {Map<number, () => unknown>} */
  const stops = new Map()
  let nextId = 1

  /** `open` starts a subscription and gives back how to stop it. */
  function subscribe(/** @type {string} */ method, /** @type {Open} */ open) {
    const id = nextId++
    const notify = (/** @type {unknown} */ result) => send({ jsonrpc: '2.0', method, params: { result, subscription: id } })
    stops.set(id, () => undefined)
    stops.set(id, open(notify, id))
    return id
  }
  function stop(/** @type {number} */ id) {
    const found = stops.get(id)
    if (!found) return false
    stops.delete(id)
    found()
    return true
  }
  const inContext = (/** @type {bigint} */ slot, /** @type {unknown} */ value) => ({ context: { slot }, value })

  /** @type {Record<string, (params: readonly any[]) => number>} */
  const openers = {
    /** Told once, at once when the transaction is in the chain already. */
    signatureSubscribe: ([signature]) =>
      subscribe('signatureNotification', (notify, id) => {
        const tell = (/** @type {import('./history.js').Entry} */ { slot, error }) => {
          // The answer with the subscription's id goes first.
          queueMicrotask(() => {
            if (!stops.has(id)) return
            notify(inContext(slot, { err: error }))
            stop(id)
          })
        }
        const known = ledger.history.get(signature)
        if (known) tell(known)
        return ledger.observe(({ entry }) => {
          if (entry.transaction.signature === signature) tell(entry)
        })
      }),
    slotSubscribe: () =>
      subscribe('slotNotification', (notify) => {
        const timer = setInterval(() => {
          const slot = ledger.slot()
          notify({ slot, parent: slot - 1n, root: slot })
        }, slotTime)
        return () => clearInterval(timer)
      }),
    accountSubscribe: ([address, config]) =>
      subscribe('accountNotification', (notify) => {
        methods.getAccountInfo?.([address, config])
        return ledger.observe(({ entry, changed }) => {
          if (changed.includes(address)) notify(inContext(entry.slot, methods.getAccountInfo?.([address, config]).value))
        })
      }),
    logsSubscribe: ([filter]) =>
      subscribe('logsNotification', (notify) => {
        const mentions = filter?.mentions?.[0]
        return ledger.observe(({ entry }) => {
          if (mentions && !entry.keys.includes(mentions)) return
          notify(inContext(entry.slot, { signature: entry.transaction.signature, err: entry.error, logs: entry.meta.logs() }))
        })
      }),
  }

  return {
    call(method, params) {
      if (Object.hasOwn(openers, method)) return openers[method]?.(params)
      if (/^(?:signature|slot|account|logs)Unsubscribe$/.test(method)) return stop(params[0])
      throw new NodeError(codes.methodNotFound, 'Method not found')
    },
    close() {
      for (const id of [...stops.keys()]) stop(id)
    },
  }
}
