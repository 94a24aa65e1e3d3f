import type { BridgeMessage, Messenger } from './bridgeTypes.js'

/** What `MessagePort`, `Worker` and a Worker's own scope have in common. */
export type Port = {
  postMessage(message: unknown, options: { transfer: Transferable[] }): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  start?(): void
  close?(): void
}

/**
 * Carries a Bridge's messages over a port, to a Worker, or from inside of one. Whoever holds the other end is the peer, from the beginning to the
 * end. A parameter `port` moves to the other side.
 *
 * @example
 * import { portMessenger } from '@latchkey/protocol/bridge'
 *
 * const messenger = portMessenger(new Worker(new URL('/worker.js', location.href)))
 */
export function portMessenger(port: Port): Messenger {
  return {
    post(message) {
      const moved = message.type === 'CALL' && (message.args?.[1] as { port?: unknown } | undefined)?.port
      port.postMessage(message, { transfer: moved instanceof MessagePort ? [moved] : [] })
    },
    listen(onMessage, onPeer) {
      port.addEventListener('message', ({ data }: MessageEvent<BridgeMessage | undefined>) => data?.type && onMessage(data))
      port.start?.()
      onPeer('connected')
    },
    close: () => port.close?.(),
  }
}
