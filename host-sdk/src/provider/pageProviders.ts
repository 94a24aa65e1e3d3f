import type { NamespaceId } from '@latchkey/protocol'
import type { FamiliesSide } from '../discovery/index.js'
import { createEmitter } from '../emitter.js'
import type { Lazy } from '../lazy.js'
import type { StandardChange, StandardWallet } from '../standardTypes.js'
import type { Store } from '../store.js'
import type { Eip1193Provider, Providers } from '../types.js'
import { displayName, icon } from './announce.js'

const version = '1.0.0'
const none: readonly never[] = []
/** Features of the page's wallet, each with the method of its name. Any Solana transaction version: the wallet behind it says what it cannot. */
const features = [
  'standard:connect',
  'standard:disconnect',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
]
const more = { version, supportedTransactionVersions: ['legacy', 0] }

/**
 * The providers as a page holds them, before the code behind them is there.
 *
 * @param families that code
 */
export function createPageProviders(evm: Eip1193Provider, store: Store, families: Lazy<FamiliesSide>) {
  const changes = createEmitter<{ change: StandardChange }>()
  const wallet = {
    version,
    name: displayName,
    icon,
    get chains() {
      return families.now()?.standard.chains ?? none
    },
    get accounts() {
      return families.now()?.standard.accounts ?? none
    },
    features: Object.fromEntries([
      ['standard:events', { version, on: changes.on }],
      ...features.map((feature) => {
        const method = feature.split(':')[1] as 'connect'
        const call = (...inputs: readonly never[]) => families().then(({ standard }) => standard[method](...inputs))
        return [feature, { ...more, [method]: call }]
      }),
    ]),
  } as unknown as StandardWallet

  const others = (namespace: NamespaceId): Providers['bip122'] => ({
    request: (args) => families().then(({ page }) => page.request(namespace, args)) as Promise<never>,
    on: (event, listener) =>
      store.events.on(event, (value: { readonly namespace: NamespaceId; readonly [key: string]: unknown }) => {
        if (value.namespace === namespace)
          listener((event === 'connect' ? value : value[event === 'chainChanged' ? 'networkId' : 'accounts']) as never)
      }),
  })
  const made: { [Name in NamespaceId]?: unknown } = { eip155: evm, solana: wallet }
  return {
    wallet,
    emit: (change: StandardChange) => changes.emit('change', change),
    provider: <Name extends NamespaceId>(namespace: Name) => {
      made[namespace] ??= others(namespace)
      return made[namespace] as Providers[Name]
    },
  }
}
