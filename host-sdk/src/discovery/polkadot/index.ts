import { codes, type PolkadotAccount, type WalletInfo } from '@latchkey/protocol'
import { ModalError } from '../../modalError.js'
import {
  answering,
  type DiscoveryContext,
  discoverGlobals,
  type FamilyWallet,
  invoke,
  keysOf,
  listOf,
  stringOf,
  stringParts,
} from '../discovery.js'
import { toBytes, toHex } from '../encoding.js'
import { read, text } from '../foreign.js'
import { rememberedAccounts } from '../rememberedAccounts.js'

const namespace = 'polkadot'

/** Extensions say a key and no name. Others are called by their key. */
const names: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot{.js}',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  'nova-wallet': 'Nova Wallet',
  enkrypt: 'Enkrypt',
  'fearless-wallet': 'Fearless Wallet',
}

const ignore = () => {}
const hexBytes = /^0x(?:[0-9a-f]{2})*$/i

/** What `signRaw` takes: bytes as hex, so that no wallet has to guess. */
const toData = (message: string) => (hexBytes.test(message) ? message : `0x${toHex(new TextEncoder().encode(message))}`)

function describe(account: unknown): readonly PolkadotAccount[] {
  const address = text(read(account, 'address'))
  return address ? [{ address, ...stringParts(account, ['name', 'type', 'genesisHash']) }] : []
}

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0
const toAccounts = (list: unknown) => listOf(list).flatMap(describe)

/**
 * An extension of `window.injectedWeb3`. Its `enable` may ask the user, and nothing tells beforehand whether it will: it is called when the user
 * chooses this wallet, and after a reload at the first request. Until then the accounts are those that it gave last.
 */
function createPolkadotWallet(key: string, source: unknown, context: DiscoveryContext): FamilyWallet {
  const info: WalletInfo = { id: `polkadot:${key}`, name: names[key] ?? key, source: 'global', namespaces: { [namespace]: {} } }
  const listeners = new Set<(accounts: readonly PolkadotAccount[]) => void>()
  let enabling: Promise<unknown> | undefined
  let unsubscribe: unknown
  /** The accounts that the page knows, as text. */
  let told: string | undefined

  /** Keeps what the page is told now. @returns whether it is news */
  function learn(now: readonly PolkadotAccount[]): boolean {
    const before = told
    told = JSON.stringify(now)
    if (told !== before) rememberedAccounts.set(info.id, now)
    return told !== before
  }

  function enable(): Promise<unknown> {
    enabling ??= (async () => {
      const extension = await invoke(source, 'enable', context.appName())
      if (!extension) throw new ModalError(codes.userRejected, 'User rejected the request')
      return extension
    })()
    enabling.catch(() => {
      enabling = undefined
    })
    return enabling
  }

  /** Starts to listen once there is somebody to tell and something to hear. */
  async function listen() {
    if (unsubscribe || !enabling || !listeners.size) return
    const accounts = read(await enabling, 'accounts')
    unsubscribe = true
    const hear = (list: unknown) => {
      const now = toAccounts(list)
      // Not what is subscribed to: the extension is asked.
      if (!now.length && !isEmpty(list)) return false
      const known = told !== undefined
      // The first call mostly says what is there already; after a reload it may be news.
      if (learn(now) && known) for (const listener of [...listeners]) listener(now)
      return true
    }
    unsubscribe = invoke(accounts, 'subscribe', async (list: unknown) => {
      try {
        if (hear(list)) return
        const now = await invoke(accounts, 'get')
        // Not disconnected meanwhile.
        if (enabling) hear(now)
      } catch {
        // It does not say: what is known stays.
      }
    })
  }

  async function currentAccounts() {
    const now = toAccounts(await invoke(read(await enable(), 'accounts'), 'get'))
    learn(now)
    return now
  }

  function silentAccounts() {
    if (enabling) return currentAccounts()
    const last = context.remembers(info.id) ? toAccounts(rememberedAccounts.get(info.id)) : []
    if (last.length) told = JSON.stringify(last)
    return last
  }

  const signer = async () => read(await enable(), 'signer')

  const request = answering({
    polkadot_requestAccounts(params) {
      return read(params, 'silent') === true ? silentAccounts() : currentAccounts()
    },
    async polkadot_signMessage(params) {
      const address = stringOf(params, 'address')
      const data = toData(stringOf(params, 'message'))
      const answer = await invoke(await signer(), 'signRaw', { address, data, type: 'bytes' })
      return { signature: stringOf(answer, 'signature') }
    },
    async polkadot_signTransaction(params) {
      const answer = await invoke(await signer(), 'signPayload', read(params, 'transactionPayload'))
      const id = read(answer, 'id')
      const signed = read(answer, 'signedTransaction')
      const bytes = toBytes(signed)
      const signedTransaction = bytes ? `0x${toHex(bytes)}` : signed
      return {
        ...(typeof id === 'number' && { id }),
        signature: stringOf(answer, 'signature'),
        ...(typeof signedTransaction === 'string' && { signedTransaction }),
      }
    },
    wallet_disconnect() {
      if (typeof unsubscribe === 'function') unsubscribe()
      unsubscribe = undefined
      enabling = undefined
      told = undefined
      rememberedAccounts.set(info.id, [])
      return null
    },
  })

  return {
    info,
    namespace,
    async request(method, params, networkId) {
      const answer = await request(method, params, networkId)
      listen().catch(ignore)
      return answer
    },
    subscribe(listener) {
      const tell = (accounts: readonly PolkadotAccount[]) => listener('accountsChanged', accounts)
      listeners.add(tell)
      listen().catch(ignore)
      return () => listeners.delete(tell)
    },
  }
}

/** Extensions of `window.injectedWeb3`. */
export const discover = discoverGlobals((context) => {
  const injected = read(globalThis, 'injectedWeb3')
  return keysOf(injected)
    .filter((key) => key && typeof read(read(injected, key), 'enable') === 'function')
    .map((key) => [key, () => createPolkadotWallet(key, read(injected, key), context)])
})
