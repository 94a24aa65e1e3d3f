// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setHost } from '../../bridge/host.js'
import type { Dialog } from '../../lib/dialog.js'
import { onClosed } from '../../state/onClosed.js'
import { onLeave } from '../../state/onLeave.js'
import { initialSession, sessionStore } from '../../state/session.js'
import { initialSettings, settingsStore } from '../../state/settings.js'
import { initialUi, uiStore } from '../../state/ui.js'
import { initialView, viewStore } from '../../state/view.js'
import { testDialog } from '../../testing/testDialog.js'
import { readSnapshot } from '../session/snapshot.js'
import { closeDialog } from './close.js'
import { leave } from './leave.js'
import { popWhile } from './popWhile.js'
import { showDialog } from './show.js'
import { popTransaction, pushTransaction } from './transactionStack.js'
import { back, push, replace, reset } from './view.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

const names = () =>
  viewStore(dialog)
    .getState()
    .history.map(({ name }) => name)
const connect = () =>
  sessionStore(dialog).setState({
    status: 'connected',
    activeNamespace: 'eip155',
    connections: {
      eip155: {
        wallet: { id: 'w', name: 'W', kind: 'host' },
        accounts: [{ namespace: 'eip155', address: '0x1', type: 'eoa' }],
        networkId: 'eip155:1',
      },
    },
  })
const visible: boolean[] = []

beforeEach(() => {
  vi.useFakeTimers()
  visible.length = 0
  setHost(dialog, {
    call: async (method: string, params: unknown) => {
      if (method === 'setVisible') visible.push((params as { visible: boolean }).visible)
      return undefined as never
    },
  } as never)
  viewStore(dialog).setState(initialView, true)
  sessionStore(dialog).setState(initialSession, true)
  settingsStore(dialog).setState(initialSettings, true)
  uiStore(dialog).setState({ ...initialUi, open: true }, true)
  return () => vi.useRealTimers()
})

describe('push', () => {
  test('behavior: of the view already shown does nothing, its data included', () => {
    push(dialog, 'Swap', 1)
    const before = viewStore(dialog).getState()
    push(dialog, 'Swap', 2)
    expect(viewStore(dialog).getState()).toBe(before)
  })
})

describe('replace', () => {
  test('behavior: puts a view in the place of the one shown', () => {
    push(dialog, 'EmailLogin')
    replace(dialog, 'EmailVerifyOtp', 'data')
    expect(viewStore(dialog).getState().history).toEqual([{ name: 'Connect' }, { name: 'EmailVerifyOtp', data: 'data' }])
  })
})

describe('reset', () => {
  test('behavior: leaves one view', () => {
    push(dialog, 'EmailLogin')
    reset(dialog, 'Account')
    expect(names()).toEqual(['Account'])
  })
})

describe('back', () => {
  test('behavior: pops, and clears the data of what it shows', () => {
    reset(dialog, 'Account')
    push(dialog, 'WalletSend', { token: 'x' })
    push(dialog, 'Networks')
    back(dialog)
    expect(viewStore(dialog).getState()).toMatchObject({ history: [{ name: 'Account' }, { name: 'WalletSend' }], direction: 'back' })
    expect(viewStore(dialog).getState().history[1]).not.toHaveProperty('data')
  })

  test('behavior: from the only view closes', () => {
    back(dialog)
    expect(uiStore(dialog).getState().open).toBe(false)
  })

  test('behavior: when connected, Connect below means Account', () => {
    push(dialog, 'ConnectingExternal')
    connect()
    back(dialog)
    expect(names()).toEqual(['Account'])
  })
})

