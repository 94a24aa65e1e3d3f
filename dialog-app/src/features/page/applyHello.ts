import type { Boot, Hello } from '@latchkey/protocol'
import { configureApi } from '../../api/http.js'
import type { Dialog } from '../../lib/dialog.js'
import { untilDestroyed } from '../../lib/lifetime.js'
import { readItem } from '../../lib/storage.js'
import { networksStore } from '../../state/networks.js'
import { recordsStore } from '../../state/records.js'
import { whenDrawn } from '../../state/whenDrawn.js'
import { startConnect } from '../connect/connect.js'
import { setDiscovered } from '../connect/wallets.js'
import { applyNetworks } from '../networks/networks.js'
import { loadRecords } from '../session/records.js'
import { startSnapshots } from '../session/snapshot.js'
import { startReconnect } from '../session/startReconnect.js'
import { applyEnvironment, applyOptions } from '../settings/options.js'
import { startTheme } from '../settings/theme.js'
import { startOnline } from './online.js'

/**
 * Takes over what the page said. The first snapshot it gets says 'reconnecting' or 'disconnected', and never one for the other.
 *
 * @param isAwaited the page waits for the dialog to appear
 */
export function applyHello(dialog: Dialog, boot: Boot, hello: Hello, isAwaited = false): void {
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
  const resumed = startReconnect(dialog)
  startSnapshots(dialog)
  const start = () =>
    import('./behind.js').then(
      ({ startBehind }) => (untilDestroyed(dialog).aborted ? undefined : startBehind(dialog, boot, hello, resumed)),
      () => {},
    )
  // A page that waits for the dialog gets its first view first, unless something happened that it must hear of.
  if (isAwaited && hello.events.length === 0) whenDrawn(dialog, start)
  else void start()
}
