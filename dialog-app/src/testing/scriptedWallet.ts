import { codes, RpcError } from '@latchkey/protocol'
import { accountReplies, evmAddress } from './familyAddresses.js'

type Reply = unknown | ((params: unknown) => unknown | Promise<unknown>)

/** A wallet that a test plays: what it answers, what it was asked, when it answers. */
export type ScriptedWallet = {
  readonly calls: { readonly method: string; readonly params: unknown }[]
  /** Answers of methods: a value, or a function that may throw or wait. */
  replies: Record<string, Reply>
  request(method: string, params: unknown): Promise<unknown>
  methods(): readonly string[]
}

export const address = evmAddress
export const otherAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** An unlocked wallet of every family that says yes to everything; on EVM on chain 31337, and knowing 31337 and 31338. */
export function scriptedWallet(replies: Record<string, Reply> = {}): ScriptedWallet {
  let chainId = '0x7a69'
  const known = new Set(['0x7a69', '0x7a6a'])
  const read = (params: unknown) => (params as readonly { chainId: string }[])[0]?.chainId ?? ''
  const usual: Record<string, Reply> = {
    eth_requestAccounts: [address.toLowerCase()],
    eth_accounts: [address.toLowerCase()],
    eth_chainId: () => chainId,
    wallet_switchEthereumChain: (params: unknown) => {
      if (!known.has(read(params))) throw { code: 4902, message: 'Unrecognized chain ID' }
      chainId = read(params)
      return null
    },
    wallet_addEthereumChain: (params: unknown) => {
      known.add(read(params))
      return null
    },
    wallet_revokePermissions: null,
    ...accountReplies,
  }
  const wallet: ScriptedWallet = {
    calls: [],
    replies,
    async request(method, params) {
      wallet.calls.push({ method, params })
      const reply = method in wallet.replies ? wallet.replies[method] : usual[method]
      if (reply === undefined) throw new RpcError(codes.unsupportedMethod, `Unknown ${method}`)
      return typeof reply === 'function' ? await reply(params) : reply
    },
    methods: () => wallet.calls.map(({ method }) => method),
  }
  return wallet
}

/** A promise that a test settles by hand. */
export function deferred<T = unknown>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
