import type { CaipNetworkId } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'
import type { Payment } from '../namespaces/paymentCodes.js'

/** Why there is no picture. */
export type CameraProblem = 'refused' | 'none' | 'busy' | 'failed'

/** What the camera last saw that is no recipient: no address at all, or a code that asks for more than a transfer. */
export type ScanHint = 'nothing' | 'otherwise'

/** Reading a QR code with the camera. */
export type ScanState =
  | { readonly status: 'off' }
  /** The browser asks the user for the camera. */
  | { readonly status: 'asking' }
  | { readonly status: 'running'; readonly stream: MediaStream; readonly hint?: ScanHint }
  | { readonly status: 'failed'; readonly problem: CameraProblem }
  /** The code is for another network of the family, and fills the form once the user is there. */
  | { readonly status: 'network'; readonly networkId: CaipNetworkId; readonly payment: Payment }
  /** The code asks for a token of which the account has nothing. */
  | { readonly status: 'token' }

export const scanStore = perDialog(() => createStore<ScanState>(() => ({ status: 'off' })))
