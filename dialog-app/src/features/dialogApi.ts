import type { DialogApi } from '@latchkey/protocol'
import type { Handlers } from '@latchkey/protocol/bridge'
import { readAnyOptions } from '../bridge/host.js'
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
export function createDialogApi(ready: Promise<unknown>): Handlers<DialogApi> {
  return {
    async open(params, { signal }) {
      await ready
      return await openDialog(params, signal)
    },
    async close() {
      await ready
      return closeDialog()
    },
    async back() {
      await ready
      back()
    },
    async request(params, { signal }) {
      await ready
      const { handleRequest } = await import('./requests.js')
      return await handleRequest(params, signal)
    },
    async disconnect({ namespace }) {
      await ready
      const { disconnect } = await loadLive()
      disconnect(namespace)
      await flushSnapshot()
    },
    async switchNetwork({ networkId }, { signal }) {
      await ready
      const { requestSwitch } = await import('./requestSwitch.js')
      await requestSwitch(networkId, { signal })
      await flushSnapshot()
    },
    async walletsChanged(found) {
      await ready
      setDiscovered(found)
    },
    async walletEvent(event) {
      await ready
      const { handleWalletEvent } = await loadLive()
      await handleWalletEvent(event)
      await flushSnapshot()
    },
    async setOptions(written) {
      await ready
      applyOptions(await readAnyOptions(written))
      nameMistakes(written)
    },
    async setEnvironment(environment) {
      await ready
      applyEnvironment(environment)
    },
    async resumeChanged({ value }) {
      await ready
      const { applyPeerResume } = await loadLive()
      await applyPeerResume(value)
    },
  }
}
