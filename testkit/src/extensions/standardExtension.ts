import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { base58, bech32, bech32m } from '@scure/base'
import type { ExtensionHost } from './extensionHost.ts'

/*
 * An extension that registers itself by the Wallet Standard with accounts on Solana and Bitcoin, as the ones of several families do. Its keys
 * are here; its state is shared by all tabs of a site, and survives their reload.
 */

/** DER of an Ed25519 private key (RFC 8410) before its 32 bytes. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A key that is the same at every run. */
function keyOf(label: string): { readonly key: KeyObject; readonly publicKey: Uint8Array } {
  const secret = createHash('sha256').update(`standard extension: ${label}`).digest()
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: 'der', type: 'pkcs8' })
  return { key, publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32) }
}

const hash = (label: string, length: number) => createHash('sha256').update(label).digest().subarray(0, length)
const segwit = (version: 0 | 1, program: Uint8Array) =>
  (version === 0 ? bech32 : bech32m).encode('bc', [version, ...bech32.toWords(program)])

export type StandardAccount = {
  readonly address: string
  readonly publicKey: readonly number[]
  readonly chains: readonly string[]
  readonly purpose?: 'payment' | 'ordinals'
}

/** The accounts of a user in this wallet: on Solana, and with `bitcoin` one to pay from and one for inscriptions. */
function accountsOf(name: string, index: number, bitcoin: boolean): readonly StandardAccount[] {
  const { publicKey } = keyOf(`${name} ${index}`)
  const onSolana = { address: base58.encode(publicKey), publicKey: [...publicKey], chains: ['solana:mainnet', 'solana:localnet'] }
  if (!bitcoin) return [onSolana]
  const chains = ['bitcoin:mainnet']
  const payment = segwit(0, hash(`${name} ${index} payment`, 20))
  const ordinals = segwit(1, hash(`${name} ${index} ordinals`, 32))
  return [
    onSolana,
    { address: payment, publicKey: [], chains, purpose: 'payment' },
    { address: ordinals, publicKey: [], chains, purpose: 'ordinals' },
  ]
}

type PageOptions = { readonly binding: string; readonly name: string; readonly icon: string; readonly bitcoin: boolean }

/** The page's key share. Serialised: it holds all that it needs. */
function standardPage({ binding, name, icon, bitcoin }: PageOptions): void {
  if (window.top !== window) return
  const page = window as unknown as Record<string, (method: string, params: unknown) => Promise<never>>
  const ask = (method: string, params: unknown = {}) => page[binding]?.(method, params) ?? Promise.reject(new Error('Gone'))
  const listeners = new Set<(change: object) => void>()
  let accounts: object[] = []
  const show = (list: readonly { publicKey: readonly number[] }[]) => {
    accounts = list.map((account) => ({ ...account, publicKey: Uint8Array.from(account.publicKey), features }))
    for (const listener of listeners) listener({ accounts })
  }
  const connect = async ({ silent = false } = {}) => {
    show(await ask('connect', { silent }))
    return { accounts }
  }
  const version = '1.0.0'
  const signMessage = async (...inputs: { account: { address: string }; message: Uint8Array }[]) =>
    await Promise.all(
      inputs.map(async ({ account, message }) => {
        const signature: readonly number[] = await ask('sign', { address: account.address, message: [...message] })
        return { signedMessage: message, signature: Uint8Array.from(signature) }
      }),
    )
  const signTransaction = () => Promise.reject(new Error('This wallet signs messages only'))
  const all = {
    'standard:connect': { version, connect },
    'standard:disconnect': {
      version,
      async disconnect() {
        await ask('disconnect')
        show([])
      },
    },
    'standard:events': {
      version,
      on(_event: string, listener: (change: object) => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'solana:signMessage': { version, signMessage },
    'solana:signTransaction': { version, supportedTransactionVersions: ['legacy', 0], signTransaction },
    ...(bitcoin ? { 'bitcoin:connect': { version, connect }, 'bitcoin:signMessage': { version, signMessage } } : {}),
  }
  const features = Object.keys(all)
  const wallet = {
    version,
    name,
    icon,
    chains: bitcoin ? ['solana:mainnet', 'solana:localnet', 'bitcoin:mainnet'] : ['solana:mainnet', 'solana:localnet'],
    features: all,
    get accounts() {
      return accounts
    },
  }
  const callback = ({ register }: { register(wallet: object): void }) => register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent).detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  Object.assign(window, { [`${binding}_show`]: show })
}

let installed = 0

/** Installs it into every page of a context; call it before the first `goto`. */
export async function installStandardExtension(context: ExtensionHost, options: { name: string; icon: string; bitcoin?: boolean }) {
  const { name, icon, bitcoin = false } = options
  const binding = `standard_${++installed}`
  const authorised = new Set<string>()
  const asked: string[] = []
  let index = 0
  const accounts = () => accountsOf(name, index, bitcoin)

  await context.exposeBinding(binding, ({ frame }, method: string, params: { silent?: boolean; address?: string; message?: number[] }) => {
    const { origin } = new URL(frame.url())
    asked.push(method === 'connect' && params.silent ? 'connect silently' : method)
    if (method === 'connect') {
      if (params.silent && !authorised.has(origin)) return []
      authorised.add(origin)
      return accounts()
    }
    if (method === 'disconnect') return void authorised.delete(origin)
    if (!authorised.has(origin)) throw new Error('Not connected')
    const { key } = keyOf(`${name} ${index}`)
    return [...sign(null, Uint8Array.from(params.message ?? []), key)]
  })
  await context.addInitScript(standardPage, { binding, name, icon, bitcoin })

  return {
    /** What reached the wallet, oldest first. */
    asked,
    accounts,
    /** The user takes another account inside the wallet. */
    async select(next: number) {
      index = next
      for (const page of context.pages()) {
        if (!authorised.has(new URL(page.url()).origin)) continue
        await page.evaluate(([show, list]) => (window as unknown as Record<string, (list: unknown) => void>)[show]?.(list), [
          `${binding}_show`,
          accounts(),
        ] as const)
      }
    },
  }
}
