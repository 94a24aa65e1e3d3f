import type { Boot, Hello } from '@latchkey/protocol'
import { configureApi } from '../api/http.js'
import type { Dialog } from '../lib/dialog.js'
import { untilDestroyed } from '../lib/lifetime.js'
import { readItem } from '../lib/storage.js'
import { networksStore } from '../state/networks.js'
import { recordsStore } from '../state/records.js'
import { startConnect } from './connect.js'
import { loadLive } from './loadLive.js'
import { applyNetworks } from './networks.js'
import { startOnline } from './online.js'
import { applyEnvironment, applyOptions } from './options.js'
import { startPairingViews } from './pairingViews.js'
import { startReconnect } from './reconnectDone.js'
import { loadRecords, startPersisting } from './records.js'
import { startSnapshots } from './snapshot.js'
import { startTheme } from './theme.js'
import { setDiscovered } from './wallets.js'

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
  startPairingViews(dialog)
  startPersisting(dialog)
  const resumed = startReconnect(dialog)
  startSnapshots(dialog)
  loadLive(dialog).then(
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
  import('./balance.js').then(
    ({ startBalance }) => startBalance(dialog),
    () => {},
  )
  import('./directory.js').then(
    ({ startDirectory }) => startDirectory(dialog),
    () => {},
  )
  import('./pictures.js').then(
    ({ startPictures }) => startPictures(dialog),
    () => {},
  )
  import('./remoteSettings.js').then(
    ({ fetchRemoteSettings }) => fetchRemoteSettings(dialog),
    () => {},
  )
}
