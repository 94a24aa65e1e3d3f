import type { Boot, Hello } from '@latchkey/protocol'
import { configureApi } from '../../api/http.js'
import type { Dialog } from '../../lib/dialog.js'
import { untilDestroyed } from '../../lib/lifetime.js'
import { readItem } from '../../lib/storage.js'
import { networksStore } from '../../state/networks.js'
import { recordsStore } from '../../state/records.js'
import { startConnect } from '../connect/connect.js'
import { setDiscovered } from '../connect/wallets.js'
import { fetchRules } from '../navigator/startNavigator.js'
import { applyNetworks } from '../networks/networks.js'
import { loadSessionRuntime } from '../session/loadSessionRuntime.js'
import { loadRecords, startPersisting } from '../session/records.js'
import { startSnapshots } from '../session/snapshot.js'
import { startReconnect } from '../session/startReconnect.js'
import { applyEnvironment, applyOptions } from '../settings/options.js'
import { startTheme } from '../settings/theme.js'
import { startOnline } from './online.js'

/** Takes over what the page said. The first snapshot it gets says 'reconnecting' or 'disconnected', and never one for the other. */
export function applyHello(dialog: Dialog, boot: Boot, hello: Hello): void {
  configureApi(dialog, { baseUrls: { api: boot.api }, projectId: boot.projectId, sdk: hello.sdk })
  setDiscovered(dialog, hello)
  loadRecords(dialog, hello.resume)
  applyEnvironment(dialog, hello.environment)
  const { active, connections } = recordsStore(dialog).getState()
  // Before the networks are known: they keep it if it is one of them.
  networksStore(dialog).setState({
    selectedNetworkId: readItem(dialog, 'activeNetworkId') ?? (active && connections[active]?.networkId) ?? null,
  })
  applyOptions(dialog, hello.options)
  applyNetworks(dialog)
  startOnline(dialog)
  startTheme(dialog)
  startConnect(dialog)
  startPersisting(dialog)
  const resumed = startReconnect(dialog)
  startSnapshots(dialog)
  loadSessionRuntime(dialog).then(
    async ({ startTabs, startLateReconnect, handleWalletEvent }) => {
      if (untilDestroyed(dialog).aborted) return
      startLateReconnect(dialog)
      startTabs(dialog, { projectId: boot.projectId, origin: boot.origin })
      await resumed
      for (const event of hello.events) await handleWalletEvent(dialog, event)
    },
    () => {},
  )
  // Not needed to draw the first view: fetched behind it.
  fetchRules(dialog)
  import('../balances/balance.js').then(
    ({ startBalance }) => startBalance(dialog),
    () => {},
  )
  import('../directory/directory.js').then(
    ({ startDirectory }) => startDirectory(dialog),
    () => {},
  )
  import('./startLater.js').then(
    ({ startLater }) => startLater(dialog),
    () => {},
  )
  import('../tracking/watch.js').then(
    ({ startTracking }) => untilDestroyed(dialog).aborted || startTracking(dialog, hello.page.url),
    () => {},
  )
  import('../settings/remoteSettings.js').then(
    ({ fetchRemoteSettings }) => fetchRemoteSettings(dialog),
    () => {},
  )
}
