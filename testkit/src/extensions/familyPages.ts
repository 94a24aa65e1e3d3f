import type { Fault } from './rpcErrors.ts'

export type FamilyPageOptions = {
  /** Name of the binding to Node. */
  readonly binding: string
  readonly name: string
  readonly icon: string
  /** Appears only after `extension.appear()`. */
  readonly late: boolean
}

export type FamilyAnswer = { readonly result: unknown } | { readonly fault: Fault }

/*
 * The page's key share of the extensions, one function per way of being found. Each is serialised, so each holds all that it needs; every request
 * is answered in Node, where the keys are.
 */

/** A Wallet Standard wallet for Solana. It knows its accounts by identity, as real ones do. */
export function standardPage({ binding, name, icon, late }: FamilyPageOptions): void {
  if (window.top !== window) return
  const page = window as unknown as Record<string, unknown>
  type Known = { address: string; publicKey: Uint8Array; chains: string[]; features: string[] }
  type Input = { account: Known; [key: string]: unknown }
  const chains = ['solana:mainnet', 'solana:localnet']
  const signing = ['solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signMessage', 'solana:signIn']
  const objects = new Map<string, Known>()
  const listeners = new Set<(change: object) => void>()
  let accounts: Known[] = []

  async function ask(method: string, params: unknown): Promise<never> {
    const answer = await (page[binding] as (origin: string, method: string, params: unknown) => Promise<FamilyAnswer>)(
      location.origin,
      method,
      params,
    )
    if ('fault' in answer) throw Object.assign(new Error(answer.fault.message), { code: answer.fault.code })
    return answer.result as never
  }
  function show(list: readonly { address: string; publicKey: number[] }[]) {
    accounts = list.map(({ address, publicKey }) => {
      const known = objects.get(address) ?? { address, publicKey: Uint8Array.from(publicKey), chains, features: signing }
      objects.set(address, known)
      return known
    })
    for (const listener of listeners) listener({ accounts })
  }
  function numbers(inputs: readonly Input[], key: string) {
    for (const { account } of inputs) if (!accounts.includes(account)) throw new Error('Not an account object of this wallet')
    return inputs.map((input) => ({ ...input, account: input.account.address, [key]: [...(input[key] as Uint8Array)] }))
  }
  const bytes = (list: readonly Record<string, number[]>[]) =>
    list.map((output) => Object.fromEntries(Object.entries(output).map(([key, value]) => [key, Uint8Array.from(value)])))
  const version = '1.0.0'
  const wallet = {
    version,
    name,
    icon,
    chains,
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version,
        async connect({ silent = false } = {}) {
          show(await ask('connect', { silent }))
          return { accounts }
        },
      },
      'standard:disconnect': {
        version,
        async disconnect() {
          await ask('disconnect', {})
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
      'solana:signMessage': {
        version,
        signMessage: async (...inputs: Input[]) => bytes(await ask('signMessage', numbers(inputs, 'message'))),
      },
      'solana:signTransaction': {
        version,
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async (...inputs: Input[]) => bytes(await ask('signTransaction', numbers(inputs, 'transaction'))),
      },
      'solana:signAndSendTransaction': {
        version,
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: async (...inputs: Input[]) => bytes(await ask('signAndSendTransaction', numbers(inputs, 'transaction'))),
      },
      'solana:signIn': {
        version,
        async signIn(input: object = {}) {
          const output: { account: { address: string; publicKey: number[] }; signedMessage: number[]; signature: number[] } = await ask(
            'signIn',
            { ...input, domain: location.host },
          )
          show([output.account])
          return [{ account: accounts[0], ...bytes([{ signedMessage: output.signedMessage, signature: output.signature }])[0] }]
        },
      },
    },
  }
  const callback = ({ register }: { register(wallet: object): void }) => register(wallet)
  const appear = () => {
    window.addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent).detail))
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  }
  if (!late) appear()
  Object.assign(window, { [`${binding}_emit`]: show, [`${binding}_appear`]: appear })
}

