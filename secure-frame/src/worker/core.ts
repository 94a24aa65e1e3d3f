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
import { vaultRoutes } from '@latchkey/protocol/schemas/account'
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
import type { WorkerEvent, WorkerHandlers } from './contract.js'
import { classify, familyOf } from './policy/methods.js'
import { families, networkOf, servedNetworks } from './policy/networks.js'
import { notAllowed } from './policy/refusals.js'
import { accountsIn, answerSafe } from './policy/safe.js'
import { createUsedIds } from './policy/usedIds.js'
import type { SecurityHandlers } from './security/contract.js'
import type { SignerContext } from './signers/context.js'
import { signerOf, validateRequest } from './signers/prepare.js'
import { createRpc } from './signers/rpc.js'
import { openKeyValue } from './storage/keyValue.js'
import { createWallet } from './vault/wallet.js'

type Core = Omit<WorkerHandlers, 'start'>

/**
 * The embedded wallet: login, keys, policy and consent, behind one table of methods.
 *
 * @param emit tells the document what happened by itself
 */
export async function createCore(
  boot: SecureBoot,
  emit: (event: WorkerEvent) => void,
): Promise<{ readonly methods: Core; security(): Promise<SecurityHandlers> }> {
  // Browsers keep storage apart by site: pages of one site with different origins would share a login that only one of them got.
  const scope = `latchkey-${boot.projectId}-${boot.origin}`
  const storage = await openKeyValue(scope)
  const device = await loadDeviceKey(storage)
  const place = { projectId: boot.projectId, origin: boot.origin }
  const accounts = createAccounts(boot.api, device, undefined, place)
  const tabs = new BroadcastChannel(scope)
  const session = createSession(storage, accounts, scope, () => leave('expired'))
  const wallet = createWallet(session, storage, device.jkt)
  const emailLogin = createEmailLogin({ accounts, session, storage }, place)
  const social = createSocialLogin({ accounts, session }, place)
  const emailChange = createEmailChange(session)
  const lastAccount = createLastAccount(storage)
  const contacts = createContacts(storage)
  const approvals = createApprovals((approval) => emit({ event: 'approval', approval }))
  const takeId = createUsedIds()
  let chainId = ((await storage.get('chain')) as CaipNetworkId | undefined) ?? boot.defaultNetwork ?? servedNetworks(boot)[0]?.caipNetworkId

  function leave(reason: 'signedOut' | 'expired') {
    wallet.lock()
    approvals.abort()
    emit({ event: 'session', isConnected: false, reason })
  }
  tabs.onmessage = () => leave('signedOut')

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

  async function addressOn(network: Network): Promise<string> {
    if (!(await session.stored())) throw failure(codes.unauthorized, errors.somethingWentWrong, { reason: 'session_expired' })
    const address = (await wallet.open())[network.chainNamespace]
    if (!address) throw new RpcError(codes.chainNotAdded, errors.chainNotSupported)
    return address
  }

  const rpcOf = (network: Network) => createRpc(network.rpcUrls.default?.http[0] ?? `${boot.api}/v1/`)

  async function ask(requestId: string, method: string, params: unknown, network: Network, signal: AbortSignal): Promise<unknown> {
    const account = await addressOn(network)
    await validateRequest(method, params, account, Number(network.id))
    const context = async (): Promise<SignerContext> => ({
      origin: boot.origin,
      network,
      account,
      rpc: rpcOf(network),
      withSeed: (use) => wallet.withSeed(use),
      known: await contacts.of(network.chainNamespace),
    })
    const stop = () => approvals.abort(requestId)
    signal.addEventListener('abort', stop)
    try {
      return await approvals.ask({
        requestId,
        method,
        surface: boot.approvalSurface,
        origin: boot.origin,
        verified: boot.verified,
        networkName: network.name,
        prepare: async () => (await signerOf(method))(params, await context()),
        decided(accepted, digest, prepared) {
          if (accepted) void contacts.add(network.chainNamespace, prepared.counterparties)
          const event = accepted ? 'approval-accepted' : 'approval-rejected'
          session.call(vaultRoutes.report, { event, method, digest }).catch(() => undefined)
        },
      })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  async function user(target: SecureTarget & { id: string }, signal: AbortSignal): Promise<SecureUser> {
    const stored = await session.stored()
    if (!stored) throw failure(codes.unauthorized, errors.somethingWentWrong, { reason: 'session_expired' })
    const network = current(target.chainId)
    const addresses = await wallet.open(signal)
    await setChain(network)
    const list = families.flatMap((namespace) =>
      addresses[namespace] ? [{ namespace, address: addresses[namespace], type: 'eoa' as const }] : [],
    )
    const signature =
      target.siwxMessage && network.chainNamespace === families[0]
        ? await ask(target.id, 'personal_sign', [target.siwxMessage, addresses[network.chainNamespace]], network, signal)
        : undefined
    return {
      email: stored.user.email,
      ...(stored.user.userName ? { userName: stored.user.userName } : {}),
      provider: stored.provider,
      address: addresses[network.chainNamespace] ?? '',
      chainId: network.caipNetworkId,
      accounts: list,
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
      ...(target.siwxMessage && signature
        ? { siwxMessage: target.siwxMessage, message: target.siwxMessage, signature: String(signature) }
        : {}),
    }
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

  const methods: Core = {
    connectEmail: ({ email }, signal) => emailLogin.start(email, signal),
    connectDevice: (_params, signal) => emailLogin.device(signal),
    async connectOtp({ otp }, signal) {
      const step = await emailLogin.otp(otp, signal)
      signedIn()
      return step
    },
    getSocialRedirectUri: async ({ provider }, signal) => ({ uri: await social.redirectUri(provider, signal) }),
    waitSocial: async (_params, signal) => ({ number: await social.arrived(signal) }),
    async connectSocial({ uri, ...target }, signal) {
      await social.finish(uri, signal)
      return socialUser(target, signal)
    },
    getFarcasterUri: (_params, signal) => social.farcasterUri(signal),
    async connectFarcaster(target, signal) {
      await social.finishFarcaster(signal)
      return socialUser(target, signal)
    },
    getUser: user,
    async switchNetwork({ chainId: wanted }) {
      const network = current(wanted)
      await setChain(network)
      return { chainId: network.caipNetworkId }
    },
    async signOut({ refused = false } = {}) {
      leave('signedOut')
      await session.end()
      await lastAccount.forget(refused)
      await contacts.forget()
      await storage.delete('chain')
      tabs.postMessage('signedOut')
    },
    isConnected: async () => ({ isConnected: (await session.stored()) !== null }),
    getChainId: () => ({ chainId: current(undefined).caipNetworkId }),
    getSmartAccountEnabledNetworks: () => ({ smartAccountEnabledNetworks: [] }),
    initSmartAccount() {
      throw new RpcError(codes.unsupportedMethod, errors.chainNotSupported)
    },
    async setPreferredAccount({ type, chainId: wanted }) {
      if (type !== 'eoa') throw new RpcError(codes.unsupportedMethod, errors.chainNotSupported)
      return { type, address: await addressOn(current(wanted)) }
    },
    updateEmail: ({ email }, signal) => emailChange.start(email, signal),
    updateEmailPrimaryOtp: ({ otp }, signal) => emailChange.primary(otp, signal),
    async updateEmailSecondaryOtp({ otp }, signal) {
      const result = await emailChange.secondary(otp, signal)
      emit({ event: 'session', isConnected: true, reason: 'updated' })
      return result
    },
    async rpcRequest({ id, namespace, chainId: wanted, method, params }, signal) {
      const kind = classify(method)
      if (kind === 'refused' || (kind !== 'accounts' && familyOf(method) !== namespace)) throw notAllowed()
      const network = networkOf(boot, wanted)
      if (network.chainNamespace !== namespace) throw notAllowed('chainId')
      if (kind === 'unsafe') {
        takeId(id)
        return ask(id, method, params, network, signal)
      }
      const account = await addressOn(network)
      return kind === 'accounts' ? accountsIn(namespace, account) : answerSafe(method, params, network, account, rpcOf(network))
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
    decide: (decision) => approvals.decide(decision),
    setLimit: ({ requestId, amount }) => approvals.setLimit(requestId, amount),
  }

  let security: Promise<SecurityHandlers> | undefined
  return {
    methods,
    security() {
      security ??= import('./security/handlers.js').then(({ createSecurity }) =>
        createSecurity({ accounts, session, storage, wallet, jkt: device.jkt, signOut: methods.signOut, boot }),
      )
      return security
    },
  }
}
