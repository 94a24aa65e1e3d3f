import type { FirstHello, NamespaceId, WireError } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'
import type { MessageId, MessageValues } from '../lib/i18n.js'

export type Text = { readonly id: MessageId; readonly values?: MessageValues }

export type Toast = {
  readonly variant: 'success' | 'error' | 'loading'
  /** A message of the catalogue, or a string of `protocol/src/messages` shown as it is. */
  readonly message: Text | string
  readonly action?: { readonly label: Text; readonly run: () => void }
  readonly autoClose: boolean
}

export type Alert = {
  /** A title of `protocol/src/messages`; each shows once. */
  readonly title: string
  readonly detail?: string
  /** For the developer of the site: shown on development origins only, and in the console. */
  readonly developer: boolean
  /** The page's console shows it already. */
  readonly named?: true
  /** `info` is no fault. Default: a warning. */
  readonly tone?: 'info'
}

export type UiState = {
  /** It is on screen. In the page's own container it stays there, see {@link isOpened}. */
  readonly open: boolean
  /** It was opened, and that has not ended yet. */
  readonly opened: boolean
  /** The opener was a key: focus goes to the first row. */
  readonly keyboard: boolean
  /** The page wants the user to finish: closing is refused until something is connected. */
  readonly required: boolean
  /** The user has to sign in or to disconnect before the dialog closes. */
  readonly locked: boolean
  /** The only chain family that the page asked for, if it named one. */
  readonly namespace: NamespaceId | null
  /** Name of a wallet that ended its session by itself, until the user has been told. */
  readonly ended: string | null
  readonly theme: 'light' | 'dark' | 'contrast' | 'contrast-dark'
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  readonly online: boolean
  /** The page's, CSS pixels, as far as it is known. */
  readonly viewport: FirstHello['viewport'] | null
  readonly toast: Toast | null
  readonly alert: Alert | null
  /** True for 500 ms. */
  readonly shake: boolean
  /** Why there can be no dialog here: the page did not answer, or speaks another version of the protocol (-32006). */
  readonly fatal: WireError | null
}

export const initialUi: UiState = {
  open: false,
  opened: false,
  keyboard: false,
  required: false,
  locked: false,
  namespace: null,
  ended: null,
  theme: 'light',
  locale: 'en',
  dir: 'ltr',
  online: true,
  viewport: null,
  toast: null,
  alert: null,
  shake: false,
  fatal: null,
}

export const uiStore = perDialog(() => createStore<UiState>(() => initialUi))
