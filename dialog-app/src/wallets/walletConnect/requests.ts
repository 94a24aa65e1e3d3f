import { type CaipNetworkId, codes, errors, type NamespaceId, RpcError, wireErrors } from '@latchkey/protocol'
import { modernId } from '../../namespaces/deprecatedIds.js'
import type { Wallet } from '../wallet.js'
import type { Channel } from './channel.js'
import { aborted, requestExpired } from './errors.js'
import { answerLocally, ask, switchTarget, wireMethod } from './localMethods.js'
import type { SessionState } from './sessionState.js'

/** Methods after which the wallet may be on a network that it did not grant before. */
const switches: ReadonlySet<string> = new Set(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
/** How long a wallet may take to update its session after it said yes, milliseconds. */
const settle = 2_000
const settleStep = 50

/** Settles as `work` does, or rejects with 4001 when the signal fires: a late answer is dropped. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(aborted())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** The least that wallets are given, seconds: the client refuses less. The page may stop waiting earlier. */
const shortestExpiry = 300

/** Settles as `work` does, or rejects when its time is over, wherever the client is that should have said so. */
async function inTime<T>(work: Promise<T>, seconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(requestExpired()), seconds * 1_000)
  })
  return await Promise.race([work, over]).finally(() => clearTimeout(timer))
}

/** Where a request goes: which session, under which chain id the wallet knows the network. */
function route(state: SessionState, { namespace, networkId, method }: Wallet.RequestParameters) {
  const { session } = state
  if (!session) throw new RpcError(codes.disconnected, errors.sessionNotInitialized)
  const grant = state.grant(namespace)
  if (!grant) throw new RpcError(codes.unauthorized, errors.namespaceNotConfigured(namespace))
  const wanted = networkId === null ? state.network(namespace) : modernId(networkId)
  // A switch is asked where the wallet is, whatever network the page thinks of.
  const chainId =
    wanted && (grant.wireIds[wanted] ?? (switches.has(method) ? grant.wireIds[state.network(namespace) ?? wanted] : undefined))
  if (!chainId) throw new RpcError(codes.chainDisconnected, errors.chainNotSupported)
  return { topic: session.topic, chainId, networkId: wanted ?? null, isGranted: grant.methods.includes(wireMethod(namespace, method)) }
}

/** After a switch that the wallet agreed to: on the new network once the session has it. */
async function follow(state: SessionState, namespace: NamespaceId, target: CaipNetworkId): Promise<void> {
  for (let waited = 0; !state.move(namespace, target); waited += settleStep) {
    if (waited >= settle) throw new RpcError(codes.chainNotAdded, errors.chainNotSupported)
    await new Promise((resolve) => setTimeout(resolve, settleStep))
  }
}

/**
 * Sends a request to the wallet, on the session's network of its family.
 *
 * @param expiry seconds until nobody waits for the answer any more; -32001 says so
 * @throws RpcError 4900 without a session, or when the relay is away; 4100 for a family that is not granted, 4901 for such a network, 4902
 *   for a switch to one, 4200 for such a method; 4001 when aborted; else the wallet's own
 */
export async function sendRequest(
  channel: Pick<Channel, 'call'>,
  state: SessionState,
  call: Wallet.RequestParameters & { readonly onSent?: (id: number) => void },
  expiry: number,
): Promise<unknown> {
  const { namespace, method, params, signal, onSent } = call
  const { topic, chainId, networkId, isGranted } = route(state, call)
  const local = answerLocally(state, method, { namespace, networkId, params })
  if (local !== ask) return local
  if (!isGranted) {
    if (switches.has(method)) throw new RpcError(codes.chainNotAdded, errors.chainNotSupported)
    throw new RpcError(codes.unsupportedMethod, wireErrors.methodNotFound)
  }
  const answer = channel.call(
    'ask',
    { topic, chainId, request: { method: wireMethod(namespace, method), params }, expiry: Math.max(shortestExpiry, expiry) },
    { signal, onNote: ({ id, sent }) => sent && onSent?.(id) },
  )
  const result = await inTime(abortable(answer, signal), expiry)
  if (switches.has(method)) await follow(state, namespace, switchTarget(params))
  return result
}
