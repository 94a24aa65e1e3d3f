import { codes, errors, type Network, type PlainCall, RpcError, type SecureBoot } from '@latchkey/protocol'
import { vaultRoutes } from '@latchkey/protocol/schemas/account'
import type { Approvals } from './approve/approvals.js'
import type { Prepared } from './approve/content.js'
import { failure } from './auth/failure.js'
import type { Session } from './auth/session.js'
import type { Contacts } from './contacts.js'
import type { OwnAccount, OwnAccounts } from './ownAccounts.js'
import { grantsPower } from './policy/methods.js'
import { isEvm, networkOf, servedNetworks } from './policy/networks.js'
import { refuseInQuarantine } from './policy/quarantine.js'
import { aborted, invalid } from './policy/refusals.js'
import { answerSafe } from './policy/safe.js'
import type { Proof } from './security/proof.js'
import type { Batches } from './signers/calls/batches.js'
import type { SignerContext } from './signers/context.js'
import { signerOf, validateRequest } from './signers/prepare.js'
import { createNodeRpc } from './signers/rpc.js'
import type { OperationFee } from './signers/safe/estimateOperation.js'
import { warmSigning } from './signers/warmSigning.js'
import type { KeyValue } from './storage/keyValue.js'
import type { Wallet } from './vault/wallet.js'

type Parts = {
  readonly boot: SecureBoot
  readonly session: Session
  readonly storage: KeyValue
  readonly wallet: Wallet
  readonly proof: Pick<Proof, 'isEnough'>
  readonly approvals: Approvals
  readonly contacts: Contacts
  readonly accounts: OwnAccounts
  readonly batches: Batches
}

/** A sign-in message for the account of a network. */
export type SignInAsked = { readonly network: Network; readonly message: string }

/** What the wallet does with a page's request, once the policy let it in. */
export type Requests = {
  /** Every account of the user on a network, the one that answers first. @throws RpcError 4100 when nobody is signed in */
  accountsOn(network: Network): Promise<readonly [OwnAccount, ...OwnAccount[]]>
  /** Settles by the user's decision. */
  ask(requestId: string, method: string, params: unknown, network: Network, signal: AbortSignal): Promise<unknown>
  /** Sign-ins of several networks by one approval; their signatures in the same order. */
  askSignIns(requestId: string, asked: readonly SignInAsked[], signal: AbortSignal): Promise<unknown>
  /** What calls of the account that answers cost, and who pays; null for a key's own account. @throws RpcError as an approval of them would */
  estimateFee(network: Network, calls: readonly PlainCall[]): Promise<OperationFee | null>
  /** What signs for the user's smart account on each network that has them, whichever account answers there. */
  smartContexts(): Promise<readonly SignerContext[]>
  /** Answered without a user. */
  answer(method: string, params: unknown, network: Network): Promise<unknown>
}

/** Whether anything leaves by a request, or others may take something by it. */
const gives = ({ grants, changes }: Prepared['content']) => grants.length > 0 || changes.some(({ direction }) => direction === 'out')

