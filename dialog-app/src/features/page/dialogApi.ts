import type { PageMethods } from '../../bridge/host.js'
import { readAnyOptions } from '../../bridge/host.js'
import type { Dialog } from '../../lib/dialog.js'
import { isOpened } from '../../state/isOpened.js'
import { onClosed } from '../../state/onClosed.js'
import { setDiscovered } from '../connect/wallets.js'
import { closeDialog } from '../navigator/close.js'
import { openDialog } from '../navigator/open.js'
import { back } from '../navigator/view.js'
import { loadSessionRuntime } from '../session/loadSessionRuntime.js'
import { flushSnapshot } from '../session/snapshot.js'
import { nameMistakes } from '../settings/nameMistakes.js'
import { applyEnvironment, applyOptions } from '../settings/options.js'

/**
 * What the page may call. Parameters were checked by the Bridge. What a visitor may never need is fetched when it is called.
 *
 * @param ready settles when the page's hello has been applied; nothing is done before
 */
export function createDialogApi(dialog: Dialog, ready: Promise<unknown>): PageMethods {
  return {
    async open(params, { signal }) {
      await ready
      const { token, amount, recipient, from, to } = params
      if (!(token || amount || recipient || from || to)) return await openDialog(dialog, params, signal)
      const { openWith } = await import('./openWith.js')
      return await openWith(dialog, params, signal)
    },
    async close() {
      await ready
      if (!isOpened(dialog)) return closeDialog(dialog)
      return await new Promise((resolve) => {
        const forget = onClosed(dialog, () => resolve(true))
        if (closeDialog(dialog)) return
        forget()
        resolve(false)
      })
    },
    async back() {
      await ready
      back(dialog)
    },
    async request(params, { signal }) {
      await ready
      const { handleRequest } = await import('../session/requests.js')
      return await handleRequest(dialog, params, signal)
    },
    async disconnect({ namespace }) {
      await ready
      const { disconnect } = await loadSessionRuntime(dialog)
      const told = disconnect(dialog, namespace)
      // The page knows at once; a page that leaves now must not take the wallets' notice with it.
      await flushSnapshot(dialog)
      await told
    },
    async signOut({ namespace }) {
      await ready
      const { signOut } = await loadSessionRuntime(dialog)
      await signOut(dialog, namespace)
    },
    async switchNetwork({ networkId, confirm }, { signal }) {
      await ready
      const { requestSwitch } = await import('../networks/requestSwitch.js')
      await requestSwitch(dialog, networkId, { ...(confirm ? { confirm } : {}), signal })
      await flushSnapshot(dialog)
    },
    async walletsChanged(found) {
      await ready
      setDiscovered(dialog, found)
    },
    async walletEvent(event) {
      await ready
      const { handleWalletEvent } = await loadSessionRuntime(dialog)
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
      const { applyPeerResume } = await loadSessionRuntime(dialog)
      await applyPeerResume(dialog, value)
    },
  }
}
