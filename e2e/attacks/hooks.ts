/** Runs in every document before any of its scripts, as a hostile page would have it. */

declare global {
  interface Window {
    /** Everything that passed a hook of this document, as text. */
    overheard: string[]
  }
}

/**
 * Hooks whatever a page can hook: messages, ports, cryptography, the network, storage, the console, JSON and text encoding. The page around the
 * dialog is free to do this to itself; a secret that ever passes through it is heard here.
 *
 * @param hostname of the page that does it
 */
export function hookEverything(hostname: string): void {
  if (location.hostname !== hostname) return
  const heard: string[] = []
  window.overheard = heard
  const { stringify } = JSON
  const seen = (value: unknown, depth = 0): unknown => {
    if (value instanceof Uint8Array) return [...value].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    if (ArrayBuffer.isView(value)) return seen(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), depth)
    if (value instanceof ArrayBuffer) return seen(new Uint8Array(value), depth)
    if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return String(value)
    if (typeof value !== 'object' || value === null || depth > 6) return value
    if (Array.isArray(value)) return value.map((item) => seen(item, depth + 1))
    try {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, seen(inner, depth + 1)]))
    } catch {
      return '?'
    }
  }
  const note = (where: string, value: unknown) => {
    try {
      heard.push(`${where} ${stringify(seen(value))}`)
    } catch {
      heard.push(where)
    }
  }
  const hook = (owner: object, name: string, where: string) => {
    const own: unknown = Reflect.get(owner, name)
    if (typeof own !== 'function') return
    const hooked = function (this: unknown, ...parameters: unknown[]) {
      note(where, parameters)
      const answer: unknown = new.target ? Reflect.construct(own, parameters, new.target) : Reflect.apply(own, this, parameters)
      if (answer instanceof Promise)
        answer.then(
          (value) => note(`${where} →`, value instanceof Response ? value.url : value),
          () => undefined,
        )
      else note(`${where} →`, answer)
      return answer
    }
    hooked.prototype = own.prototype
    Reflect.defineProperty(owner, name, { value: hooked, configurable: true, writable: true })
  }
  const all = (owner: object | undefined, where: string, names?: readonly string[]) => {
    if (owner) for (const name of names ?? Object.getOwnPropertyNames(owner)) hook(owner, name, `${where}.${name}`)
  }
  addEventListener('message', ({ data, origin }) => note(`message from ${origin}`, data), true)
  all(window, 'window', ['postMessage', 'fetch', 'open', 'atob', 'btoa', 'structuredClone', 'WebSocket', 'BroadcastChannel'])
  all(MessagePort.prototype, 'port', ['postMessage'])
  all(crypto.subtle && Object.getPrototypeOf(crypto.subtle), 'subtle', [
    ...['encrypt', 'decrypt', 'sign', 'digest', 'importKey', 'exportKey', 'deriveBits', 'deriveKey', 'wrapKey', 'unwrapKey'],
  ])
  all(Object.getPrototypeOf(crypto), 'crypto', ['getRandomValues', 'randomUUID'])
  all(XMLHttpRequest.prototype, 'xhr', ['open', 'send', 'setRequestHeader'])
  all(WebSocket.prototype, 'socket', ['send'])
  all(Navigator.prototype, 'navigator', ['sendBeacon'])
  all(Storage.prototype, 'storage', ['setItem'])
  all(IDBObjectStore.prototype, 'indexedDB', ['put', 'add'])
  all(Cache.prototype, 'cache', ['put', 'add'])
  all(console, 'console', ['log', 'info', 'warn', 'error', 'debug'])
  all(JSON, 'JSON', ['parse', 'stringify'])
  all(TextEncoder.prototype, 'TextEncoder', ['encode'])
  all(TextDecoder.prototype, 'TextDecoder', ['decode'])
  // What arrives on a port is heard before its owner hears it.
  const listen = MessagePort.prototype.addEventListener
  MessagePort.prototype.addEventListener = function (this: MessagePort, type: string, ...rest: never[]) {
    Reflect.apply(listen, this, ['message', ({ data }: MessageEvent) => note('on a port', data)])
    return Reflect.apply(listen, this, [type, ...rest])
  }
}