export function createRequests({ boot, session, storage, wallet, proof, approvals, contacts, accounts, batches }: Parts): Requests {
  const rpcOf = (network: Network) => createNodeRpc(network, boot)
  const warmed = new Set<string>()

  /** While a user reads what they are asked, the code that their press will need is made ready: once, and behind what is drawn. */
  function warm({ chainNamespace }: Network, isSmart: boolean) {
    const name = `${chainNamespace} ${isSmart}`
    if (warmed.has(name)) return
    warmed.add(name)
    // A press does without it, too.
    setTimeout(() => warmSigning(chainNamespace, isSmart).catch(() => warmed.delete(name)))
  }

  const signedIn = async () => (await session.stored())?.user.id
  const expired = () => failure(codes.unauthorized, errors.somethingWentWrong, { reason: 'session_expired' })

  async function accountsOn(network: Network): Promise<readonly [OwnAccount, ...OwnAccount[]]> {
    if (!(await session.stored())) throw expired()
    const [first, ...others] = await accounts.on(network, await wallet.open())
    if (!first) throw new RpcError(codes.chainNotAdded, errors.chainNotSupported)
    return [first, ...others]
  }

  /** The smart account of a network, when that is what answers. */
  async function smartOn(network: Network, own: readonly OwnAccount[]) {
    const owner = own.find(({ type }) => type === 'eoa')?.address
    return own[0]?.type === 'smartAccount' && owner ? accounts.smart(network, owner) : undefined
  }

  /** What a signer knows of the account that answers on a network. */
  async function contextOn(network: Network, own: readonly [OwnAccount, ...OwnAccount[]]): Promise<SignerContext> {
    const smart = await smartOn(network, own)
    const key = own.find(({ type }) => type === 'eoa')?.address ?? own[0].address
    // Another tab may have signed somebody else in since: neither is this account shown to them, nor does their key sign what was shown for it.
    if (!Object.values(await wallet.open()).includes(key)) throw expired()
    return {
      origin: boot.origin,
      network,
      account: own[0].address,
      ...(smart ? { smart } : {}),
      rpc: rpcOf(network),
      withKey: (name, use) => wallet.withKey(name, use, key),
      known: await contacts.of(network.chainNamespace),
      contracts: boot.contracts[network.caipNetworkId] ?? { tokens: [], others: [] },
      batches,
      ...(smart ? { records: (await import('./signers/permissions/records.js')).createRecords(boot) } : {}),
    }
  }

  /** What is said of a request besides what it does: a contract that acts for the account, and the operator's caps. */
  async function lookOver(prepare: () => Promise<Prepared>, network: Network, own: readonly OwnAccount[]): Promise<Prepared> {
    const key = isEvm(network) ? own.find(({ type }) => type === 'eoa')?.address : undefined
    const code = import('./signers/evm/foreignCode.js')
    const [prepared, contract] = await Promise.all([prepare(), key && code.then(({ foreignCode }) => foreignCode(rpcOf(network), key))])
    const told = contract ? (await code).withForeignCode(prepared, contract) : prepared
    if (!gives(told.content)) return told
    const { createWorth, withinCaps } = await import('./policy/caps.js')
    const capped = await withinCaps(told, boot.caps, network, createWorth(boot))
    const { quarantineUntil, user } = await session.facts()
    const until = quarantineUntil === null ? 0 : Date.parse(quarantineUntil)
    // What is on a test network is worth nothing.
    if (until <= Date.now() || network.testnet) return capped
    const { createNewDevice } = await import('./policy/newDevice.js')
    return createNewDevice(storage, boot.caps.newDeviceUsd, createWorth(boot)).within(capped, { user: user.id, until, network })
  }

  type Question = {
    readonly method: string
    readonly network: Network
    readonly own: readonly OwnAccount[]
    readonly prepare: () => Promise<Prepared>
  }

  /** Asks the user; who asked may take it back. */
  async function approve(requestId: string, { method, network, own, prepare }: Question, signal: AbortSignal): Promise<unknown> {
    const user = await signedIn()
    // Signed out, or taken back, while the wallet was opened.
    if (user === undefined) throw expired()
    if (signal.aborted) throw aborted()
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
        prepare,
        isProven: proof.isEnough,
        shown: () => warm(network, own[0]?.type === 'smartAccount'),
        decided(accepted, digest, counterparties) {
          const tell = async () => {
            // Whoever signed in since has a log and contacts of their own.
            if ((await signedIn()) !== user) return
            await contacts.add(network.chainNamespace, counterparties)
            await session.call(vaultRoutes.report, { event: accepted ? 'approval-accepted' : 'approval-rejected', method, digest })
          }
          tell().catch(() => undefined)
        },
      })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  return {
    accountsOn,
    async ask(requestId, method, params, network, signal) {
      const own = await accountsOn(network)
      await validateRequest(method, params, own[0].address, Number(network.id))
      if (grantsPower(method)) await refuseInQuarantine(session)
      const build = async () => (await signerOf(method))(params, await contextOn(network, own))
      const prepare = () => lookOver(build, network, own)
      return await approve(requestId, { method, network, own, prepare }, signal)
    },
    async askSignIns(requestId, asked, signal) {
      const [first] = asked
      if (!first) throw invalid('messages')
      const parts = await Promise.all(asked.map(async ({ network, message }) => ({ network, message, own: await accountsOn(network) })))
      const build = async () => {
        const { prepareSignIns } = await import('./signers/signIns.js')
        const whole = parts.map(async ({ network, message, own }) => ({ message, context: await contextOn(network, own) }))
        return await prepareSignIns(await Promise.all(whole))
      }
      const evm = parts.find((part) => isEvm(part.network))
      const prepare = () => lookOver(build, evm?.network ?? first.network, evm?.own ?? [])
      return await approve(requestId, { method: 'personal_sign', network: first.network, own: parts[0]?.own ?? [], prepare }, signal)
    },
    async estimateFee(network, calls) {
      const { smart, ...context } = await contextOn(network, await accountsOn(network))
      if (!smart) return null
      const { estimateOperation } = await import('./signers/safe/estimateOperation.js')
      return await estimateOperation(calls, { ...context, smart }, smart)
    },
    async smartContexts() {
      const contexts = accounts.networks.map(async ({ caipNetworkId }) => {
        const network = networkOf(boot, caipNetworkId)
        const own = await accountsOn(network)
        const smart = own.find(({ type }) => type === 'smartAccount')
        return smart ? [await contextOn(network, [smart, ...own.filter((one) => one !== smart)])] : []
      })
      return (await Promise.all(contexts)).flat()
    },
    async answer(method, params, network) {
      const own = await accountsOn(network)
      const networks = servedNetworks(boot)
      return answerSafe(method, params, { network, own, networks, rpcOf, accountsOn, accounts, batches, place: boot })
    },
  }
}