/** A provider of `btc_providers`, as Xverse has one: JSON-RPC answers, thrown or not. */
export function satsConnectPage({ binding, name, icon }: FamilyPageOptions): void {
  if (window.top !== window) return
  const page = window as unknown as Record<string, unknown>
  const listeners = new Set<(event: object) => void>()
  const provider = {
    async request(method: string, params: unknown) {
      const answer = await (page[binding] as (origin: string, method: string, params: unknown) => Promise<FamilyAnswer>)(
        location.origin,
        method,
        params,
      )
      return 'fault' in answer ? { jsonrpc: '2.0', id: '1', error: answer.fault } : { jsonrpc: '2.0', id: '1', result: answer.result }
    },
    addListener(_event: string, listener: (event: object) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const id = `${binding}_providers`
  const listed = (page.btc_providers as object[] | undefined) ?? []
  Object.assign(window, {
    [id]: { BitcoinProvider: provider },
    btc_providers: [...listed, { id: `${id}.BitcoinProvider`, name, icon }],
    [`${binding}_emit`]: (addresses: unknown) => {
      for (const listener of listeners) listener({ type: 'accountChange', addresses })
    },
  })
}

/** An extension of `injectedWeb3`. */
export function polkadotPage({ binding, name }: FamilyPageOptions): void {
  if (window.top !== window) return
  const page = window as unknown as Record<string, unknown>
  const listeners = new Set<(accounts: unknown) => void>()
  async function ask(method: string, params: unknown): Promise<never> {
    const answer = await (page[binding] as (origin: string, method: string, params: unknown) => Promise<FamilyAnswer>)(
      location.origin,
      method,
      params,
    )
    // polkadot.js has no codes, only words.
    if ('fault' in answer) throw new Error(answer.fault.message)
    return answer.result as never
  }
  const extension = {
    async enable(app: string) {
      await ask('enable', { app })
      return {
        accounts: {
          get: () => ask('accounts', {}),
          subscribe(listener: (accounts: unknown) => void) {
            listeners.add(listener)
            void ask('accounts', {}).then(listener)
            return () => listeners.delete(listener)
          },
        },
        signer: { signRaw: (raw: unknown) => ask('signRaw', raw), signPayload: (payload: unknown) => ask('signPayload', payload) },
      }
    },
    version: '0.58.6',
  }
  Object.assign(window, {
    injectedWeb3: { ...(page.injectedWeb3 as object | undefined), [name]: extension },
    [`${binding}_emit`]: (accounts: unknown) => {
      for (const listener of listeners) listener(accounts)
    },
  })
}

/** `window.keplr`. Takes and gives bytes and `Long`s, like the real one. */
export function keplrPage({ binding }: FamilyPageOptions): void {
  if (window.top !== window) return
  const page = window as unknown as Record<string, unknown>
  type Document = { bodyBytes: Uint8Array; authInfoBytes: Uint8Array; chainId: string; accountNumber: { toString(): string } }
  async function ask(method: string, params: unknown): Promise<never> {
    const answer = await (page[binding] as (origin: string, method: string, params: unknown) => Promise<FamilyAnswer>)(
      location.origin,
      method,
      params,
    )
    if ('fault' in answer) throw new Error(answer.fault.message)
    return answer.result as never
  }
  const keplr = {
    enable: (chainIds: string[]) => ask('enable', { chainIds }),
    disable: (chainIds: string[]) => ask('disable', { chainIds }),
    async getKey(chainId: string) {
      const key: { pubKey: number[] } = await ask('getKey', { chainId })
      return { ...key, pubKey: Uint8Array.from(key.pubKey) }
    },
    signAmino: (chainId: string, signer: string, signDoc: unknown) => ask('signAmino', { chainId, signer, signDoc }),
    async signDirect(chainId: string, signer: string, { bodyBytes, authInfoBytes, accountNumber, ...rest }: Document) {
      if (!(bodyBytes instanceof Uint8Array) || !('low' in accountNumber)) throw new Error('Expected bytes and a Long')
      const signDoc = { ...rest, bodyBytes: [...bodyBytes], authInfoBytes: [...authInfoBytes], accountNumber: accountNumber.toString() }
      const signature = await ask('signDirect', { chainId, signer, signDoc })
      return { signature, signed: { ...rest, bodyBytes, authInfoBytes, accountNumber } }
    },
  }
  Object.assign(window, {
    keplr,
    [`${binding}_emit`]: () => window.dispatchEvent(new Event('keplr_keystorechange')),
  })
}
