/*
 * What a dialog needs once something is connected, or another tab speaks. The first view needs none of it: one part of its own, fetched
 * behind that.
 */
export { disconnect } from './disconnect.js'
export { rememberRecent, startPersisting } from './keepRecords.js'
export { reconnect, startLateReconnect } from './reconnect.js'
export { acceptConnection } from './session.js'
export { signOut, startSignIns } from './signIns.js'
export { forgetSuspended } from './suspended.js'
export { applyPeerResume, startTabs } from './tabs.js'
export { handleWalletEvent } from './walletEvents.js'
