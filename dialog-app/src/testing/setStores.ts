import type { Options, ViewName, WalletInfo } from '@latchkey/protocol'
import { networksStore } from '../state/networks.js'
import { type ActiveConnection, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { viewStore } from '../state/view.js'
import { walletsStore } from '../state/wallets.js'
import { boot, connection, listedRows, networks, wallets } from './fixtures.js'

export const legal: Options = { termsConditionsUrl: 'https://meadow.example/terms', privacyPolicyUrl: 'https://meadow.example/privacy' }

/** A page with networks and wallets. */
export function page(options: Options = {}, found: readonly WalletInfo[] = wallets) {
  settingsStore.setState({ boot, options: { metadata: { name: 'Meadow' }, ...options } })
  networksStore.setState({ networks, selectedNetworkId: 'eip155:8453', refused: {} })
  walletsStore.setState({ discovered: found, recent: ['example.northwind'], listed: listedRows, count: 543 })
}

/** The views on screen, the last on top. */
export const show = (...names: (ViewName | [ViewName, unknown])[]) =>
  viewStore.setState({
    history: names.map((name) => (typeof name === 'string' ? { name } : { name: name[0], data: name[1] })),
    direction: 'replace',
  })

/** Somebody is connected. */
export function connect(active: ActiveConnection = connection()) {
  sessionStore.setState({ status: 'connected', activeNamespace: 'eip155', connections: { eip155: active } })
}
