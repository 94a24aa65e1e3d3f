import {
  type CaipNetworkId,
  codes,
  errors,
  type Network,
  RpcError,
  type SecureBoot,
  type SecureTarget,
  type SecureUser,
} from '@latchkey/protocol'
import type { Handlers } from '@latchkey/protocol/bridge'
import { createApprovals } from './approve/approvals.js'
import { createAccounts } from './auth/accounts.js'
import { loadDeviceKey } from './auth/deviceKey.js'
import { createEmailChange } from './auth/emailChange.js'
import { createEmailLogin } from './auth/emailLogin.js'
import { failure } from './auth/failure.js'
import { createLastAccount } from './auth/lastAccount.js'
import { createSession } from './auth/session.js'
import { createSocialLogin } from './auth/socialLogin.js'
import { createContacts } from './contacts.js'
import type { WalletHandlers, WorkerApi, WorkerEvent } from './contract.js'
import { createOwnAccounts } from './ownAccounts.js'
import { classify, familyOf } from './policy/methods.js'
import { families, isEvm, networkOf, servedNetworks } from './policy/networks.js'
import { notAllowed } from './policy/refusals.js'
import { accountsIn } from './policy/safe.js'
import { createUsedIds } from './policy/usedIds.js'
import { createRequests } from './requests.js'
import type { SecurityHandlers } from './security/contract.js'
import { createProof } from './security/proof.js'
import { createBatches } from './signers/calls/batches.js'
import { openKeyValue } from './storage/keyValue.js'
import { openTabs } from './storage/tabs.js'
import { createWallet } from './vault/wallet.js'

type Core = Omit<Handlers<WorkerApi>, 'start' | 'serveSecurity'> & {
  readonly methods: WalletHandlers
  /** Fetched when somebody asks for it. */
  security(): Promise<SecurityHandlers>
}

/**
 * The embedded wallet: login, keys, policy and consent, behind one table of methods. It runs in the secure frame's Worker.
 *
 * @param boot what the server wrote into the document: the project, the page's origin, the networks
 * @param emit called with what happens by itself: an approval, the end of the session
 * @example
 * import type { SecureBoot } from '@latchkey/protocol'
 *
 * async function isSignedIn(boot: SecureBoot) {
 *   const { methods } = await createCore(boot, ({ event }) => dispatchEvent(new Event(event)))
 *   return methods.isConnected({}, { signal: new AbortController().signal })
 * }
 */
