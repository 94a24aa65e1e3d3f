import type { NamespaceId, SignIn } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { findNetwork } from '../../state/networks.js'
import { connectionsOf, currentConnection, type SessionState, sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { requiresSignIn, signInOf, signInsStore } from '../../state/signIns.js'
import { type SignInTarget, siwxStore } from '../../state/siwx.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import { walletFacts } from '../../wallets/facts.js'
import type { Wallet } from '../../wallets/wallet.js'
import { emit } from '../events/dialogEvents.js'
import { disconnectActive } from '../session/disconnect.js'
import { giveUpSignIn } from './giveUpSignIn.js'
import { checkSignIn, endSignIns, keepSignIn, keyOf, startKeeping } from './keepSignIns.js'
import { forgetSignIn, prepareSignIn, sameTarget, signInNow } from './signIn.js'
import { wayOf } from './ways.js'

/** What one dialog keeps here. */
type Own = {
  started: Promise<void> | undefined
  /** Accounts that the site was asked about, or the user did not want to sign in. */
  readonly asked: Map<string, Promise<void>>
  readonly declined: Set<string>
  /** Whom the last look was at. */
  target: SignInTarget | null
  wasOpen: boolean
  /** The sign-in that ended last, which leaving leads back to. */
  last: SignIn | undefined
}
const kept = perDialog(
  (): Own => ({ started: undefined, asked: new Map(), declined: new Set(), target: null, wasOpen: false, last: undefined }),
)

/** The account in use, when it is where the page is. */
function targetOf(dialog: Dialog): SignInTarget | null {
  const { activeNamespace: namespace, connections } = sessionStore(dialog).getState()
  const connection = namespace && connections[namespace]
  const account = connection?.accounts[0]
  if (!settingsStore(dialog).getState().options.siwx || !namespace || !connection || !account) return null
  const { networkId } = connection
  if (!findNetwork(dialog, networkId)) return null
  return { namespace, networkId, address: account.address, ...(account.publicKey ? { publicKey: account.publicKey } : {}) }
}

/** Asks the site, once for each account, whether it has signed in already. */
function recall(dialog: Dialog, target: SignInTarget): Promise<void> | undefined {
  const own = kept(dialog)
  const key = keyOf(target)
  const { current } = wayOf(dialog)
  if (!current || own.asked.get(key)) return own.asked.get(key)
  const asked = current(target).then(
    (found) => {
      own.asked.set(key, done)
      if (found) keepSignIn(dialog, found)
    },
    () => {
      own.asked.delete(key)
      giveUpSignIn(dialog)
    },
  )
  own.asked.set(key, asked)
  return asked
}
const done = Promise.resolve()

/** What leaving leads back to: the last network on which this account has signed in. */
function previousOf(dialog: Dialog, { namespace, networkId, address }: SignInTarget): SignIn | undefined {
  const { last } = kept(dialog)
  const known = Object.values(signInsStore(dialog).getState()).filter((each) => each.networkId.startsWith(`${namespace}:`))
  const found = known.find((each) => keyOf(each) === (last && keyOf(last))) ?? known.at(-1)
  return found?.address === address && found.networkId !== networkId && findNetwork(dialog, found.networkId) ? found : undefined
}

const lock = (dialog: Dialog, locked: boolean) => uiStore(dialog).getState().locked !== locked && uiStore(dialog).setState({ locked })

/**
 * Gets the message ready.
 *
 * @param isFresh the account has just been connected or chosen: a wallet that shows the message itself is asked at once
 */
async function prepare(dialog: Dialog, target: SignInTarget, isFresh: boolean): Promise<void> {
  await prepareSignIn(dialog, target, previousOf(dialog, target))
  const wallet = sessionStore(dialog).getState().connections[target.namespace]?.wallet
  const { phase, target: shown } = siwxStore(dialog).getState()
  if (isFresh && phase === 'ready' && sameTarget(shown, target) && wallet && walletFacts(wallet.kind).showsSignIn)
    await confirmSignIn(dialog)
}

/** Looks at who is connected, and whether they have signed in. */
function review(dialog: Dialog): void {
  const own = kept(dialog)
  const target = targetOf(dialog)
  const before = own.target
  const isOpen = uiStore(dialog).getState().open
  const isOther = !sameTarget(before, target)
  const isOpening = isOpen && !own.wasOpen
  own.target = target
  own.wasOpen = isOpen
  const signed = target && signInOf(dialog, target.networkId, target.address)
  if (!target || signed) {
    if (signed) own.last = signed
    lock(dialog, false)
    const shown = siwxStore(dialog).getState()
    if (signed && sameTarget(shown.target, target)) {
      if (shown.phase === 'signed') return
      siwxStore(dialog).setState({ phase: 'signed' })
      emit(dialog, 'signedIn')
    } else if (shown.target || (isOpen && currentView(dialog) === 'SIWXSignMessage')) {
      forgetSignIn(dialog)
      emit(dialog, 'signInOver')
    }
    return
  }
  const asked = wayOf(dialog).current && kept(dialog).asked.get(keyOf(target)) !== done
  const required = requiresSignIn(dialog)
  lock(dialog, required)
  if (asked) {
    void recall(dialog, target)?.then(() => review(dialog))
    return
  }
  const wasSigned = before !== null && signInOf(dialog, before.networkId, before.address) !== undefined
  const isWanted =
    required || currentView(dialog) === 'SIWXSignMessage'
      ? isOpen || (isOther && wasSigned && before?.namespace === target.namespace)
      : isOpen && isOther && !isOpening && !own.declined.has(keyOf(target))
  const isShown = sameTarget(siwxStore(dialog).getState().target, target)
  if (!isWanted) return
  if (!isShown || isOpening) void prepare(dialog, target, required && isOther && !isOpening)
  if (currentView(dialog) !== 'ApproveTransaction') emit(dialog, 'signInNeeded')
}

/** Ends the sign-ins of what is not connected any more; of another account or network where the page wants that. */
function follow(dialog: Dialog, state: SessionState, before: SessionState): void {
  const { siwx, signOutOnDisconnect } = settingsStore(dialog).getState().options
  for (const name of Object.keys(before.connections) as NamespaceId[])
    for (const old of connectionsOf(name, before)) {
      const now = connectionsOf(name, state).find(({ wallet }) => wallet.id === old.wallet.id)
      const address = old.accounts[0]?.address
      const isOld = (signIn: SignIn) =>
        signIn.networkId.startsWith(`${name}:`) && old.accounts.some((account) => account.address === signIn.address)
      if (!now) {
        if (signOutOnDisconnect !== false) void endSignIns(dialog, isOld)
      } else if (siwx?.signOutOnAccountChange && now.accounts[0]?.address !== address)
        void endSignIns(dialog, (signIn) => isOld(signIn) && signIn.address === address)
      else if (siwx?.signOutOnNetworkChange && now.networkId !== old.networkId)
        void endSignIns(dialog, (signIn) => isOld(signIn) && signIn.networkId === old.networkId)
    }
}

/** Closed against the rule, by the page itself: nobody stays connected without having signed in. */
function onOpenChange(dialog: Dialog, open: boolean): void {
  const { phase } = siwxStore(dialog).getState()
  const { target } = kept(dialog)
  if (open) return
  if (phase === 'signed') forgetSignIn(dialog)
  // Who came back to where they have signed in is not one of them.
  else if (
    target &&
    !signInOf(dialog, target.networkId, target.address) &&
    requiresSignIn(dialog) &&
    currentView(dialog) === 'SIWXSignMessage'
  )
    disconnectActive(dialog)
}

async function start(dialog: Dialog): Promise<void> {
  await startKeeping(dialog)
  sessionStore(dialog).subscribe((state, before) => {
    follow(dialog, state, before)
    if (state.connections !== before.connections || state.activeNamespace !== before.activeNamespace) review(dialog)
  })
  signInsStore(dialog).subscribe(() => review(dialog))
  settingsStore(dialog).subscribe((state, before) => state.options.siwx !== before.options.siwx && review(dialog))
  uiStore(dialog).subscribe((state, before) => {
    if (state.open === before.open) return
    onOpenChange(dialog, state.open)
    review(dialog)
  })
  review(dialog)
}

/** From now on connections are followed by sign-ins. */
export function startSiwx(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  own.started ??= start(dialog)
  return own.started
}

/** Before a reload's connection counts: what the site knows of its sign-in, so that nobody sees it as signed out meanwhile. */
export async function restoreSignIn(dialog: Dialog, namespace: NamespaceId, { networkId, accounts }: Wallet.Connection): Promise<void> {
  await startSiwx(dialog)
  const address = accounts[0]?.address
  if (address === undefined) return
  const known = signInOf(dialog, networkId, address)
  if (known) void checkSignIn(dialog, known)
  else await recall(dialog, { namespace, networkId, address })
}

/** Whether what has just been connected has still to sign in, or is gone again: then the dialog does not go on by itself. */
export async function isSignInDue(dialog: Dialog): Promise<boolean> {
  await startSiwx(dialog)
  const target = targetOf(dialog)
  if (!target) return currentConnection(dialog) === undefined
  await recall(dialog, target)
  if (signInOf(dialog, target.networkId, target.address)) return false
  return requiresSignIn(dialog) || currentView(dialog) === 'SIWXSignMessage'
}

/** The page signs its visitor out; where sign-in is required, the connection ends with it. */
export async function signOut(dialog: Dialog, namespace?: NamespaceId): Promise<unknown> {
  await startSiwx(dialog)
  return await endSignIns(dialog, ({ networkId }) => !namespace || networkId.startsWith(`${namespace}:`))
}

/** "Sign in". Afterwards whoever is connected by then is looked at: the wallet may have moved on meanwhile. */
export async function confirmSignIn(dialog: Dialog): Promise<void> {
  await signInNow(dialog)
  review(dialog)
}

/**
 * The user does not sign in now: where sign-in is required, back to the network on which they have, else the connection ends; elsewhere they stay
 * connected.
 */
export function declineSignIn(dialog: Dialog): void {
  const { target } = siwxStore(dialog).getState()
  if (target) kept(dialog).declined.add(keyOf(target))
  if (requiresSignIn(dialog)) disconnectActive(dialog)
  else {
    forgetSignIn(dialog)
    emit(dialog, 'signInOver')
  }
}

/** Back to the network on which this account has signed in. */
export async function returnToPrevious(dialog: Dialog): Promise<void> {
  const network = findNetwork(dialog, siwxStore(dialog).getState().previous)
  if (!network) return
  const { chooseNetwork } = await import('../networks/switchNetwork.js')
  chooseNetwork(dialog, network)
}
