/* Seeded nonsense for the secure frame, sent from the one place that it listens to. */

/** mulberry32: the same seed gives the same run on every machine. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

const methods = [
  ...[
    'connectEmail',
    'connectDevice',
    'connectOtp',
    'getSocialRedirectUri',
    'leaveForSocial',
    'connectSocial',
    'connectFarcaster',
    'getUser',
  ],
  ...['switchNetwork', 'signOut', 'isConnected', 'getChainId', 'getSmartAccountEnabledNetworks', 'initSmartAccount', 'estimateFee'],
  ...['setPreferredAccount', 'updateEmail', 'updateEmailPrimaryOtp', 'updateEmailSecondaryOtp', 'syncTheme', 'syncDappData', 'reload'],
  ...[
    'rpcRequest',
    'rpcRequest',
    'rpcRequest',
    'rpcAbort',
    'placeApproval',
    'getSecurity',
    'abort',
    'decide',
    'setLimit',
    'start',
    'hello',
  ],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'then', 'valueOf', '', 'dispatch'],
]
/** What each of these does without a parameter is no nonsense: they get something wrong each time. */
const plain = new Set(['signOut', 'reload', 'connectDevice', 'connectFarcaster'])
const keys = [
  ...['id', 'method', 'params', 'email', 'otp', 'chainId', 'uri', 'provider', 'namespace', 'requestId', 'rectangle', 'themeMode', 'locale'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'then', 'toJSON', 'length', 'x'],
]
const wallet = [
  'personal_sign',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'solana_signMessage',
  'eth_accounts',
  'eth_sign',
  '__proto__',
]
const texts = [
  '',
  'a',
  '0x',
  '0xzz',
  '\u202e\u0000',
  '😀'.repeat(40),
  'a@b',
  '123456',
  'eip155:31337',
  'eip155:1',
  'javascript:alert(1)',
  '../..',
]
/** Few, so that many calls that run at once have the same. */
const ids = ['a'.repeat(22), 'b'.repeat(22), 'c'.repeat(22), crypto.randomUUID()]

function createNonsense(random: () => number) {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const own = (entries: readonly (readonly [string, unknown])[]) => {
    const value: Record<string, unknown> = {}
    // As JSON.parse does it: also a key `__proto__` is the object's own.
    for (const [key, inner] of entries) Object.defineProperty(value, key, { value: inner, enumerable: true, configurable: true })
    return value
  }
  const deep = () => {
    let value: unknown = 1
    for (let level = 0; level < 400; level += 1) value = random() < 0.5 ? [value] : { x: value }
    return value
  }
  const rare: readonly (() => unknown)[] = [
    () => 'x'.repeat(1_100_000),
    deep,
    () => new Uint8Array(2_000_000),
    () => Array.from({ length: 20_000 }, () => 'x'),
    () => {
      const cycle: Record<string, unknown> = {}
      cycle.x = cycle
      return cycle
    },
    () => Object.assign([], { length: 1_000_000 }),
  ]
  const leaf: readonly (() => unknown)[] = [
    () => null,
    () => undefined,
    () => random() < 0.5,
    () => pick([0, -0, 1, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e308, 0.1]),
    () => BigInt(Math.floor(random() * 1e9)) ** 8n,
    () => pick(texts),
    () => pick(ids),
    () => new Date(random() * 1e13),
    () => /x/g,
    () => new Map([[pick(keys), pick(texts)]]),
    () => new Set([pick(texts)]),
    () => new Uint8Array(Math.floor(random() * 64)),
    () => new Error('x'),
  ]
  const value = (depth: number): unknown => {
    if (random() < 0.004) return (pick(rare) ?? deep)()
    if (depth === 0 || random() < 0.5) return (pick(leaf) ?? deep)()
    const size = Math.floor(random() * 5)
    if (random() < 0.4) return Array.from({ length: size }, () => value(depth - 1))
    return own(Array.from({ length: size }, () => [pick(keys) ?? 'x', value(depth - 1)] as const))
  }
  const request = () => ({
    id: random() < 0.3 ? pick(ids) : crypto.randomUUID(),
    namespace: pick(['eip155', 'solana', 'bip122', '__proto__']),
    chainId: pick(['eip155:31337', 'eip155:31338', 'solana:x', '__proto__']),
    method: pick(wallet),
    params: value(3),
  })
  const params = (method: string) => {
    if (method === 'rpcRequest' && random() < 0.7) return request()
    const any = value(3)
    if (!plain.has(method)) return any
    return typeof any === 'object' && any !== null && !Array.isArray(any) ? { ...any, x: 1 } : (any ?? 0)
  }
  return { pick, value, params, method: () => (random() < 0.05 ? value(1) : (pick(methods) ?? '')) }
}

/** Sends nonsense to the frame's window. Nothing of it is a handshake, and nothing is answered. */
export function fuzzWindow(target: Window | null, seed: number, count: number): number {
  const { value } = createNonsense(randomOf(seed))
  for (let index = 0; index < count; index += 1) target?.postMessage(value(3), '*')
  return count
}

type Reply = { readonly type?: unknown; readonly callId?: unknown; readonly isError?: unknown; readonly value?: { readonly ok?: unknown } }
export type FuzzResult = { readonly sent: number; readonly unanswered: readonly string[]; readonly accepted: readonly string[] }

/**
 * Sends nonsense on the port of a frame that has connected: calls with wrong parameters, unknown methods, ids that run already, and messages that
 * are no calls at all.
 *
 * @returns calls that nobody answered, and methods that took what they were given
 */
export async function fuzzPort(port: MessagePort, seed: number, count: number): Promise<FuzzResult> {
  const random = randomOf(seed)
  const { pick, value, params, method } = createNonsense(random)
  const accepted = new Set<string>()
  const pending = new Map<string, string>()
  let emptied: () => void = () => undefined
  const heard = ({ data }: MessageEvent<Reply>) => {
    const callId = String(data?.callId)
    const name = pending.get(callId)
    if (data?.type !== 'REPLY' || name === undefined) return
    if (!data.isError && data.value?.ok === true) accepted.add(name)
    pending.delete(callId)
    if (pending.size === 0) emptied()
  }
  port.addEventListener('message', heard)
  const unanswered: string[] = []
  const wave = 24
  for (let sent = 0; sent < count; sent += wave) {
    for (let index = 0; index < wave; index += 1) {
      if (random() < 0.15) {
        port.postMessage(value(3))
        continue
      }
      const asked = method()
      const name = typeof asked === 'string' ? asked : typeof asked
      const id = crypto.randomUUID()
      const path =
        random() < 0.9 ? ['dispatch'] : pick([[], ['constructor'], ['__proto__', 'toString'], ['dispatch', 'call'], 'dispatch', null, 7])
      const args = random() < 0.9 ? [asked, params(name)] : value(2)
      pending.set(id, `${name} ${JSON.stringify(path)}`)
      port.postMessage({ namespace: 'penpal', type: 'CALL', id, methodPath: path, args })
    }
    if (pending.size === 0) continue
    const done = new Promise<void>((resolve) => {
      emptied = resolve
    })
    const late = new Promise<void>((resolve) => setTimeout(resolve, 15_000))
    await Promise.race([done, late])
    unanswered.push(...pending.values())
    pending.clear()
    if (unanswered.length > 0) break
  }
  port.removeEventListener('message', heard)
  return { sent: count, unanswered, accepted: [...accepted] }
}
