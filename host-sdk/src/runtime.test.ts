// @vitest-environment happy-dom
import { emptySnapshot, type NamespaceId, RpcError } from '@latchkey/protocol'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FamiliesSide } from './discovery/index.js'
import { lazy } from './lazy.js'
import { createResume } from './resume.js'
import { startRuntime } from './runtime.js'
import { createStore } from './store.js'
import { bridgedFrame } from './testing/bridgedFrame.js'
import { connectedSnapshot } from './testing/snapshots.js'

afterEach(() => localStorage.clear())

/** What a connected page has running, with a dialog that takes its time to tell the wallets. */
function connectedPage(fails = false) {
  const store = createStore(false)
  const resume = createResume('latchkey:shop:https://dialog.example')
  resume.set(JSON.stringify({ v: 1, active: 'eip155', connections: { eip155: { walletId: 'a.wallet', kind: 'embedded' } } }))
  store.apply(connectedSnapshot(1))
  const dialog = { told: () => {}, asked: [] as (NamespaceId | undefined)[] }
  const { frame, page } = bridgedFrame(store, () => {}, {
    async disconnect({ namespace }) {
      dialog.asked.push(namespace)
      if (fails) throw new RpcError(4900, 'Provider disconnected')
      await page.call('stateChanged', { ...emptySnapshot, seq: 2 })
      await new Promise<void>((resolve) => (dialog.told = resolve))
    },
    walletEvent() {},
  })
  const runtime = startRuntime({
    options: () => ({ projectId: 'shop', dialogUrl: 'https://dialog.example' }),
    store,
    resume,
    frame,
    own: new WeakSet(),
    families: lazy<FamiliesSide>(() => Promise.reject()),
    looking: new Set(),
    setVisible() {},
    leftKey: 'left',
    origin: 'https://dialog.example',
    open: async () => null,
    disconnect: async () => {},
    requestDialog: async () => null,
    fallbackNetwork: () => undefined,
    resumed: () => undefined,
  })
  onTestFinished(runtime.destroy)
  return { store, resume, dialog, runtime }
}

describe('disconnect', () => {
  test('behavior: settles when the dialog has told the wallets; the page knows before', async () => {
    const { store, dialog, runtime } = connectedPage()
    let settled = false
    const leaving = runtime.disconnect('eip155').finally(() => (settled = true))
    await vi.waitFor(() => expect(store.getState().status).toBe('disconnected'))
    expect([dialog.asked, settled]).toEqual([['eip155'], false])
    dialog.told()
    await leaving
  })

  test('error: the dialog fails: nobody is connected all the same, and nothing is to be resumed', async () => {
    const { store, resume, dialog, runtime } = connectedPage(true)
    await runtime.disconnect()
    expect(dialog.asked).toEqual([undefined])
    expect(store.getState()).toMatchObject({ status: 'disconnected', accounts: {}, wallet: null })
    expect(resume.pending()).toBe(false)
  })

  test('error: a chain family that does not exist is named', async () => {
    const { runtime } = connectedPage()
    await expect(runtime.disconnect('eip156' as 'eip155')).rejects.toMatchObject({ code: -32602 })
  })
})
