import type { Page } from '@playwright/test'

/** Everything that somebody who knows the wire could say to a frame of ours: greetings, calls, answers, the wallet window's and the popup's words. */
function forgeries() {
  const approve = { requestId: 'a'.repeat(22), digest: 'b'.repeat(64), answer: 'approve' }
  const penpal = (type: string, more: object = {}) => ({ namespace: 'penpal', channel: undefined, type, participantId: 'zzzz', ...more })
  return [
    ...['SYN', 'ACK1', 'ACK2', 'DESTROY'].map((type) => penpal(type, { methodPaths: [['dispatch']] })),
    penpal('CALL', { id: 'x', methodPath: ['dispatch'], args: ['signOut', {}] }),
    penpal('CALL', { id: 'y', methodPath: ['dispatch'], args: ['decide', approve] }),
    { type: '@app/HELLO', v: 4, frameNonce: 'x', appNonce: 'y' },
    { type: '@w3m-app/SIGN_OUT', id: 'x' },
    { type: 'CALL', id: 2, args: ['decide', approve] },
    { type: 'latchkey:ready' },
    { type: 'latchkey:port', given: { page: 'home' } },
    { type: 'latchkey:social-result', resultUri: 'http://secure.localhost/#flow=x&ticket=y' },
    { type: 'CALL', id: 1, args: ['signOut', {}] },
  ]
}

/** Says all of it to a window, with a channel to answer on. Notes whatever comes back. */
export const shout = (page: Page | ReturnType<Page['frames']>[number], to: string) =>
  page.evaluate(
    ([path, messages]) => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      addEventListener('message', ({ data }) => heard.push(data))
      // A path of names and indexes from this window: the target may be anywhere around it.
      const target = path.split('.').reduce<unknown>((at, key) => Reflect.get(Object(at), key), window)
      for (const message of messages) {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => heard.push(data)
        ;(target as Window).postMessage(message, '*', [port2])
      }
    },
    [to, forgeries()] as const,
  )
export const heardBy = (page: Page | ReturnType<Page['frames']>[number]) => page.evaluate(() => Reflect.get(window, 'heard') as unknown[])
