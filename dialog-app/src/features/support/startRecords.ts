import type { StoreApi } from 'zustand/vanilla'
import type { Dialog } from '../../lib/dialog.js'
import { record, setRecordLevel } from '../../lib/record.js'
import { connectingStore } from '../../state/connecting.js'
import { sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import { shownView, viewStore } from '../../state/view.js'

/** Hears of what a store's state has become already, and of each change. */
function follow<State>(store: StoreApi<State>, tell: (state: State, before: State) => void): void {
  tell(store.getState(), store.getInitialState())
  store.subscribe(tell)
}

/** Records what users and pages are told, and with a lower level what they do. Follows the page's `logLevel`. */
export function startRecords(dialog: Dialog): void {
  const settings = settingsStore(dialog)
  const level = () => setRecordLevel(dialog, settings.getState().options.logLevel ?? 'error')
  level()
  settings.subscribe(({ options }, before) => options.logLevel !== before.options.logLevel && level())
  follow(uiStore(dialog), ({ alert, toast }, before) => {
    if (alert && alert !== before.alert) record(dialog, 'error', `Alert: ${alert.title}${alert.detail ? ` (${alert.detail})` : ''}`)
    if (toast?.variant === 'error' && toast !== before.toast)
      record(dialog, 'error', `Toast: ${typeof toast.message === 'string' ? toast.message : toast.message.id}`)
  })
  follow(connectingStore(dialog), ({ error, wallet, namespace }, before) => {
    if (error && error !== before.error)
      record(dialog, 'error', `Connecting ${wallet?.name ?? 'a wallet'} on ${namespace ?? 'no family'}: ${error.code} ${error.message}`)
  })
  follow(sessionStore(dialog), ({ status, activeNamespace }, before) => {
    if (status !== before.status || activeNamespace !== before.activeNamespace)
      record(dialog, 'info', `Session: ${status}${activeNamespace ? ` on ${activeNamespace}` : ''}`)
  })
  follow(viewStore(dialog), (state, before) => {
    if (shownView(state) !== shownView(before)) record(dialog, 'debug', `View: ${shownView(state)}`)
  })
}
