/** An EIP-6963 wallet of the page under test, which does what `window.wallet` says. */
type Listener = (data: unknown) => void

const listeners: [string, Listener][] = []
const wallet = {
  chainId: '0x7a69',
  /** Emits what it does, as most wallets do. */
  emits: true,
  asked: [] as { method: string; params?: unknown }[],
  /** Shows something of its own before it answers. */
  show: undefined as (() => Promise<void>) | undefined,
  fail: undefined as unknown,
  emit(event: string, data: unknown) {
    for (const [name, listener] of listeners) if (name === event) listener(data)
  },
}

const provider = {
  async request({ method, params }: { method: string; params?: readonly { chainId?: string }[] }) {
    wallet.asked.push({ method, params })
    if (method === 'eth_chainId') return wallet.chainId
    if (wallet.fail) throw wallet.fail
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') {
      if (method === 'eth_requestAccounts') await wallet.show?.()
      return ['0x00000000000000000000000000000000000000Aa']
    }
    if (method === 'wallet_switchEthereumChain') {
      wallet.chainId = params?.[0]?.chainId ?? wallet.chainId
      if (wallet.emits) wallet.emit('chainChanged', wallet.chainId)
      return null
    }
    return method
  },
  on: (event: string, listener: Listener) => listeners.push([event, listener]),
  removeListener() {},
}

const detail = Object.freeze({
  info: Object.freeze({ uuid: crypto.randomUUID(), name: 'Test wallet', rdns: 'test.wallet', icon: 'data:image/svg+xml,%3Csvg/%3E' }),
  provider,
})
const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
addEventListener('eip6963:requestProvider', announce)
announce()
Object.assign(window, { wallet, walletDetail: detail })

export type TestWallet = typeof wallet
