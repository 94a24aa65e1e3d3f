import type { Client } from './client.js'

/** Who offers a code sends these itself; anything else on its topic comes from a wallet. */
const own: readonly unknown[] = ['wc_sessionPropose', 'wc_sessionAuthenticate']

/**
 * Resolves when a wallet writes on a pairing's topic: it has the code then, as nobody else has its key. Wallets need not write before the user
 * has decided, so that hearing nothing means nothing.
 *
 * @param until stops listening
 */
export function hearWallet({ core }: Client, topic: string, until: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const listen = async (event: { readonly topic: string; readonly message: string }) => {
      if (event.topic !== topic) return
      try {
        const payload: unknown = await core.crypto.decode(topic, event.message)
        if (own.includes((payload as { method?: unknown } | null)?.method)) return
        stop()
        resolve()
      } catch {
        // Not written with the code's key.
      }
    }
    const stop = () => core.relayer.off('relayer_message', listen)
    core.relayer.on('relayer_message', listen)
    until.then(stop, stop)
  })
}
