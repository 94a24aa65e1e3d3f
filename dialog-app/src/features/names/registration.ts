import {
  type AccountName,
  type CaipNetworkId,
  codes,
  errors,
  isUserRejection,
  nameErrors,
  RpcError,
  readLabel,
  registrationMessage,
  toCaipAddress,
  toWireError,
} from '@latchkey/protocol'
import { clockError } from '../../api/clockError.js'
import { reasonOfFailure, statusOf } from '../../api/http.js'
import { fetchName, fetchNames, fetchSuggestions, registerName, type SignedName } from '../../api/profile.js'
import { readCache, writeCache } from '../../lib/cache.js'
import { debounce } from '../../lib/debounce.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { loadNamespace } from '../../namespaces/registry.js'
import { identitiesStore } from '../../state/identities.js'
import { initialNameRegistration, type NameRegistrationState, nameRegistrationStore } from '../../state/nameRegistration.js'
import { findNetwork } from '../../state/networks.js'
import { onClosed } from '../../state/onClosed.js'
import { currentConnection, sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { viewStore } from '../../state/view.js'
import { walletFor } from '../../wallets/registry.js'
import { emitOnScreen } from '../events/emitOnScreen.js'
import { onNetwork } from '../money/onNetwork.js'
import { renameAccount } from '../profile/labels.js'
import { setIdentity } from './identities.js'

/** Milliseconds for which a signature is sent again: its time must not run out on the way. */
const signatureLife = 240_000

/** What one dialog keeps here. */
type Own = {
  asking: AbortController | undefined
  working: AbortController | undefined
  /** What the wallet signed and the server has not answered to. */
  signed: { readonly name: string; readonly at: number; readonly body: SignedName } | undefined
  ask: (() => void) & { cancel(): void }
  stop: (() => void)[]
}

const kept = perDialog(
  (dialog): Own => ({
    asking: undefined,
    working: undefined,
    signed: undefined,
    ask: debounce(() => void askAvailability(dialog)),
    stop: [],
  }),
)

const set = (dialog: Dialog, change: Partial<NameRegistrationState>) => nameRegistrationStore(dialog).setState(change)
const failure = (message: string, cause: unknown) => toWireError(new RpcError(codes.internal, message, { cause }))

/** The whole name, once it is one. */
export function wantedName({ text, zone }: Pick<NameRegistrationState, 'text' | 'zone'>): string | undefined {
  const read = readLabel(text)
  return zone && 'label' in read ? `${read.label}.${zone}` : undefined
}

async function askAvailability(dialog: Dialog): Promise<void> {
  const { text, zone } = nameRegistrationStore(dialog).getState()
  const read = readLabel(text)
  if ('mistake' in read) return
  const own = kept(dialog)
  const control = new AbortController()
  own.asking = control
  try {
    const { suggestions } = await fetchSuggestions(dialog, read.label, zone, control.signal)
    if (control.signal.aborted) return
    const name = `${read.label}.${zone}`
    const [first, ...others] = suggestions
    if (first?.name !== name) throw new RpcError(codes.invalidParams, errors.fallback)
    const free = others.flatMap((one) => (!one.registered && one.name.endsWith(`.${zone}`) ? one.name.slice(0, -zone.length - 1) : []))
    set(dialog, { availability: first.registered ? 'taken' : 'free', suggestions: first.registered ? free.slice(0, 4) : [] })
  } catch (error) {
    if (!control.signal.aborted) set(dialog, { availability: 'failed', error: failure(nameErrors.suggestions, error) })
  }
}

/** The user writes a name, or takes a suggestion: whether it is free is asked after a pause. */
export function writeName(dialog: Dialog, text: string): void {
  const own = kept(dialog)
  own.asking?.abort()
  const read = readLabel(text)
  const mistake = 'mistake' in read ? read.mistake : null
  const availability = mistake ? 'unknown' : 'asking'
  set(dialog, { text, mistake, availability, suggestions: [], phase: 'typing', error: null, reason: '' })
  if (mistake) own.ask.cancel()
  else own.ask()
}

/** Asks again whether the name is free. */
export function retryAvailability(dialog: Dialog): void {
  set(dialog, { availability: 'asking', error: null })
  void askAvailability(dialog)
}

/** Who registers, where. */
async function registrant(dialog: Dialog) {
  const at = onNetwork(dialog)
  const connection = currentConnection(dialog)
  if (!at || !connection) throw new RpcError(codes.unauthorized, nameErrors.addressOrConnectorNotFound)
  if (!findNetwork(dialog, at.networkId)) throw new RpcError(codes.chainDisconnected, nameErrors.networkNotFound)
  const signing = await (await loadNamespace(dialog, at.namespace)).registerNames?.()
  if (!signing) throw new RpcError(codes.chainDisconnected, nameErrors.networkNotFound)
  return { ...at, signing, wallet: walletFor(dialog, connection.wallet) }
}

/** The name and what the wallet signed for it. A signature that the server may not have got is sent again. */
async function signature(dialog: Dialog, name: string, signal: AbortSignal) {
  const own = kept(dialog)
  const { address, networkId, signing, wallet } = await registrant(dialog)
  const coin_type = signing.coinType(networkId)
  const before = own.signed
  if (before?.name === name && before.body.address === address && before.body.coin_type === coin_type)
    if (dialog.now() - before.at < signatureLife) return { body: before.body, networkId }
  const at = dialog.now()
  // The server compares it with its own time.
  const message = registrationMessage(name, Math.floor((at + (await clockError(dialog))) / 1_000))
  const signed = await signing.sign(wallet, { networkId, address, message, signal })
  const body = { coin_type, address, message, signature: signed }
  own.signed = { name, at, body }
  return { body, networkId }
}

/**
 * Whether a registration whose answer was lost took place: the name stands for us.
 *
 * @throws RpcError -32603 'Error resolving name' when nobody can tell
 */
async function isOurs(dialog: Dialog, name: string, { address, coin_type }: SignedName): Promise<AccountName | undefined> {
  const found = await resolveName(dialog, name)
  return found?.addresses[coin_type]?.address.toLowerCase() === address.toLowerCase() ? found : undefined
}

/** Whether a name that the server tells of is the one that was signed for, and stands for us. */
const isFor = (found: AccountName, name: string, { address, coin_type }: SignedName) =>
  found.name === name && found.addresses[coin_type]?.address.toLowerCase() === address.toLowerCase()

async function send(dialog: Dialog, name: string, body: SignedName, signal: AbortSignal): Promise<void> {
  try {
    if (!isFor(await registerName(dialog, body, signal), name, body)) throw new RpcError(codes.invalidParams, errors.fallback)
  } catch (error) {
    const status = statusOf(error)
    // An answer that got lost is no refusal; and of a request that arrived twice the second one is refused.
    const reason = await reasonOfFailure(error)
    const mayBeDone = status === undefined || status >= 500 || status === 400
    if (mayBeDone && !signal.aborted && (await isOurs(dialog, name, body))) return
    // A signature that was refused is of no more use.
    if (status !== undefined && status < 500 && status !== 429) kept(dialog).signed = undefined
    throw new RpcError(codes.internal, nameErrors.registering(name), { data: { reason: reason ?? '' }, cause: error })
  }
}

type Registered = { readonly address: string; readonly networkId: CaipNetworkId }

function accept(dialog: Dialog, name: string, { address, networkId }: Registered): void {
  const { owned, ownedError } = nameRegistrationStore(dialog).getState()
  const names = [...(owned ?? []), name]
  kept(dialog).signed = undefined
  set(dialog, { phase: 'done', registered: { name, address }, owned: names })
  // What could not be read is not known to be empty.
  if (owned && !ownedError) keepNames(dialog, address, names)
  const known = identitiesStore(dialog).getState()[toCaipAddress(networkId, address)]
  // A name of the Ethereum Name Service comes first.
  if (!known?.name) setIdentity(dialog, networkId, address, { name, avatar: known?.avatar ?? null })
  emitOnScreen(dialog, 'nameRegistered')
}

async function work(dialog: Dialog, name: string, signal: AbortSignal): Promise<void> {
  try {
    const { body, networkId } = await signature(dialog, name, signal)
    if (signal.aborted) return
    set(dialog, { phase: 'registering' })
    await send(dialog, name, body, signal)
    accept(dialog, name, { address: body.address, networkId })
  } catch (error) {
    if (signal.aborted) return
    if (isUserRejection(error)) return set(dialog, { phase: 'cancelled', error: toWireError(error) })
    const wire = toWireError(error)
    const reason = (wire.data as { reason?: string } | undefined)?.reason ?? ''
    const isNamed = Object.values<unknown>(nameErrors).includes(wire.message) || wire.message === nameErrors.registering(name)
    set(dialog, { phase: 'failed', reason, error: isNamed ? wire : failure(nameErrors.registering(name), error) })
    // Somebody else may have been faster.
    if (statusOf(error instanceof Error ? error.cause : undefined) === 400) void askAvailability(dialog)
  }
}

/** The wallet is asked to sign for the name, then the server to register it. */
export function register(dialog: Dialog): void {
  const own = kept(dialog)
  const state = nameRegistrationStore(dialog).getState()
  const name = wantedName(state)
  if (!name || state.availability !== 'free' || state.phase === 'signing' || state.phase === 'registering') return
  own.working?.abort()
  own.working = new AbortController()
  set(dialog, { phase: 'signing', error: null, reason: '' })
  void work(dialog, name, own.working.signal)
}

/** The user does not wait for the wallet any longer. */
export function cancelRegistration(dialog: Dialog): void {
  kept(dialog).working?.abort()
  set(dialog, { phase: 'typing' })
}

function keepNames(dialog: Dialog, address: string, names: readonly string[]): void {
  writeCache(dialog, 'nameCache', address, { address, ens: [...names], timestamp: dialog.now() })
}

/** The names of an account: what was read or registered within the last 5 minutes, by any tab of this page, is not asked for again. */
async function loadOwned(dialog: Dialog, address: string, signal: AbortSignal): Promise<void> {
  const known = readCache(dialog, 'nameCache', address)
  if (known) return set(dialog, { owned: known.value.ens })
  try {
    const names = (await fetchNames(dialog, address, signal)).map(({ name }) => name)
    if (signal.aborted) return
    keepNames(dialog, address, names)
    set(dialog, { owned: names })
  } catch (error) {
    if (!signal.aborted) set(dialog, { owned: [], ownedError: failure(nameErrors.forAddress, error) })
  }
}

const isInHistory = (dialog: Dialog) =>
  viewStore(dialog)
    .getState()
    .history.some(({ name }) => name === 'RegisterAccountName')

function end(dialog: Dialog): void {
  const own = kept(dialog)
  for (const stop of own.stop.splice(0)) stop()
  own.ask.cancel()
  own.asking?.abort()
  own.working?.abort()
  own.signed = undefined
  // The view that follows tells of it.
  const { registered } = nameRegistrationStore(dialog).getState()
  set(dialog, { ...initialNameRegistration, registered })
}

/**
 * The view is on screen: what was written is kept while another view covers it (an approval), and forgotten once it is left.
 */
export function startRegistration(dialog: Dialog): void {
  const own = kept(dialog)
  const [zone = ''] = settingsStore(dialog).getState().boot?.nameZones ?? []
  if (own.stop.length > 0) return
  set(dialog, { zone })
  let address = onNetwork(dialog)?.address
  let control = new AbortController()
  const load = () => {
    if (address && zone && nameRegistrationStore(dialog).getState().owned === null) void loadOwned(dialog, address, control.signal)
  }
  /** Another account registers for itself: what was asked of the one before counts no more. */
  const follow = () => {
    const now = onNetwork(dialog)?.address
    if (now === address) return
    address = now
    control.abort()
    own.working?.abort()
    control = new AbortController()
    set(dialog, { phase: 'typing', error: null, reason: '', owned: null, ownedError: null })
    load()
  }
  own.stop = [
    () => control.abort(),
    onClosed(dialog, () => end(dialog)),
    viewStore(dialog).subscribe(() => isInHistory(dialog) || end(dialog)),
    sessionStore(dialog).subscribe(follow),
  ]
  load()
}

/** Shows the new name for the account in this dialog, whatever other names it has. */
export function showAsProfile(dialog: Dialog): void {
  const { registered } = nameRegistrationStore(dialog).getState()
  const at = onNetwork(dialog)
  if (registered && at) renameAccount(dialog, at.namespace, registered.address, registered.name)
}

/**
 * What a name stands for.
 *
 * @returns undefined when nobody has it
 * @throws RpcError -32603 'Error resolving name'
 */
async function resolveName(dialog: Dialog, name: string, signal?: AbortSignal): Promise<AccountName | undefined> {
  try {
    return await fetchName(dialog, name, signal)
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw new RpcError(codes.internal, nameErrors.resolving, { cause: error })
  }
}
