import { type CaipNetworkId, codes, type WalletEvent } from '@latchkey/protocol'
import type { Wallets } from '../discovery/eip155/createWallets.js'
import { toWalletEvent } from '../discovery/eip155/watchWallet.js'
import { ModalError } from '../modalError.js'
import type { Store } from '../store.js'
import type { RequestArguments } from '../types.js'
import type { Mirror } from '../wallets/createMirror.js'
import { networkOf, toHex } from './createProvider.js'

export type HostRequest = (walletId: string, networkId: CaipNetworkId, args: RequestArguments) => Promise<unknown>

/** Methods whose effect depends on the chain the wallet is on, without naming it. */
const chainBound = ['eth_sendTransaction', 'eth_signTransaction', 'wallet_sendCalls']

/** What has to be read from the wallet after a method, because not every wallet says it by an event. */
const effects: Readonly<Record<string, readonly [method: string, event: WalletEvent['event']]>> = {
  wallet_switchEthereumChain: ['eth_chainId', 'chainChanged'],
  wallet_addEthereumChain: ['eth_chainId', 'chainChanged'],
  wallet_requestPermissions: ['eth_accounts', 'accountsChanged'],
}

/**
 * Requests to the wallet extension a page is connected to: straight to its own provider, result and error untouched.
 *
 * @throws whatever the wallet throws; ModalError 4901 when the wallet is on another chain than the page was told, and does not come back
 */
export function createHostRequest(wallets: Pick<Wallets, 'find'>, store: Store, mirror: Pick<Mirror, 'tell'>): HostRequest {
  return async (walletId, networkId, args) => {
    const provider = await wallets.find(walletId)
    if (chainBound.includes(args.method)) {
      const chainId = toHex(networkId)
      const there = async () => Number(await provider.request({ method: 'eth_chainId' })) === Number(chainId)
      if (!(await there())) {
        const moved = await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] }).then(there, () => false)
        if (!moved) throw new ModalError(codes.chainDisconnected, 'Chain disconnected')
      }
    }
    const result = await provider.request(args)
    const effect = Object.hasOwn(effects, args.method) ? effects[args.method] : undefined
    if (effect) {
      const [method, event] = effect
      // What the wallet did is done, even if it cannot tell where it is now.
      const data = await provider.request({ method }).catch(() => undefined)
      const { accounts } = store.facts().snapshot
      const known =
        event === 'chainChanged'
          ? Number(toHex(networkOf(store, networkId))) === Number(data)
          : `${accounts.eip155?.map(({ address }) => address)}`.toLowerCase() === `${data}`.toLowerCase()
      const told = known ? undefined : toWalletEvent(walletId, event, data)
      if (told) await mirror.tell(told)
    }
    return result
  }
}
