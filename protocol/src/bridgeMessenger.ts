import { type Message, WindowMessenger } from 'penpal'
import { codes, type Result } from './errors.js'
import { wireErrors } from './messages.js'

/**
 * penpal's messenger for one window and one exact origin, with three of its gaps closed: the stack of its own errors stays here, a reply
 * that cannot be cloned or has no port any more does not become an unhandled rejection, and handshakes of the peer can be seen.
 *
 * @param hooks `peer`: another document answers (its penpal id); `gone`: the peer destroyed the connection; `replied`: this result was sent;
 *   `uncloneable`: the call being sent now holds something that structured clone refuses
 */
export function createMessenger(
  remoteWindow: Window,
  origin: string,
  hooks: { peer(id: string): void; gone(): void; replied(result: unknown): void; uncloneable(): void },
): WindowMessenger {
  const messenger = new WindowMessenger({ remoteWindow, allowedOrigins: [origin] })
  const send = messenger.sendMessage

  function reply(message: Extract<Message, { type: 'REPLY' }>) {
    if (message.isSerializedErrorInstance) {
      const { name, message: text, penpalCode } = message.value
      send({ ...message, value: penpalCode ? { name, message: text, penpalCode } : { name, message: text } })
      return
    }
    try {
      send(message)
    } catch {
      const result = message.value as Result<unknown>
      const error = result.ok
        ? { code: codes.invalidParams, message: wireErrors.invalidParams }
        : { code: result.error.code, message: result.error.message }
      try {
        send({ ...message, value: { ok: false, error } })
      } catch {
        // The caller's document is gone, so nobody needs the answer.
      }
    }
    hooks.replied(message.value)
  }

  messenger.sendMessage = (message, transferables) => {
    if (message.type === 'REPLY') return reply(message)
    try {
      send(message, transferables)
    } catch (error) {
      if ((error as Error).name === 'DataCloneError') hooks.uncloneable()
      throw error
    }
  }
  messenger.addMessageHandler((message) => {
    if (message.type === 'SYN') hooks.peer(message.participantId)
    if (message.type === 'DESTROY') hooks.gone()
  })
  return messenger
}
