import { type CosmosAccount, codes, errorText, isUserRejection, referenceOf, type WalletInfo } from '@latchkey/protocol'
import { ModalError } from '../../modalError.js'
import {
  answering,
  type DiscoveryContext,
  discoverGlobals,
  type FamilyWallet,
  invoke,
  stringOf,
  stringParts,
  stringsOf,
  unauthorized,
} from '../discovery.js'
import { toBase64, toBytes } from '../encoding.js'
import { drawable, read, text } from '../foreign.js'
import { rememberedAccounts } from '../rememberedAccounts.js'
import { fromWalletDocument, toWalletDocument } from './cosmosDocuments.js'

const namespace = 'cosmos'

/** Globals that have Keplr's API: where, what they are called, and the event of another account. */
const places = [
  ['keplr', 'Keplr', ['keplr'], 'keplr_keystorechange'],
  ['leap', 'Leap', ['leap'], 'leap_keystorechange'],
  ['cosmostation', 'Cosmostation', ['cosmostation', 'providers', 'keplr'], 'cosmostation_keystorechange'],
  ['okx', 'OKX Wallet', ['okxwallet', 'keplr'], 'okxwallet_keystorechange'],
] as const

/** Keplr: "There is no chain info for …", "There is no modular chain info for …". */
const chainMissing = /no (?:modular )?chain info/i

/** A stored account, if it is one. */
function readRemembered(value: unknown): readonly CosmosAccount[] {
  const { algo = 'secp256k1', address, pubkey, chainId } = stringParts(value, ['algo', 'address', 'pubkey', 'chainId'])
  return address && pubkey && chainId ? [{ algo, address, pubkey, chainId }] : []
}

