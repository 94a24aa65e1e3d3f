import {
  codes,
  type EmbeddedAccountType,
  errors,
  type Network,
  RpcError,
  type SecureBoot,
  type SmartAccountNetwork,
} from '@latchkey/protocol'
import { type Family, families, servedNetworks } from './policy/networks.js'
import type { Sent, SmartAccount, Underway } from './signers/context.js'
import { createNodeRpc, createRpc, type Rpc } from './signers/rpc.js'
import type { KeyValue } from './storage/keyValue.js'

/** One of the user's accounts on a network. */
export type OwnAccount = { readonly address: string; readonly type: EmbeddedAccountType }

/** Addresses of the keys, by family. */
type Keys = Readonly<Partial<Record<Family, string>>>

/** Which account answers on a network: the key's own, or the smart account that it owns. */
export type OwnAccounts = {
  /** Every account there is on a network, the one that answers first. */
  on(network: Network, keys: Keys): Promise<readonly OwnAccount[]>
  /** The kind that answers on EVM networks, as far as they have it. */
  prefer(type: EmbeddedAccountType): Promise<void>
  /** Another tab has kept another kind, or none. */
  readAgain(): Promise<void>
  /** What signs and sends for a smart account. */
  smart(network: Network, owner: string): Promise<SmartAccount>
  /** Makes sure that smart accounts work on a network now. @throws RpcError 'Chain is not supported' */
  require(network: Network): Promise<void>
  /** Whether the account is on the chain already; false when the node cannot say. */
  isDeployed(network: Network, address: string): Promise<boolean>
  /** Where user operations of a network go. @throws RpcError 'Chain is not supported' where there is none */
  bundler(network: Network): Promise<Rpc>
  readonly networks: readonly SmartAccountNetwork[]
  forget(): Promise<void>
}

const storageKey = 'accountType'
const isType = (value: unknown): value is EmbeddedAccountType => value === 'eoa' || value === 'smartAccount'
const unsupported = () => new RpcError(codes.chainNotAdded, errors.chainNotSupported)

/**
 * @param boot networks with a bundler, and what a user has there at first
 */
export async function createOwnAccounts(storage: KeyValue, boot: SecureBoot): Promise<OwnAccounts> {
  async function read(): Promise<EmbeddedAccountType> {
    const stored = await storage.get(storageKey)
    return isType(stored) ? stored : boot.defaultAccountType
  }
  let preferred = await read()
  const sent = new Map<string, Sent>()
  const networks = boot.smartAccounts.filter(({ caipNetworkId }) =>
    servedNetworks(boot).some((network) => network.caipNetworkId === caipNetworkId),
  )
  const smartOn = ({ caipNetworkId }: Network) => networks.find((network) => network.caipNetworkId === caipNetworkId)

  const underwayOn = (id: string): Underway => ({
    get: () => sent.get(id) ?? null,
    set: (next) => (next ? sent.set(id, next) : sent.delete(id)),
  })

  async function bundlerOf(network: Network): Promise<Rpc> {
    const found = smartOn(network)
    if (!found) throw unsupported()
    const { waitForStart } = await import('./signers/safe/bundler.js')
    return waitForStart(createRpc(found.bundler))
  }

  async function addressOf(owner: string) {
    const { safeAddressOf } = await import('./signers/safe/account.js')
    return safeAddressOf(`0x${owner.slice(2)}`)
  }

  return {
    networks,
    bundler: bundlerOf,
    async forget() {
      preferred = boot.defaultAccountType
      await storage.delete(storageKey)
    },
    async on(network, keys) {
      const key = families.map((family) => (family === network.chainNamespace ? keys[family] : undefined)).find(Boolean)
      if (!key) throw unsupported()
      const own: OwnAccount = { address: key, type: 'eoa' }
      if (!smartOn(network)) return [own]
      const smart: OwnAccount = { address: await addressOf(key), type: 'smartAccount' }
      return preferred === 'smartAccount' ? [smart, own] : [own, smart]
    },
    async prefer(type) {
      preferred = type
      await storage.set(storageKey, type)
    },
    async readAgain() {
      preferred = await read()
    },
    async smart(network, owner) {
      const found = smartOn(network)
      if (!found) throw unsupported()
      const address = await addressOf(owner)
      return {
        address,
        owner: `0x${owner.slice(2)}`,
        bundler: await bundlerOf(network),
        sponsored: found.sponsored,
        underway: underwayOn(`${network.caipNetworkId}:${address}`),
      }
    },
    async isDeployed(network, address) {
      const { isDeployed } = await import('./signers/safe/deployed.js')
      return isDeployed(createNodeRpc(network, boot), address).catch(() => false)
    },
    async require(network) {
      const rpc = createNodeRpc(network, boot)
      const bundler = await bundlerOf(network)
      const [{ areContractsThere }, { priceOf }] = await Promise.all([
        import('./signers/safe/deployed.js'),
        import('./signers/safe/operation.js'),
      ])
      if (await areContractsThere(rpc)) return
      // A development server puts them there when its bundler is first asked.
      await priceOf(bundler, rpc)
      if (!(await areContractsThere(rpc))) throw unsupported()
    },
  }
}
