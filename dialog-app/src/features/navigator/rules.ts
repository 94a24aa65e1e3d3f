import type { ViewName } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import { usesWalletConnect } from '../connect/rows.js'
import type { EventRules } from '../events/dialogEvents.js'
import { afterConnection } from './afterConnection.js'
import { afterSwitch, leaveNetworkViews } from './afterSwitch.js'
import { leaveApproval, showApproval } from './approvalView.js'
import { closeDialog } from './close.js'
import type { firstRules } from './firstRules.js'
import { guardNetwork } from './guardNetwork.js'
import { leave, leaveAccountViews } from './leave.js'
import { offerFamily } from './offerFamily.js'
import { popWhile } from './popWhile.js'
import { showDialog } from './show.js'
import { showOver } from './showOver.js'
import { afterSignIn, leaveSignIn, showSignIn } from './signInView.js'
import { popTransaction, pushTransaction } from './transactionStack.js'
import { back } from './view.js'
import { push, replace, reset } from './viewStack.js'

const isOpen = (dialog: Dialog) => uiStore(dialog).getState().open

/** Goes on to a view, from which Back leads here. */
const to = (view: ViewName) => (dialog: Dialog) => push(dialog, view)

/** Event → what is shown. Fetched behind the first view: what a tap there leads to is in `firstRules.ts`. */
export const rules: Omit<EventRules, keyof typeof firstRules> = {
  mobileWalletChosen: to('ConnectingWalletConnect'),
  mobileWayChosen: (dialog) => replace(dialog, 'ConnectingWalletConnect'),
  walletNotFound: (dialog) => push(dialog, usesWalletConnect(dialog) ? 'ConnectingWalletConnectBasic' : 'GetWallet'),
  familyWanted: offerFamily,
  connectionChosen: (dialog) => popWhile(dialog, (name) => name !== 'ProfileWallets') || reset(dialog, 'Account'),
  connected: afterConnection,

  socialStarted: to('ConnectingSocial'),
  farcasterChosen: (dialog) => replace(dialog, 'ConnectingFarcaster'),
  emailStep: (dialog, step) => {
    const view = step === 'device' ? 'EmailVerifyDevice' : 'EmailVerifyOtp'
    // The views of one login take each other's place, so that Back leads to the address.
    if (currentView(dialog) === 'EmailLogin') push(dialog, view)
    else if (currentView(dialog) !== view) replace(dialog, view)
  },
  loginLost: (dialog) => isOpen(dialog) && reset(dialog, 'Connect'),
  loginForgotten: (dialog, login) => push(dialog, 'EmailLogin', login),

  disconnected: leave,
  connectionLost: leaveAccountViews,
  networkChanged: guardNetwork,

  networkSelected: back,
  familyActivated: leaveNetworkViews,
  switchAsked: (dialog) => showOver(dialog, 'SwitchNetwork'),
  switchCancelled: (dialog) => currentView(dialog) === 'SwitchNetwork' && back(dialog),
  switched: afterSwitch,

  nameRegistered: (dialog) => currentView(dialog) === 'RegisterAccountName' && replace(dialog, 'RegisterAccountNameSuccess'),
  signInNeeded: showSignIn,
  signedIn: afterSignIn,
  signInOver: leaveSignIn,
  signInLost: (dialog) => isOpen(dialog) && reset(dialog, 'Connect'),

  requestWaiting: (dialog) => showDialog(dialog, 'ConnectingWalletConnect'),
  requestOver: (dialog) => closeDialog(dialog, { force: true }),
  requestNotAllowed: (dialog) => isOpen(dialog) || showDialog(dialog, 'Account'),
  approvalAsked: showApproval,
  approvalOver: leaveApproval,
  escapePressed: back,

  swapTokenWanted: to('SwapSelectToken'),
  swapTokenChosen: (dialog) => currentView(dialog) === 'SwapSelectToken' && back(dialog),
  swapReviewed: to('SwapPreview'),
  sendReviewed: to('WalletSendPreview'),
  transactionAsked: pushTransaction,
  transactionOver: popTransaction,
}
