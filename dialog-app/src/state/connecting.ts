import type { CaipNetworkId, NamespaceId, WireError } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'
import type { WalletRow } from './walletRow.js'

/** Where an attempt to connect stands. Every value after the first three is an end with a message of its own. */
export type ConnectPhase =
  | 'connecting'
  /** 8 s without an answer. */
  | 'slow'
  /** The ring closes, the tick draws, then the dialog goes on by itself. */
  | 'connected'
  /** 4001, 5000, 5002. */
  | 'cancelled'
  /** -32002: the wallet has an older request on its screen. */
  | 'waiting'
  /** No accounts came back, or the wallet says it is locked. */
  | 'locked'
  /** The wallet is not in this browser. */
  | 'notInstalled'
  /** 4900, 4901. */
  | 'offline'
  /** 4100, 4200: the wallet does not permit it. */
  | 'refused'
  /** 4902 and "does not support any of the requested chains". */
  | 'chainMissing'
  /** Anything else; code and text live under Details. */
  | 'failed'

/** What a user tapped: enough to draw the hero before anything answers. */
export type WalletChoice = {
  readonly id: string
  readonly name: string
  readonly icon?: string | undefined
  /** The id of the row, where a wallet has another id for each family: the icon travels from there. */
  readonly row?: string
}

export type ConnectingState = {
  readonly wallet: WalletChoice | null
  readonly namespace: NamespaceId | null
  /** A wallet of several families, while the user chooses one of them. */
  readonly row: WalletRow | null
  /** The network that the wallet is wanted for. */
  readonly target: CaipNetworkId | null
  readonly phase: ConnectPhase
  /** The cause, untouched, for Details. */
  readonly error: WireError | null
}

export const initialConnecting: ConnectingState = {
  wallet: null,
  namespace: null,
  row: null,
  target: null,
  phase: 'connecting',
  error: null,
}

export const connectingStore = perDialog(() => createStore<ConnectingState>(() => initialConnecting))