function createCosmosWallet([key, name, , event]: (typeof places)[number], wallet: unknown, context: DiscoveryContext): FamilyWallet {
  const icon = read(wallet, 'icon')
  // Whoever stands in for another may say who it is.
  const info: WalletInfo = {
    id: `cosmos:${key}`,
    name: text(read(wallet, 'name')) ?? name,
    ...(drawable(icon) && { icon }),
    source: 'global',
    namespaces: { [namespace]: {} },
  }
  /** Chains that the user has let this site see, as far as this page has asked. */
  let enabled: readonly string[] = []
  const listeners = new Set<(accounts: readonly CosmosAccount[]) => void>()

  /** What the wallet gave last: `enable` and `getKey` may both ask the user, and nothing tells beforehand whether they will. */
  const lastAccounts = () => (context.remembers(info.id) ? rememberedAccounts.get(info.id).flatMap(readRemembered) : [])

  async function enable(chainIds: readonly string[]) {
    try {
      await invoke(wallet, 'enable', [...chainIds])
    } catch (error) {
      if (isUserRejection(error) || !chainMissing.test(errorText(error))) throw error
      throw new ModalError(codes.chainNotAdded, errorText(error))
    }
    enabled = [...new Set([...enabled, ...chainIds])]
  }

  /** Chains that the wallet does not have are left out, unless it has none of them. */
  async function enableKnown(chainIds: readonly string[]) {
    try {
      await enable(chainIds)
      return chainIds
    } catch (error) {
      if (read(error, 'code') !== codes.chainNotAdded || chainIds.length < 2) throw error
      const known: string[] = []
      for (const chainId of chainIds) {
        const added = await enable([chainId]).then(
          () => true,
          (reason) => {
            if (read(reason, 'code') !== codes.chainNotAdded) throw reason
            return false
          },
        )
        if (added) known.push(chainId)
      }
      if (!known.length) throw error
      return known
    }
  }

  async function account(chainId: string): Promise<CosmosAccount> {
    const found = await invoke(wallet, 'getKey', chainId)
    const address = text(read(found, 'bech32Address'))
    const key = toBytes(read(found, 'pubKey'))
    if (!address || !key) throw new ModalError(codes.internal, 'The wallet answered without an address')
    return { algo: text(read(found, 'algo')) ?? 'secp256k1', address, pubkey: toBase64(key), chainId }
  }
  async function accounts(chainIds: readonly string[]) {
    const found = await Promise.all(chainIds.map(account))
    if (found.length) rememberedAccounts.set(info.id, found)
    return found
  }

  async function tell(chainIds: readonly string[]) {
    const before = JSON.stringify(lastAccounts())
    const now = await accounts(chainIds)
    if (JSON.stringify(now) !== before) for (const listener of [...listeners]) listener(now)
  }

  /** The first request after a reload: the wallet is asked whether it still knows this site, and tells what changed meanwhile. */
  async function wake(chainId: string) {
    if (enabled.length) return
    const chainIds = lastAccounts().flatMap((one) => one.chainId ?? [])
    await tell(await enableKnown(chainIds.length ? chainIds : [chainId]))
  }

  /** @throws ModalError -32602 for an answer that has no signature */
  function signatureOf(answer: unknown) {
    const signature = read(answer, 'signature')
    const key = read(signature, 'pub_key')
    return {
      signature: stringOf(signature, 'signature'),
      pub_key: { type: stringOf(key, 'type'), value: stringOf(key, 'value') },
    }
  }

  const request = answering({
    async cosmos_requestAccounts(params, networkId) {
      const asked = stringsOf(read(params, 'chainIds'))
      const chainIds = asked.length || !networkId ? asked : [referenceOf(networkId)]
      if (!chainIds.length) throw new ModalError(codes.invalidParams, 'Invalid params: chainIds')
      if (read(params, 'silent') !== true) return accounts(await enableKnown(chainIds))
      const here = enabled.length ? await accounts(enabled) : lastAccounts()
      return here.filter(({ chainId }) => chainId !== undefined && chainIds.includes(chainId))
    },
    cosmos_getAccounts: () => (enabled.length ? accounts(enabled) : lastAccounts()),
    async cosmos_signDirect(params) {
      const document = toWalletDocument(read(params, 'signDoc'))
      await wake(document.chainId)
      const answer = await invoke(wallet, 'signDirect', document.chainId, stringOf(params, 'signerAddress'), document)
      return { signature: signatureOf(answer), signed: fromWalletDocument(read(answer, 'signed')) }
    },
    async cosmos_signAmino(params, networkId) {
      const document = read(params, 'signDoc')
      // ADR-36: a message that is bound to no chain. The wallet still wants one to find the key by.
      const chainId = text(read(document, 'chain_id')) ?? (networkId ? referenceOf(networkId) : enabled[0])
      if (!chainId) throw unauthorized()
      await wake(chainId)
      const answer = await invoke(wallet, 'signAmino', chainId, stringOf(params, 'signerAddress'), document)
      return { signature: signatureOf(answer), signed: JSON.parse(JSON.stringify(read(answer, 'signed') ?? document)) }
    },
    async wallet_disconnect() {
      const left = enabled
      enabled = []
      rememberedAccounts.set(info.id, [])
      if (typeof read(wallet, 'disable') === 'function') await invoke(wallet, 'disable', [...left])
      return null
    },
  })

  async function onKeystoreChange() {
    const chainIds = enabled.length ? enabled : lastAccounts().flatMap(({ chainId }) => chainId ?? [])
    // Locked, or the user refused to show the other account: it says nothing of the one that is connected.
    if (chainIds.length) await tell(chainIds).catch(() => {})
  }

  return {
    info,
    namespace,
    request,
    subscribe(listener) {
      const hear = (now: readonly CosmosAccount[]) => listener('accountsChanged', now)
      listeners.add(hear)
      // Once for all who listen: each hears what is told.
      if (listeners.size === 1) addEventListener(event, onKeystoreChange)
      return () => {
        listeners.delete(hear)
        if (!listeners.size) removeEventListener(event, onKeystoreChange)
      }
    },
  }
}

/** Wallets with Keplr's API in globals of their own. */
export const discover = discoverGlobals((context) => {
  const seen = new Set<unknown>()
  return places.flatMap((place) => {
    const wallet = place[2].reduce<unknown>((value, key) => read(value, key), globalThis)
    // Leap may stand in for Keplr: one object is one wallet.
    if (seen.has(wallet) || typeof read(wallet, 'enable') !== 'function') return []
    seen.add(wallet)
    return [[place[0], () => createCosmosWallet(place, wallet, context)] as const]
  })
})
