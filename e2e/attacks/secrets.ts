import { type Vault, vaultRoutes } from '@latchkey/protocol/schemas/account'
import { evmKey, solanaKey } from '@latchkey/secure-frame/src/worker/vault/derive.ts'
import { openEnvelope, openSeed } from '@latchkey/secure-frame/src/worker/vault/envelope.ts'
import { mnemonicBytes, seedOf } from '@latchkey/secure-frame/src/worker/vault/mnemonic.ts'
import type { BrowserContext, Request, Response } from '@playwright/test'
import type { Server } from '../support/server.ts'
import type { Secret, Source } from './scan.ts'

/** What is secret in a call or an answer between the frame and its server, by its key there. */
const secretKeys = new Set(['accessToken', 'refreshToken', 'ticket', 'share', 'assistShare', 'serverShare', 'code'])
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/** Whatever is secret in a JSON value. */
function findSecrets(value: unknown, found: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (secretKeys.has(key) && typeof inner === 'string' && inner.length > 16) found.set(inner, key)
    else findSecrets(inner, found)
  }
}

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

type Opening = { readonly wallet: Vault; readonly share: string; readonly assistShare: string }

/** Every key that follows from a wallet, opened as the operator could. */
async function keysOf({ wallet, share, assistShare }: Opening): Promise<Secret[]> {
  const slot = wallet.slots.find(({ header }) => header.type === 'assist')
  let vaultKey = new Uint8Array()
  const shares = { userShare: bytesOf(assistShare), serverShare: share }
  const opened = await openEnvelope(wallet, slot?.header.slotId ?? '', shares, null, async (bytes) => {
    vaultKey = bytes.slice()
  })
  const entropy = await openSeed(opened.key, wallet)
  const words = new TextDecoder().decode(await mnemonicBytes(entropy))
  return [
    { name: 'the seed', value: entropy },
    { name: 'the words', value: words },
    { name: 'four of the words', value: words.split(' ').slice(3, 7).join(' ') },
    { name: 'the seed of the words', value: await seedOf(entropy) },
    { name: 'the vault key', value: vaultKey },
    { name: 'the EVM key', value: await evmKey(entropy) },
    { name: 'the Solana key', value: await solanaKey(entropy) },
  ]
}

/** Milliseconds for what the browser has still to tell about calls that ended. */
const timeout = 2_000
/** Calls and documents that carry secrets of accounts; nothing else does. */
const ofAccounts = /^\/(auth|vault)\/v1\/|^\/oauth\//

/**
 * Listens on the wire between the secure frame and its server, as only a test can, and keeps apart what everybody else sends.
 *
 * @param everything false listens to what may carry secrets only, which costs next to nothing
 */
export function watchWire(context: BrowserContext, server: Server, { everything = true } = {}) {
  const found = new Map<string, string>()
  const answers: Promise<void>[] = []
  const others: string[] = []
  let wallet: Vault | undefined
  /** What opens a wallet from outside: its envelope, and both key shares of the operator's slot. */
  const openings: Opening[] = []

  const isOurs = async (request: Request) => {
    if (request.url().startsWith(server.secure)) return true
    // Of a call whose document has gone the browser tells no origin any more; only the frame's Worker has the key that signs proofs.
    const headers = await request.allHeaders().catch(() => request.headers())
    return headers.origin === undefined ? 'dpop' in headers : headers.origin === server.secure
  }
  const concerns = (url: string) => everything || ofAccounts.test(new URL(url).pathname)
  const read = async (response: Response) => {
    const { pathname } = new URL(response.url())
    const text = await response.text().catch(() => '')
    if (!(await isOurs(response.request()))) {
      if (/json|text|html/.test(response.headers()['content-type'] ?? '') && !response.url().includes('/chunks/')) others.push(text)
      return
    }
    const boot = /id="latchkey-boot">(.*?)<\/script>/.exec(text)?.[1]
    const body = parse(boot ?? text)
    findSecrets(body, found)
    if (pathname === vaultRoutes.get.path) wallet = (body as { wallet: Vault | null } | null)?.wallet ?? wallet
    if (pathname === vaultRoutes.share.path && typeof body === 'object' && body && 'assistShare' in body && wallet)
      openings.push({ wallet, ...(body as { share: string; assistShare: string }) })
  }
  const hear = async (request: Request) => {
    if (await isOurs(request)) findSecrets(parse(request.postData()), found)
    else others.push(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`)
  }
  context.on('request', (request) => void (concerns(request.url()) && answers.push(hear(request))))
  context.on('response', (response) => void (concerns(response.url()) && answers.push(read(response))))

  return {
    /** Everything secret that passed, and the keys that follow from it. */
    async secrets(): Promise<Secret[]> {
      // Of a frame that went away in the middle the browser says nothing any more, ever.
      await Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, timeout))])
      const passed = [...found].flatMap(([value, key]) => [
        { name: key, value },
        ...(value.includes('.') ? [] : [{ name: `${key}, its bytes`, value: bytesOf(value) }]),
      ])
      // After a change of custody or of the lock an older pair opens nothing any more.
      const opened = await Promise.all(openings.map((opening) => keysOf(opening).catch(() => [])))
      return [...passed, ...opened.flat()]
    },
    /** What the page and the dialog sent and got. */
    others: (): Source => ({ name: 'the network of the page and the dialog', text: others.join('\n') }),
  }
}

/** Runs in a document: everything that it keeps. */
export async function storedHere(): Promise<string> {
  const all: unknown[] = []
  const attempt = async (read: () => unknown) =>
    all.push(
      await Promise.resolve()
        .then(read)
        .catch(() => null),
    )
  await attempt(() => ({ ...localStorage }))
  await attempt(() => ({ ...sessionStorage }))
  await attempt(() => document.cookie)
  await attempt(() => window.name)
  await attempt(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name)
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll()
        all.push(name, store, await new Promise((resolve) => Object.assign(reading, { onsuccess: () => resolve(reading.result) })))
      }
      database.close()
    }
  })
  return JSON.stringify(all)
}
