import type { Options, ViewName, WalletInfo } from '@latchkey/protocol'
import type { Dialog } from '../lib/dialog.js'
import { networksStore } from '../state/networks.js'
import { type ActiveConnection, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { viewStore } from '../state/view.js'
import { walletsStore } from '../state/wallets.js'
import { boot, connection, listedRows, networks, wallets } from './fixtures.js'

export const legal: Options = { termsConditionsUrl: 'https://meadow.example/terms', privacyPolicyUrl: 'https://meadow.example/privacy' }

/** A page with networks and wallets. */
export function page(dialog: Dialog, options: Options = {}, found: readonly WalletInfo[] = wallets) {
  settingsStore(dialog).setState({ boot, options: { metadata: { name: 'Meadow' }, ...options } })
  networksStore(dialog).setState({ networks, selectedNetworkId: 'eip155:8453', refused: {} })
  walletsStore(dialog).setState({ discovered: found, recent: ['example.northwind'], listed: listedRows, count: 543 })
}

/** The views on screen, the last on top. */
export const show = (dialog: Dialog, ...names: (ViewName | [ViewName, unknown])[]) =>
  viewStore(dialog).setState({
    history: names.map((name) => (typeof name === 'string' ? { name } : { name: name[0], data: name[1] })),
    direction: 'replace',
  })

/** Somebody is connected. */
export function connect(dialog: Dialog, active: ActiveConnection = connection()) {
  sessionStore(dialog).setState({ status: 'connected', activeNamespace: 'eip155', connections: { eip155: active } })
}
