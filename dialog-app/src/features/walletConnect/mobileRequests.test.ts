// @vitest-environment happy-dom

import { codes, RpcError } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setHost } from '../../bridge/host.js'
import type { Dialog } from '../../lib/dialog.js'
import { askingStore, initialAsking } from '../../state/asking.js'
import { uiStore } from '../../state/ui.js'
import { testDialog } from '../../testing/testDialog.js'
import type { WalletConnect } from '../../wallets/walletConnect/index.js'
import { addRules } from '../events/dialogEvents.js'
import { closeDialog } from '../navigator/close.js'
import { rules } from '../navigator/rules.js'
import { cancelAsking, finishAsking, requestMobile } from './mobileRequests.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
  addRules(dialog, rules)
})

/** A wallet elsewhere that never answers: a request ends when it is given up. */
const wallet = {
  relay: { get: () => ({ state: 'up' }), subscribe: () => () => {} },
  topic: () => 'topic',
  peer: () => undefined,
  request: ({ signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new RpcError(codes.userRejected, 'Request was aborted')))),
} as unknown as WalletConnect
const info = { id: 'walletConnect', name: 'Phone wallet', kind: 'walletConnect' } as const

const ask = () =>
  requestMobile(dialog, wallet, info, { namespace: 'eip155', networkId: 'eip155:31337', method: 'personal_sign', params: [] }).catch(
    (error: RpcError) => error.code,
  )
const isOpen = () => uiStore(dialog).getState().open

beforeEach(() => {
  vi.useFakeTimers()
  setHost(dialog, { call: async () => undefined } as never)
})
afterEach(() => {
  closeDialog(dialog, { force: true })
  vi.runAllTimers()
  vi.useRealTimers()
  askingStore(dialog).setState(initialAsking, true)
})

describe('requestMobile', () => {
  test('behavior: after 2 s without an answer the dialog says where to go on', async () => {
    const asked = ask()
    await vi.advanceTimersByTimeAsync(1_900)
    expect(isOpen()).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(isOpen()).toBe(true)
    cancelAsking(dialog)
    expect(await asked).toBe(codes.userRejected)
    expect(askingStore(dialog).getState().over).toBe('cancelled')
    finishAsking(dialog)
    expect(isOpen()).toBe(false)
  })

  test('behavior: closing gives up the one on screen, and the next one is shown in its turn', async () => {
    const first = ask()
    const second = ask()
    await vi.advanceTimersByTimeAsync(2_100)
    closeDialog(dialog, { force: true })
    await vi.advanceTimersByTimeAsync(500)
    expect(await first).toBe(codes.userRejected)
    expect(isOpen()).toBe(true)
    expect(askingStore(dialog).getState().count).toBe(1)
    closeDialog(dialog, { force: true })
    await vi.advanceTimersByTimeAsync(500)
    expect(await second).toBe(codes.userRejected)
    expect(isOpen()).toBe(false)
  })

  test('behavior: a request whose 2 s end while the dialog closes does not bring it back', async () => {
    const first = ask()
    await vi.advanceTimersByTimeAsync(2_100)
    cancelAsking(dialog)
    await first
    const later = ask()
    await vi.advanceTimersByTimeAsync(100)
    finishAsking(dialog)
    // In the middle of the 130 ms that the card takes to leave.
    await vi.advanceTimersByTimeAsync(1_860)
    closeDialog(dialog, { force: true })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await later).toBe(codes.userRejected)
    expect(isOpen()).toBe(false)
  })
})
