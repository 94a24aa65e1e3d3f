import type { CreateConnectorFn } from '@wagmi/core'
import { displayName, icon, rdns } from '../provider/announce.js'
import { evm } from '../provider/family.js'
import type { Eip1193Provider, Modal, ModalOptions } from '../types.js'

type Addresses = readonly `0x${string}`[]

/**
 * A wagmi connector for the modal. It has the `rdns` of our EIP-6963 announcement, so wagmi does not list us twice.
 *
 * @param source the modal, or the options to create it with; the SDK itself is loaded when wagmi first needs it
 */
export function latchkeyConnector(source: Modal | ModalOptions): CreateConnectorFn<Eip1193Provider> {
  return ({ chains, emitter }) => {
    let modal: Promise<Modal> | undefined
    const load = () => {
      modal ??=
        'projectId' in source
          ? import('../createModal.js').then((sdk) => sdk.createModal({ announce: false, ...source }))
          : Promise.resolve(source)
      return modal
    }
    const getProvider = async () => (await load()).provider(evm)
    const ask = async <T>(method: string, params?: unknown) => (await getProvider()).request({ method, params }) as Promise<T>
    const getAccounts = () => ask<Addresses>('eth_accounts')
    const getChainId = async () => Number(await ask<string>('eth_chainId'))

    const onAccountsChanged = (accounts: string[]) => {
      // An empty list is followed by `disconnect`.
      if (accounts.length) emitter.emit('change', { accounts: accounts as unknown as Addresses })
    }
    const onChainChanged = (chainId: string) => emitter.emit('change', { chainId: Number(chainId) })
    const onConnect = async ({ chainId }: { readonly chainId: string }) =>
      emitter.emit('connect', { accounts: await getAccounts(), chainId: Number(chainId) })
    const onDisconnect = () => emitter.emit('disconnect')

    async function switchChain(chainId: number) {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain) throw new Error(`Chain ${chainId} is not in wagmi's configuration.`)
      await ask('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }])
      return chain
    }

    return {
      id: rdns,
      name: displayName,
      icon,
      rdns,
      type: 'injected',
      async setup() {
        // For as long as the page lives, so that a connection made elsewhere (another tab, `modal.open()`) arrives here, too.
        if (typeof document === 'undefined') return
        const provider = await getProvider()
        provider.on('connect', onConnect)
        provider.on('accountsChanged', onAccountsChanged)
        provider.on('chainChanged', onChainChanged)
        provider.on('disconnect', onDisconnect)
      },
      async connect<WithCapabilities extends boolean = false>({
        chainId,
        isReconnecting,
        withCapabilities,
      }: {
        chainId?: number | undefined
        isReconnecting?: boolean | undefined
        withCapabilities?: WithCapabilities | boolean | undefined
      } = {}) {
        const accounts = isReconnecting ? await getAccounts() : await ask<Addresses>('eth_requestAccounts')
        if (chainId && chainId !== (await getChainId())) await switchChain(chainId)
        const described = withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts
        return {
          // The condition that wagmi's type makes of the flag cannot be followed by the compiler.
          accounts: described as WithCapabilities extends true
            ? readonly { address: `0x${string}`; capabilities: Record<string, unknown> }[]
            : Addresses,
          chainId: await getChainId(),
        }
      },
      disconnect: async () => (await load()).disconnect(evm),
      getAccounts,
      getChainId,
      getProvider,
      isAuthorized: async () => (await getAccounts()).length > 0,
      switchChain: ({ chainId }) => switchChain(chainId),
      onAccountsChanged,
      onChainChanged,
      onConnect,
      onDisconnect,
    }
  }
}
