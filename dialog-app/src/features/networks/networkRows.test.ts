import { bitcoin, solanaDevnet, solanaMainnet, type WalletInfo } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Dialog } from '../../lib/dialog.js'
import { networksStore } from '../../state/networks.js'
import { type ActiveConnection, initialSession, type SessionState } from '../../state/session.js'
import { walletsStore } from '../../state/wallets.js'
import { network } from '../../testing/fixtures.js'
import { testDialog } from '../../testing/testDialog.js'
import { networkState, readNetworkRows } from './networkRows.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

const page = [network(1, 'Ethereum'), network(10, 'Optimism'), solanaMainnet, solanaDevnet, bitcoin]

const on = (id: string, networkId: ActiveConnection['networkId'], more: Partial<ActiveConnection> = {}): ActiveConnection => ({
  wallet: { id, name: id, kind: 'host' },
  accounts: [],
  networkId,
  ...more,
})
const session = (connections: SessionState['connections']): SessionState => ({
  ...initialSession,
  status: 'connected',
  activeNamespace: 'eip155',
  connections,
})

function rows(connections: SessionState['connections']) {
  networksStore(dialog).setState({ networks: page, selectedNetworkId: 'eip155:1', refused: {} })
  return readNetworkRows(dialog, session(connections), networksStore(dialog).getState())
}
const row = (connections: SessionState['connections'], id: string) => rows(connections).find((one) => one.network.caipNetworkId === id)

afterEach(() => {
  networksStore(dialog).setState(networksStore(dialog).getInitialState(), true)
  walletsStore(dialog).setState(walletsStore(dialog).getInitialState(), true)
})

describe('readNetworkRows', () => {
  test('behavior: a family without a wallet says so, and only when something is connected', () => {
    expect(row({ eip155: on('a', 'eip155:1') }, bitcoin.caipNetworkId)).toMatchObject({ needs: 'bip122', current: false })
    expect(row({ eip155: on('a', 'eip155:1') }, 'eip155:10')).not.toHaveProperty('needs')
    expect(readNetworkRows(dialog, initialSession, networksStore(dialog).getState()).some((one) => one.needs)).toBe(false)
  })

  test('behavior: the current one is found by CAIP-2, older ids included', () => {
    const older = solanaMainnet.deprecatedCaipNetworkId
    const state = { ...session({ solana: on('a', older) }), activeNamespace: 'solana' as const }
    networksStore(dialog).setState({ networks: page })
    const current = readNetworkRows(dialog, state, networksStore(dialog).getState()).filter((one) => one.current)
    expect(current.map((one) => one.network.caipNetworkId)).toEqual([solanaMainnet.caipNetworkId])
  })

  test('behavior: what a wallet did not agree to is disabled, what it refused for another one is not', () => {
    const approved = [solanaMainnet.deprecatedCaipNetworkId]
    const connections = { eip155: on('a', 'eip155:1'), solana: on('b', solanaMainnet.caipNetworkId, { approved }) }
    expect(row(connections, solanaDevnet.caipNetworkId)).toMatchObject({ disabledReason: 'unsupported' })
    expect(row(connections, solanaMainnet.caipNetworkId)).not.toHaveProperty('disabledReason')
    networksStore(dialog).setState({ refused: { a: ['eip155:10'] } })
    const withRefusal = (id: string) =>
      readNetworkRows(dialog, session({ eip155: on(id, 'eip155:1') }), networksStore(dialog).getState())[1]
    expect(withRefusal('a')).toMatchObject({ disabledReason: 'unsupported' })
    expect(withRefusal('z')).not.toHaveProperty('disabledReason')
  })

  test('behavior: a wallet that announced public networks has those alone; one that also names its own may have all', () => {
    const info: WalletInfo = { id: 'b', name: 'b', source: 'announced', namespaces: { solana: { chains: [solanaMainnet.caipNetworkId] } } }
    const connections = { solana: on('b', solanaMainnet.caipNetworkId) }
    walletsStore(dialog).setState({ discovered: [info] })
    expect(row(connections, solanaDevnet.caipNetworkId)).toMatchObject({ disabledReason: 'unsupported' })
    const chains = [solanaMainnet.caipNetworkId, 'solana:localnet']
    walletsStore(dialog).setState({ discovered: [{ ...info, namespaces: { solana: { chains } } }] })
    expect(row(connections, solanaDevnet.caipNetworkId)).not.toHaveProperty('disabledReason')
  })
})

describe('networkState', () => {
  test('behavior: says of each family what the page asks for and the wallet agreed to', () => {
    networksStore(dialog).setState({ networks: page, selectedNetworkId: 'eip155:1', refused: {} })
    const state = session({
      eip155: on('a', 'eip155:10'),
      solana: on('b', solanaMainnet.caipNetworkId, { approved: [solanaMainnet.caipNetworkId] }),
    })
    expect(networkState(dialog, 'eip155', state, networksStore(dialog).getState())).toMatchObject({
      caipNetwork: { caipNetworkId: 'eip155:10' },
      supportsAllNetworks: true,
      approvedCaipNetworkIds: ['eip155:1', 'eip155:10'],
    })
    expect(networkState(dialog, 'solana', state, networksStore(dialog).getState())).toMatchObject({
      supportsAllNetworks: false,
      requestedCaipNetworks: [solanaMainnet, solanaDevnet],
      approvedCaipNetworkIds: [solanaMainnet.caipNetworkId],
    })
    expect(networkState(dialog, 'bip122', state, networksStore(dialog).getState())).toMatchObject({
      caipNetwork: undefined,
      approvedCaipNetworkIds: [],
    })
  })
})
