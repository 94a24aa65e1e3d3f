import { numberToHex, SwitchChainError, UserRejectedRequestError } from 'viem'
import { ChainNotConfiguredError, type CreateConnectorFn } from 'wagmi'
import { fetchCode } from '../fetchCode.js'
import { displayName, icon, rdns } from '../provider/announce.js'
import { evm } from '../provider/family.js'
import { follow, registry } from '../registry.js'
import type { Eip1193Provider, Modal, ModalOptions, ProviderListener } from '../types.js'
import { type AddedChain, addParameters } from './addParameters.js'
import { isUnknownChain, toSwitchError, toWagmiError } from './toWagmiError.js'
import { wagmiNetworks } from './wagmiNetworks.js'

type Addresses = readonly `0x${string}`[]
/** What ERC-7846 answers. */
type Granted = { readonly accounts: readonly { readonly address: `0x${string}`; readonly capabilities: Record<string, unknown> }[] }
const withoutCapabilities = (addresses: Addresses): Granted => ({ accounts: addresses.map((address) => ({ address, capabilities: {} })) })

/**
 * A connector for wagmi 2 and 3. It has the `rdns` of our EIP-6963 announcement, so wagmi does not list us twice although the modal announces itself.
 *
 * @param source the options to create the modal with. Its EVM networks are wagmi's `chains`; `networks` adds those of other chain families.
 *   The SDK is loaded when wagmi first needs it. Or a modal that exists: give it the same networks as wagmi
 * @returns a connector whose errors are those that wagmi's users expect: `UserRejectedRequestError`, `SwitchChainError` and
 *   `ResourceUnavailableRpcError` of viem, `ChainNotConfiguredError` of wagmi
 * @example
 * import { createConfig, http } from 'wagmi'
 * import { mainnet } from 'wagmi/chains'
 *
 * const config = createConfig({
 *   chains: [mainnet],
 *   transports: { [mainnet.id]: http() },
 *   connectors: [latchkeyConnector({ projectId: 'shop', dialogUrl: 'https://dialog.example.com' })],
 * })
 */
export function latchkeyConnector(source: Modal | ModalOptions): CreateConnectorFn<Eip1193Provider> {
  return ({ chains, emitter }) => {
    let current: Promise<() => Modal> | undefined
    let stop: (() => void) | undefined
    let heard: Modal | undefined
    async function create(): Promise<Modal> {
      if (!('projectId' in source)) return source
      const { createModal } = await fetchCode(() => import('../createModal.js'))
      const { projectId, dialogUrl } = source
      // The page's own modal keeps its networks: wagmi's are no options that it was given a second time.
      const isCreated = URL.canParse(dialogUrl) && registry().instances.has(`${projectId} ${new URL(dialogUrl).origin}`)
      return createModal(isCreated ? source : { ...source, networks: wagmiNetworks(chains, source.networks) })
    }
    /** Creates it once; after a failure the next call tries again. */
    async function load(): Promise<Modal> {
      current ??= create()
        .then(follow)
        .catch((error) => {
          current = undefined
          throw error
        })
      const modal = (await current)()
      if (modal === heard) return modal
      // The page has destroyed the one before and created it again.
      stop?.()
      heard = modal
      stop = listen(modal)
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

    const listeners = { connect: onConnect, accountsChanged: onAccountsChanged, chainChanged: onChainChanged, disconnect: onDisconnect }
    /**
     * For as long as the page has the modal, so that a connection made elsewhere (another tab, `modal.open()`) arrives here, too.
     *
     * @returns stop
     */
    function listen(modal: Modal): () => void {
      if (typeof document === 'undefined') return () => {}
      const provider = modal.provider(evm)
      for (const [event, listener] of Object.entries(listeners)) provider.on(event, listener as ProviderListener)
      return () => {
        for (const [event, listener] of Object.entries(listeners)) provider.removeListener(event, listener as ProviderListener)
      }
    }

    /** Adds the chain to the wallet. Many wallets switch while they add; one that does not was told no by its user. */
    async function addChain(parameters: ReturnType<typeof addParameters>) {
      await ask('wallet_addEthereumChain', [parameters])
      const { chainId } = parameters
      if ((await getChainId()) === Number(chainId)) return
      await ask('wallet_switchEthereumChain', [{ chainId }])
    }

    async function switchChain(chainId: number, said?: AddedChain) {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain) throw new SwitchChainError(new ChainNotConfiguredError())
      const parameters = addParameters(chain, said)
      try {
        await ask('wallet_switchEthereumChain', [{ chainId: parameters.chainId }])
      } catch (error) {
        if (!isUnknownChain(error)) throw toSwitchError(error)
        await addChain(parameters).catch((reason) => {
          throw toSwitchError(reason)
        })
      }
      return chain
    }

    return {
      id: rdns,
      name: displayName,
      icon,
      rdns,
      type: 'injected',
      async setup() {
        if (typeof document === 'undefined') return
        // wagmi waits for nobody here: why it failed is heard by whoever connects, which loads it again.
        await load().catch(() => {})
      },
      async connect<WithCapabilities extends boolean = false>({
        chainId,
        isReconnecting,
        withCapabilities,
        capabilities,
      }: {
        chainId?: number | undefined
        isReconnecting?: boolean | undefined
        withCapabilities?: WithCapabilities | boolean | undefined
        /** ERC-7846, for example `{ signInWithEthereum: { nonce, chainId } }`. */
        capabilities?: Readonly<Record<string, unknown>> | undefined
      } = {}) {
        const asked = () =>
          capabilities
            ? ask<Granted>('wallet_connect', [{ version: '1', capabilities, ...(chainId && { chainIds: [numberToHex(chainId)] }) }])
            : ask<Addresses>('eth_requestAccounts').then(withoutCapabilities)
        const granted = isReconnecting
          ? withoutCapabilities(await getAccounts())
          : await asked().catch((error) => {
              throw toWagmiError(error)
            })
        const accounts = granted.accounts.map(({ address }) => address)
        // A refused switch ends the connect; a wallet that cannot switch is connected all the same, on the chain that it is on, as in wagmi.
        if (chainId && chainId !== (await getChainId()))
          await switchChain(chainId).catch((error) => {
            if (error instanceof UserRejectedRequestError) throw error
          })
        const described = withCapabilities ? granted.accounts : accounts
        return {
          // wagmi's type depends on this flag, which the compiler cannot follow.
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
      switchChain: ({ chainId, addEthereumChainParameter }) => switchChain(chainId, addEthereumChainParameter),
      onAccountsChanged,
      onChainChanged,
      onConnect,
      onDisconnect,
    }
  }
}
