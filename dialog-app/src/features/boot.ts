import { type Boot, type Hello, toWireError } from '@latchkey/protocol'
import { configureApi } from '../api/http.js'
import { readBoot } from '../bridge/boot.js'
import { connectHost, host } from '../bridge/host.js'
import { warnOnce } from '../lib/log.js'
import { openStorage, readItem } from '../lib/storage.js'
import { networksStore } from '../state/networks.js'
import { recordsStore } from '../state/records.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { startConnect } from './connect.js'
import { createDialogApi } from './dialogApi.js'
import { loadLive } from './loadLive.js'
import { nameMistakes } from './nameMistakes.js'
import { applyNetworks } from './networks.js'
import { startOnline } from './online.js'
import { applyEnvironment, applyOptions } from './options.js'
import { startPairingViews } from './pairingViews.js'
import { startReconnect } from './reconnectDone.js'
import { loadRecords, startPersisting } from './records.js'
import { startSnapshots } from './snapshot.js'
import { startTheme } from './theme.js'
import { setDiscovered } from './wallets.js'

/**
 * Brings the dialog to life after its first paint: what the server wrote, the page, what was connected. Never throws; what makes a dialog
 * impossible is in `uiStore.fatal`, and the page hears of it.
 */
export async function startDialog(): Promise<void> {
  try {
    const boot = readBoot()
    settingsStore.setState({ boot })
    openStorage({ projectId: boot.projectId, origin: boot.origin })
    let apply: (hello: Hello) => void = () => {}
    const ready = new Promise<Hello>((resolve) => {
      apply = resolve
    }).then((hello) => applyHello(boot, hello))
    const { origin, build } = boot
    const networks = boot.networks.map(({ caipNetworkId }) => caipNetworkId)
    const { hello, written } = await connectHost({ origin, build, networks, methods: createDialogApi(ready) })
    apply(hello)
    await ready
    nameMistakes(written)
  } catch (error) {
    uiStore.setState({ fatal: toWireError(error) })
    warnOnce(`The dialog could not start: ${toWireError(error).message}`)
    try {
      await host().call('emit', { event: 'error', data: toWireError(error) })
    } catch {
      // Nobody is there to hear it.
    }
  }
}

/** Takes over what the page said. The first snapshot it gets says 'reconnecting' or 'disconnected', and never one for the other. */
export function applyHello(boot: Boot, hello: Hello): void {
  configureApi({ baseUrls: { api: boot.api }, projectId: boot.projectId, sdk: hello.sdk })
  setDiscovered(hello)
  loadRecords(hello.resume)
  applyEnvironment(hello.environment)
  const { active, connections } = recordsStore.getState()
  // Before the networks are known: they keep it if it is one of them.
  networksStore.setState({ selectedNetworkId: readItem('activeNetworkId') ?? (active && connections[active]?.networkId) ?? null })
  applyOptions(hello.options)
  applyNetworks()
  startOnline()
  startTheme()
  startConnect()
  startPairingViews()
  startPersisting()
  const resumed = startReconnect()
  startSnapshots()
  loadLive().then(
    async ({ startTabs, startLateReconnect, handleWalletEvent }) => {
      startLateReconnect()
      startTabs({ projectId: boot.projectId, origin: boot.origin })
      await resumed
      for (const event of hello.events) await handleWalletEvent(event)
    },
    () => {},
  )
  // Not needed to draw the first view: fetched behind it.
  import('./balance.js').then(
    ({ startBalance }) => startBalance(),
    () => {},
  )
  import('./directory.js').then(
    ({ startDirectory }) => startDirectory(),
    () => {},
  )
  import('./pictures.js').then(
    ({ startPictures }) => startPictures(),
    () => {},
  )
  import('./remoteSettings.js').then(
    ({ fetchRemoteSettings }) => fetchRemoteSettings(),
    () => {},
  )
}