describe('closeDialog', () => {
  test('behavior: resets to Connect once it is gone; inline and connected to Account', () => {
    connect()
    push(dialog, 'Swap')
    closeDialog(dialog)
    vi.advanceTimersByTime(200)
    expect(names()).toEqual(['Connect'])
    expect(visible).toEqual([false])
    settingsStore(dialog).setState({ options: { inline: true } })
    uiStore(dialog).setState({ open: true })
    closeDialog(dialog)
    vi.advanceTimersByTime(200)
    expect(names()).toEqual(['Account'])
  })

  test('behavior: inline only the opening ends: what waits for it goes on, the page knows, and the dialog works on', () => {
    settingsStore(dialog).setState({ options: { inline: true } })
    showDialog(dialog, 'EmailLogin')
    const seen: boolean[] = []
    uiStore(dialog).subscribe(({ open }) => seen.push(open))
    const ended = vi.fn()
    onClosed(dialog, ended)
    expect(readSnapshot(dialog).open).toBe(true)
    expect(closeDialog(dialog)).toBe(true)
    expect(seen[0]).toBe(false)
    expect([uiStore(dialog).getState().open, readSnapshot(dialog).open, names()]).toEqual([true, false, ['Connect']])
    leave(dialog)
    showDialog(dialog)
    expect(readSnapshot(dialog).open).toBe(true)
    return vi.waitFor(() => expect(ended).toHaveBeenCalledOnce())
  })

  test('behavior: what the page requires refuses to close, shakes for 500 ms, and closes once connected', () => {
    uiStore(dialog).setState({ required: true })
    expect(closeDialog(dialog)).toBe(false)
    expect(uiStore(dialog).getState()).toMatchObject({ open: true, shake: true })
    vi.advanceTimersByTime(499)
    expect(uiStore(dialog).getState().shake).toBe(true)
    vi.advanceTimersByTime(1)
    expect(uiStore(dialog).getState().shake).toBe(false)
    connect()
    expect(closeDialog(dialog)).toBe(true)
  })

  test('behavior: says once that it is closed', async () => {
    const heard = vi.fn()
    onClosed(dialog, heard)
    closeDialog(dialog)
    closeDialog(dialog)
    await vi.advanceTimersByTimeAsync(200)
    uiStore(dialog).setState({ open: true })
    closeDialog(dialog)
    await vi.advanceTimersByTimeAsync(200)
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('popWhile', () => {
  test('behavior: returns to the view before the network list', () => {
    reset(dialog, 'Account')
    push(dialog, 'Networks')
    push(dialog, 'SwitchNetwork')
    expect(popWhile(dialog, (name) => name !== 'Account')).toBe(true)
    expect(names()).toEqual(['Account'])
  })

  test('behavior: says when there is none, and changes nothing', () => {
    reset(dialog, 'Networks')
    push(dialog, 'SwitchNetwork')
    expect(popWhile(dialog, (name) => name !== 'Account')).toBe(false)
    expect(names()).toEqual(['Networks', 'SwitchNetwork'])
  })
})

describe('onLeave', () => {
  test('behavior: runs when the view is left, whichever way, and not when it is entered', () => {
    const left = vi.fn()
    const unsubscribe = onLeave(dialog, 'ConnectingFarcaster', left)
    push(dialog, 'ConnectingFarcaster')
    expect(left).not.toHaveBeenCalled()
    back(dialog)
    push(dialog, 'ConnectingFarcaster')
    reset(dialog, 'Account')
    expect(left).toHaveBeenCalledTimes(2)
    unsubscribe()
    push(dialog, 'ConnectingFarcaster')
    back(dialog)
    expect(left).toHaveBeenCalledTimes(2)
  })
})

describe('popTransaction', () => {
  test.each([
    ['success', ['Account', 'ApproveTransaction'], 'onSuccess'],
    ['error', ['Account'], 'onError'],
    ['cancel', ['Account'], 'onCancel'],
  ] as const)('behavior: %s runs its callback; error and cancel also go back', (outcome, views, callback) => {
    reset(dialog, 'Account')
    push(dialog, 'ApproveTransaction')
    const run = vi.fn()
    pushTransaction(dialog, { id: 'one', [callback]: run })
    popTransaction(dialog, { id: 'one', outcome })
    expect(run).toHaveBeenCalledTimes(1)
    expect(names()).toEqual(views)
  })

  test('behavior: a success without callback goes back; without a transaction nothing happens', () => {
    reset(dialog, 'Account')
    push(dialog, 'ApproveTransaction')
    popTransaction(dialog, { id: 'one', outcome: 'success' })
    expect(names()).toEqual(['Account', 'ApproveTransaction'])
    pushTransaction(dialog, { id: 'one' })
    popTransaction(dialog, { id: 'one', outcome: 'success' })
    expect(names()).toEqual(['Account'])
  })

  test('behavior: a user who has left the view meanwhile stays where they are', () => {
    reset(dialog, 'Account')
    push(dialog, 'ApproveTransaction')
    const onError = vi.fn()
    pushTransaction(dialog, { id: 'one', onError })
    push(dialog, 'Networks')
    popTransaction(dialog, { id: 'one', outcome: 'error' })
    expect(onError).toHaveBeenCalledOnce()
    expect(names()).toEqual(['Account', 'ApproveTransaction', 'Networks'])
  })
})
