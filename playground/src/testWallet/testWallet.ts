import type { LocalChain } from './chains.js'
import { readMemory, type WalletMemory, watchMemory, writeMemory } from './memory.js'
import { askNode } from './node.js'
import { ask, isAsking, type Prompt, showAgain } from './prompt.js'
import { busy, chainMissing, ProviderError, unauthorized, unsupported } from './rpcError.js'
import { accounts, readable, sendTransaction, type Transaction, transactionPrompt } from './signer.js'

type Listener = (data: unknown) => void

const hex = (value: number): `0x${string}` => `0x${value.toString(16)}`

/** An EIP-1193 wallet that lives in this page, signs for real and only knows chains of this machine. */
export function createTestWallet(chains: readonly [LocalChain, ...LocalChain[]]) {
  const fallback: WalletMemory = { authorised: false, account: 0, chainId: chains[0].id }
  const listeners = new Map<string, Set<Listener>>()
  const watchers = new Set<() => void>()
  let memory = readMemory(fallback)

  const account = () => accounts[memory.account] ?? (accounts[0] as (typeof accounts)[number])
  const chain = () => chains.find(({ id }) => id === memory.chainId) ?? chains[0]
  const visible = () => (memory.authorised ? [account().address] : [])
  const emit = (event: string, data: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(data)
  }

  /** Takes over a new memory and tells the page exactly what changed. */
  function apply(next: WalletMemory) {
    const before = { accounts: visible().join(), chainId: chain().id }
    memory = next
    if (visible().join() !== before.accounts) emit('accountsChanged', visible())
    if (chain().id !== before.chainId) emit('chainChanged', hex(chain().id))
    for (const watcher of watchers) watcher()
  }
  function change(part: Partial<WalletMemory>) {
    const next = { ...memory, ...part }
    writeMemory(next)
    apply(next)
  }
  watchMemory(fallback, apply)

  async function confirm(prompt: Prompt) {
    if (isAsking()) {
      showAgain()
      throw busy()
    }
    await ask(prompt)
  }
  const from = ['Asked by', location.origin] as const

  async function connect() {
    if (!memory.authorised) {
      await confirm({
        title: 'Connect to this site?',
        approve: 'Connect',
        facts: [from, ['Account', account().address], ['It may', 'see your address and ask you to sign. Nothing happens without you.']],
      })
      change({ authorised: true })
    }
    return visible()
  }

  async function moveTo(chainId: unknown, title: string) {
    const target = chains.find(({ id }) => hex(id) === String(chainId).toLowerCase())
    if (!target) throw chainMissing(String(chainId))
    if (target.id === chain().id) return null
    await confirm({
      title,
      approve: 'Switch',
      facts: [from, ['From', chain().name], ['To', target.name]],
    })
    change({ chainId: target.id })
    return null
  }

  async function sign(method: string, params: readonly unknown[]) {
    if (!memory.authorised) throw unauthorized()
    const address = ['Account', account().address] as const
    if (method === 'personal_sign') {
      const message = String(params[0])
      await confirm({ title: 'Sign this message?', approve: 'Sign', facts: [from, address, ['Message', readable(message)]] })
      return account().signMessage({ message: message.startsWith('0x') ? { raw: message as `0x${string}` } : message })
    }
    if (method === 'eth_signTypedData_v4') {
      const data = JSON.parse(String(params[1])) as Parameters<ReturnType<typeof account>['signTypedData']>[0]
      const shown = JSON.stringify(data.message, null, 2)
      await confirm({
        title: 'Sign this data?',
        approve: 'Sign',
        facts: [from, address, ['Type', String(data.primaryType)], ['Data', shown]],
      })
      return account().signTypedData(data)
    }
    const transaction = (params[0] ?? {}) as Transaction
    await confirm(transactionPrompt(account(), chain(), transaction))
    return sendTransaction(account(), chain(), transaction)
  }

  async function request({ method, params }: { method: string; params?: readonly unknown[] | object }): Promise<unknown> {
    const list = Array.isArray(params) ? (params as readonly unknown[]) : []
    const chainId = (list[0] as { chainId?: unknown } | undefined)?.chainId
    switch (method) {
      case 'eth_accounts':
        return visible()
      case 'eth_chainId':
        return hex(chain().id)
      case 'eth_requestAccounts':
        return connect()
      case 'wallet_requestPermissions':
        await connect()
        return [{ parentCapability: 'eth_accounts' }]
      case 'wallet_getPermissions':
        return memory.authorised ? [{ parentCapability: 'eth_accounts' }] : []
      case 'wallet_revokePermissions':
        change({ authorised: false })
        return null
      case 'wallet_switchEthereumChain':
        return moveTo(chainId, 'Switch network?')
      case 'wallet_addEthereumChain':
        if (!chains.some(({ id }) => hex(id) === chainId))
          throw new ProviderError(-32602, 'The Test wallet only uses chains of this machine.')
        return moveTo(chainId, 'Use this network?')
      case 'personal_sign':
      case 'eth_signTypedData_v4':
      case 'eth_sendTransaction':
        return sign(method, list)
      default:
        if (!/^(eth|net|web3)_/.test(method) || /sign/i.test(method)) throw unsupported(method)
        return askNode(chain(), method, list)
    }
  }

  return {
    provider: {
      request,
      on(event: string, listener: Listener) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      },
      removeListener(event: string, listener: Listener) {
        listeners.get(event)?.delete(listener)
      },
    },
    /** What the user may do in the wallet itself, without the page asking. */
    controls: {
      addresses: accounts.map(({ address }) => address),
      read: () => memory,
      subscribe(watcher: () => void) {
        watchers.add(watcher)
        return () => watchers.delete(watcher)
      },
      chooseAccount: (index: number) => change({ account: index }),
      chooseChain: (chainId: number) => change({ chainId }),
    },
  }
}

export type TestWallet = ReturnType<typeof createTestWallet>
