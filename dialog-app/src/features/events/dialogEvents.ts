import type { CaipNetworkId, Network } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'

/**
 * What features say, by name, with what the navigator has to know of it. They say what happened, never what is to be shown: that is
 * `features/navigator/rules.ts`.
 */
export type DialogEvents = {
  /** The user chose the code that any wallet can scan. */
  anyWalletChosen: undefined
  /** The chosen wallet has several chain families: the user says which. */
  severalFamilies: undefined
  /** A wallet of this browser is asked for accounts. */
  walletAsked: undefined
  /** A wallet that is reached by a code or a link was chosen. */
  mobileWalletChosen: undefined
  /** The same, in place of the extension that is being connected. */
  mobileWayChosen: undefined
  /** A wallet that was asked for by name is neither here nor in the directory. */
  walletNotFound: undefined
  /** A network is wanted whose chain family has no wallet yet. */
  familyWanted: Network
  /** The user chose a connection that there was already. */
  connectionChosen: undefined
  /** A wallet or a login connected. `isShown`: whether the view of the attempt is still there; left out when the user had left it before. */
  connected: { readonly networkId: CaipNetworkId; readonly isShown?: () => boolean }

  /** A login with a social provider began, or goes on after the page came back. */
  socialStarted: undefined
  /** The user goes on with Farcaster, which the view on screen offered. */
  farcasterChosen: undefined
  /** A login by e-mail goes on: with the link in the mail on a new device, or with the code. */
  emailStep: 'device' | 'code'
  /** The login that was to go on is not there any more. */
  loginLost: undefined
  /** The dialog opened and the browser has not kept a login of this page: its address is known, and can be used again. `lost`: false when the session ran out. */
  loginForgotten: { readonly lost: boolean; readonly address: string }

  /** The user or the page ended the last connection. */
  disconnected: undefined
  /** A wallet, or another tab, ended a connection. */
  connectionLost: undefined
  /** The connection in use may be on another network now, without the user having switched it here. */
  networkChanged: undefined

  /** The user chose a network for which nobody has to be asked. */
  networkSelected: undefined
  /** The user chose a network on which another of their wallets is already. */
  familyActivated: undefined
  /** A switch needs the user, or their wallet. */
  switchAsked: undefined
  /** The question about a switch is withdrawn. */
  switchCancelled: undefined
  /** The wallet switched. `wasUnsupported`: from a network that the page does not use. `isShown` as for `connected`. */
  switched: { readonly wasUnsupported: boolean; readonly isShown: () => boolean }

  /** The account has the name that its user asked for. */
  nameRegistered: undefined
  /** The account has to sign in, or may. */
  signInNeeded: undefined
  /** It has. */
  signedIn: undefined
  /** Nothing is to be signed any more. */
  signInOver: undefined
  /** Sign-in is required and cannot begin: nobody stays connected. */
  signInLost: undefined

  /** A wallet on another device keeps a request of the page waiting. */
  requestWaiting: undefined
  /** What the dialog is on screen for, at the page's request, is over. */
  requestOver: undefined
  /** The page asked the embedded wallet for something that it never does. */
  requestNotAllowed: undefined
  /** The secure frame wants something approved. */
  approvalAsked: undefined
  /** It is approved, refused or withdrawn. */
  approvalOver: undefined
  /** Escape, in the secure frame. */
  escapePressed: undefined

  /** The user wants another token to swap. */
  swapTokenWanted: undefined
  /** They chose one. */
  swapTokenChosen: undefined
  /** They want to see a swap before they say yes to it. */
  swapReviewed: undefined

  /** The user wants to see what would be sent. */
  sendReviewed: undefined
  /** A view has the wallet asked for a transaction; the callbacks say what follows. */
  transactionAsked: {
    readonly id: string
    readonly onSuccess?: () => void
    readonly onError?: () => void
    readonly onCancel?: () => void
  }
  /** It was sent, or it was not, or the user said no. */
  transactionOver: { readonly id: string; readonly outcome: 'success' | 'error' | 'cancel' }
}

type Name = keyof DialogEvents
type Detail<K extends Name> = DialogEvents[K] extends undefined ? [] : [detail: DialogEvents[K]]

/** What is done for each event. */
export type EventRules = { readonly [K in Name]: (dialog: Dialog, detail: DialogEvents[K]) => void }

/** What one dialog keeps here. */
type Own = {
  readonly rules: Partial<EventRules>
  /** What happened before its rule was here. */
  readonly waiting: (() => void)[]
  fetchRules: (dialog: Dialog) => void
}

const kept = perDialog((): Own => ({ rules: {}, waiting: [], fetchRules: () => {} }))

/** Sets how the rules are fetched that are not here from the start: called whenever one of them is missing. */
export function setFetchRules(dialog: Dialog, fetchRules: (dialog: Dialog) => void): void {
  kept(dialog).fetchRules = fetchRules
}

/** Adds rules, and does what they say about what has happened before. */
export function addRules(dialog: Dialog, rules: Partial<EventRules>): void {
  const own = kept(dialog)
  Object.assign(own.rules, rules)
  for (const again of own.waiting.splice(0)) again()
}

/**
 * Says that something happened. What follows from it has been done when this returns, unless its rule has still to be fetched.
 *
 * @param detail what the event carries: see {@link DialogEvents}
 * @example
 * import type { Dialog } from '../../lib/dialog.js'
 *
 * const onConnected = (dialog: Dialog) => emit(dialog, 'connected', { networkId: 'eip155:1', isShown: () => true })
 */
export function emit<K extends Name>(dialog: Dialog, name: K, ...detail: Detail<K>): void {
  const own = kept(dialog)
  const rule: EventRules[K] | undefined = own.rules[name]
  if (rule) rule(dialog, detail[0] as DialogEvents[K])
  else {
    own.waiting.push(() => emit(dialog, name, ...detail))
    own.fetchRules(dialog)
  }
}
