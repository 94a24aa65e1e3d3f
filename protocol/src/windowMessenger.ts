import { connect, type Message, type Methods, WindowMessenger } from 'penpal'
import type { BridgeMessage, Messenger, PeerState } from './bridgeTypes.js'
import { codes, RpcError } from './errors.js'
import { wireErrors } from './messages.js'

export type WindowMessengerOptions = {
  /** Read again whenever needed: a frame that the page moved has another window. */
  readonly remoteWindow: () => Window | null
  /** Exact origin of the peer, for example `https://dialog.example.com`. */
  readonly origin: string
}

// penpal answers what is no call of ours. What is one, the Bridge answers itself, which knows the order of answers and why one cannot be cloned.
const methods: Methods = Object.freeze(Object.assign(Object.create(null), { dispatch() {} }))

/**
 * Carries a Bridge's messages between two windows: by penpal, which shakes hands (SYN, ACK1, ACK2) with the window, hears one exact origin, and opens
 * a `MessagePort`. A call is penpal's of the method `dispatch(method, params)`.
 *
 * @throws TypeError, RpcError -32602 when `origin` is not an exact origin
 */
export function windowMessenger({ remoteWindow, origin }: WindowMessengerOptions): Messenger {
  // penpal reads '*' as "anybody".
  if (new URL(origin).origin !== origin) throw new RpcError(codes.invalidParams, wireErrors.invalidParams)
  let connection: { destroy(): void } | undefined
  let target: Window | null = null
  let send!: WindowMessenger['sendMessage']
  let onMessage!: (message: BridgeMessage) => void
  let onPeer!: (peer: PeerState) => void

  function attach() {
    connection?.destroy()
    target = remoteWindow()
    if (!target) return onPeer('gone')
    onPeer('expected')
    const messenger = new WindowMessenger({ remoteWindow: target, allowedOrigins: [origin] })
    const deliver = messenger.sendMessage
    let peer: string | undefined
    send = deliver
    messenger.addMessageHandler((message) => {
      if (message.type === 'REPLY' || (message.type === 'CALL' && message.methodPath?.[0] === 'dispatch'))
        onMessage(message as BridgeMessage)
      if (message.type === 'DESTROY') onPeer('gone')
      // The same window, another document.
      if (message.type === 'SYN' && peer !== message.participantId) {
        peer = message.participantId
        onPeer('expected')
      }
    })
    messenger.sendMessage = (message, transfer) => {
      if (message.type !== 'REPLY') deliver(message, transfer)
      // The stack of penpal's own errors would tell our addresses.
      else if (message.isError) deliver({ ...message, value: { ...(message.value as object), stack: undefined } } as Message)
    }
    const opened = connect({ messenger, methods })
    connection = opened
    opened.promise.then(
      () => connection === opened && onPeer('connected'),
      () => connection === opened && onPeer('gone'),
    )
  }

  /** A frame that the page moved has a new window, whose messages penpal ignores: connect to that one. */
  function watch(event: MessageEvent) {
    if (event.origin === origin && event.source !== target && event.source === remoteWindow()) attach()
  }

  return {
    post(message) {
      if (remoteWindow() !== target) attach()
      else send({ namespace: 'penpal', methodPath: ['dispatch'], ...message } as unknown as Message)
    },
    listen(hearMessage, hearPeer) {
      onMessage = hearMessage
      onPeer = hearPeer
      addEventListener('message', watch)
      attach()
    },
    close() {
      removeEventListener('message', watch)
      connection?.destroy()
    },
  }
}
