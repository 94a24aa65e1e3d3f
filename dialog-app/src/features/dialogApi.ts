import type { DialogApi } from '@latchkey/protocol'
import type { Handlers } from '@latchkey/protocol/bridge'
import { readAnyOptions } from '../bridge/host.js'
import type { Dialog } from '../lib/dialog.js'
import { closeDialog } from './close.js'
import { loadLive } from './loadLive.js'
import { nameMistakes } from './nameMistakes.js'
import { openDialog } from './open.js'
import { applyEnvironment, applyOptions } from './options.js'
import { flushSnapshot } from './snapshot.js'
import { back } from './view.js'
import { setDiscovered } from './wallets.js'

/**
 * What the page may call. Parameters were checked by the Bridge. What a visitor may never need is fetched when it is called.
 *
 * @param ready settles when the page's hello has been applied; nothing is done before
 */
export function createDialogApi(dialog: Dialog, ready: Promise<unknown>): Handlers<DialogApi> {
  return {
    async open(params, { signal }) {
      await ready
      return await openDialog(dialog, params, signal)
    },
    async close() {
      await ready
      return closeDialog(dialog)
    },
    async back() {
      await ready
      back(dialog)
    },
    async request(params, { signal }) {
      await ready
      const { handleRequest } = await import('./requests.js')
      return await handleRequest(dialog, params, signal)
    },
    async disconnect({ namespace }) {
      await ready
      const { disconnect } = await loadLive(dialog)
      disconnect(dialog, namespace)
      await flushSnapshot(dialog)
    },
    async switchNetwork({ networkId }, { signal }) {
      await ready
      const { requestSwitch } = await import('./requestSwitch.js')
      await requestSwitch(dialog, networkId, { signal })
      await flushSnapshot(dialog)
    },
    async walletsChanged(found) {
      await ready
      setDiscovered(dialog, found)
    },
    async walletEvent(event) {
      await ready
      const { handleWalletEvent } = await loadLive(dialog)
      await handleWalletEvent(dialog, event)
      await flushSnapshot(dialog)
    },
    async setOptions(written) {
      await ready
      applyOptions(dialog, await readAnyOptions(written))
      nameMistakes(dialog, written)
    },
    async setEnvironment(environment) {
      await ready
      applyEnvironment(dialog, environment)
    },
    async resumeChanged({ value }) {
      await ready
      const { applyPeerResume } = await loadLive(dialog)
      await applyPeerResume(dialog, value)
    },
  }
}