export async function createCore(boot: SecureBoot, emit: (event: WorkerEvent) => void): Promise<Core> {
  // Browsers keep storage apart by site: pages of one site with different origins would share a login that only one of them got.
  const scope = `latchkey-${boot.projectId}-${boot.origin}`
  const storage = await openKeyValue(scope)
  const device = await loadDeviceKey(storage)
  const place = { projectId: boot.projectId, origin: boot.origin }
  const accounts = createAccounts(boot.api, device, undefined, place)
  const own = await createOwnAccounts(storage, boot)
  const tabs = openTabs(storage, scope, (message) => void follow(message))
  const session = createSession(storage, accounts, tabs, () => leave('expired'))
  const wallet = createWallet(session, storage, device.jkt)
  const emailLogin = createEmailLogin({ accounts, session, storage }, place)
  const social = createSocialLogin({ accounts, session, storage }, place)
  const emailChange = createEmailChange(session)
  const lastAccount = createLastAccount(storage)
  const contacts = createContacts(storage, async () => (await session.stored())?.user.id)
  const approvals = createApprovals((approval) => emit({ event: 'approval', approval }))
  const proof = createProof(session, wallet, approvals.proven)
  const takeId = createUsedIds()
  const batches = createBatches(storage)
  const requests = createRequests({ boot, session, storage, wallet, proof, approvals, contacts, accounts: own, batches })
  let chainId = ((await storage.get('chain')) as CaipNetworkId | undefined) ?? boot.defaultNetwork ?? servedNetworks(boot)[0]?.caipNetworkId

  function leave(reason: 'signedOut' | 'expired') {
    wallet.lock()
    approvals.abort()
    emit({ event: 'session', isConnected: false, reason })
  }

  /** Does as another tab did. */
  async function follow(message: 'signedOut' | 'accountType') {
    if (message === 'signedOut') leave('signedOut')
    await own.readAgain()
    if (message === 'accountType' && (await session.stored())) emit({ event: 'session', isConnected: true, reason: 'updated' })
  }

  function current(id: string | undefined): Network {
    const wanted = id ?? chainId
    if (!wanted) throw new RpcError(codes.chainNotAdded, errors.chainNotSupported)
    return networkOf(boot, wanted)
  }

  async function setChain(network: Network) {
    if (chainId === network.caipNetworkId) return
    chainId = network.caipNetworkId
    await storage.set('chain', chainId)
    emit({ event: 'chain', chainId })
  }

  /** Which EVM network decides about the kind of account, while another family is asked about. */
  const evmNetwork = (network: Network) => (isEvm(network) ? network : servedNetworks(boot).find(isEvm))

  const expired = () => failure(codes.unauthorized, errors.somethingWentWrong, { reason: 'session_expired' })

  async function user(target: SecureTarget & { id: string }, signal: AbortSignal): Promise<SecureUser> {
    const stored = await session.stored()
    if (!stored) throw expired()
    const network = current(target.chainId)
    await wallet.open()
    if (target.preferredAccountType) await own.prefer(target.preferredAccountType)
    await setChain(network)
    const evm = evmNetwork(network)
    const lists = await Promise.all(
      families.map(async (namespace) => {
        const on = isEvm({ chainNamespace: namespace })
          ? evm
          : servedNetworks(boot).find(({ chainNamespace }) => chainNamespace === namespace)
        return on ? (await requests.accountsOn(on)).map((account) => ({ namespace, ...account })) : []
      }),
    )
    const list = lists.flat()
    const first = list.find(({ namespace }) => namespace === network.chainNamespace)
    const preferred = list.find(({ namespace }) => isEvm({ chainNamespace: namespace }))
    const message = isEvm(network) ? target.siwxMessage : undefined
    if (message) takeId(target.id)
    const signature = message && (await requests.ask(target.id, 'personal_sign', [message, first?.address], network, signal))
    // One user's address under the other's name would have somebody send coins there.
    if ((await session.stored())?.user.id !== stored.user.id) throw expired()
    return {
      email: stored.user.email,
      ...(stored.user.userName ? { userName: stored.user.userName } : {}),
      provider: stored.provider,
      address: first?.address ?? '',
      chainId: network.caipNetworkId,
      accounts: list,
      preferredAccountType: preferred?.type ?? 'eoa',
      smartAccountDeployed: evm && preferred?.type === 'smartAccount' ? await own.isDeployed(evm, preferred.address) : false,
      ...(message && signature ? { siwxMessage: message, message, signature: String(signature) } : {}),
    }
  }

  /** A batch may name its own chain (EIP-5792), which counts. */
  async function chainOf(method: string, params: unknown, asked: string): Promise<string> {
    if (method !== 'wallet_sendCalls') return asked
    const { networkOfCalls } = await import('./policy/callsParams.js')
    const named = networkOfCalls(params) ?? asked
    if (!servedNetworks(boot).some(({ caipNetworkId }) => caipNetworkId === named))
      throw new RpcError(codes.unsupportedChain, errors.chainNotSupported)
    return named
  }

  const signedIn = () => emit({ event: 'session', isConnected: true, reason: 'signedIn' })

  /** Who has come by another service's account, and whether somebody else was here before. */
  async function socialUser(target: SecureTarget & { id: string }, signal: AbortSignal): Promise<SecureUser> {
    signedIn()
    const who = await user(target, signal)
    const stored = await session.stored()
    const before = stored && stored.provider !== 'email' ? await lastAccount.meet(stored.user, stored.provider) : undefined
    return before ? { ...who, before } : who
  }

  const methods: WalletHandlers = {
    connectEmail: ({ email }, { signal }) => emailLogin.start(email, signal),
    connectDevice: (_params, { signal }) => emailLogin.device(signal),
    async connectOtp({ otp }, { signal }) {
      const step = await emailLogin.otp(otp, signal)
      signedIn()
      return step
    },
    getSocialRedirectUri: async ({ provider }, { signal }) => ({ uri: await social.redirectUri(provider, signal) }),
    leaveForSocial: ({ provider }, { signal }) => social.leave(provider, signal),
    returnSocial: (_params, { signal }) => social.comeBack(signal),
    waitSocial: async (_params, { signal }) => ({ number: await social.arrived(signal) }),
    async connectSocial({ uri, ...target }, { signal }) {
      await social.finish(uri, signal)
      return socialUser(target, signal)
    },
    getFarcasterUri: () => social.farcasterUri(),
    async connectFarcaster(target, { signal }) {
      await social.finishFarcaster(signal)
      return socialUser(target, signal)
    },
    getUser: (target, { signal }) => user(target, signal),
    async switchNetwork({ chainId: wanted }) {
      const network = current(wanted)
      await setChain(network)
      return { chainId: network.caipNetworkId }
    },
    async signOut({ refused = false } = {}) {
      leave('signedOut')
      await session.end(async () => {
        await Promise.all([lastAccount.forget(refused), contacts.forget(), batches.forget(), own.forget(), storage.delete('chain')])
        // What was asked, or opened, while the session ended.
        wallet.lock()
        approvals.abort()
        tabs.tell('signedOut')
      })
    },
    isConnected: async () => ({ isConnected: (await session.stored()) !== null }),
    getChainId: () => ({ chainId: current(undefined).caipNetworkId }),
    getSmartAccountEnabledNetworks: () => ({ smartAccountEnabledNetworks: own.networks.map(({ caipNetworkId }) => caipNetworkId) }),
    async initSmartAccount({ chainId: wanted }) {
      const network = current(wanted)
      await own.require(network)
      const smart = (await requests.accountsOn(network)).find(({ type }) => type === 'smartAccount')
      if (!smart) throw new RpcError(codes.chainNotAdded, errors.chainNotSupported)
      return { address: smart.address, isDeployed: await own.isDeployed(network, smart.address) }
    },
    estimateFee: ({ chainId: wanted, calls }) => requests.estimateFee(networkOf(boot, wanted), calls),
    async setPreferredAccount({ type, chainId: wanted }) {
      const network = current(wanted)
      // Back to the key's own account always; to the other one only where it works.
      if (type === 'smartAccount') await own.require(network)
      await own.prefer(type)
      tabs.tell('accountType')
      return { type, address: (await requests.accountsOn(network))[0].address }
    },
    updateEmail: ({ email }, { signal }) => emailChange.start(email, signal),
    updateEmailPrimaryOtp: ({ otp }, { signal }) => emailChange.primary(otp, signal),
    async updateEmailSecondaryOtp({ otp }, { signal }) {
      const result = await emailChange.secondary(otp, signal)
      emit({ event: 'session', isConnected: true, reason: 'updated' })
      return result
    },
    async rpcRequest({ id, namespace, chainId: wanted, method, params }, { signal }) {
      const kind = classify(method)
      if (kind === 'refused' || (kind !== 'accounts' && familyOf(method) !== namespace)) throw notAllowed()
      const network = networkOf(boot, await chainOf(method, params, wanted))
      if (network.chainNamespace !== namespace) throw notAllowed('chainId')
      if (kind === 'unsafe') {
        takeId(id)
        return requests.ask(id, method, params, network, signal)
      }
      return kind === 'accounts'
        ? accountsIn(namespace, (await requests.accountsOn(network))[0].address)
        : requests.answer(method, params, network)
    },
    async signIns({ id, messages }, { signal }) {
      takeId(id)
      const asked = messages.map(({ chainId: wanted, message }) => ({ network: networkOf(boot, wanted), message }))
      return (await requests.askSignIns(id, asked, signal)) as readonly string[]
    },
    rpcAbort: ({ requestId }) => approvals.abort(requestId),
    async getSecurity() {
      const { quarantineUntil } = await session.facts()
      await wallet.open()
      const vault = wallet.vault()
      const own = wallet.deviceSlotId()
      return {
        custody: vault?.custody ?? 'operator-assisted',
        factors: (vault?.slots ?? []).flatMap(({ header: { slotId, type, createdAt } }) =>
          type === 'device' || type === 'passkey' || type === 'code'
            ? [{ id: slotId, type, createdAt: Date.parse(createdAt), current: slotId === own }]
            : [],
        ),
        quarantinedUntil: quarantineUntil ? Date.parse(quarantineUntil) : null,
      }
    },
  }

  let security: Promise<SecurityHandlers> | undefined
  return {
    methods,
    decide: (decision) => approvals.decide(decision),
    setLimit: ({ requestId, amount }) => approvals.setLimit(requestId, amount),
    security() {
      security ??= import('./security/handlers.js').then(({ createSecurity }) =>
        createSecurity({
          accounts,
          session,
          storage,
          wallet,
          proof,
          jkt: device.jkt,
          signOut: methods.signOut,
          boot,
          smartContexts: requests.smartContexts,
        }),
      )
      return security
    },
  }
}
