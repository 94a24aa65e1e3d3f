// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setHost } from '../bridge/host.js'
import { initialSession, sessionStore } from '../state/session.js'
import { initialSettings, settingsStore } from '../state/settings.js'
import { initialUi, uiStore } from '../state/ui.js'
import { initialView, viewStore } from '../state/view.js'
import { closeDialog, onClosed } from './close.js'
import { popTransaction, pushTransaction } from './transactionStack.js'
import { back, push, replace, reset } from './view.js'
import { onLeave, popWhile } from './viewStack.js'

const names = () => viewStore.getState().history.map(({ name }) => name)
const connect = () =>
  sessionStore.setState({
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
  setHost({
    call: async (method: string, params: unknown) => {
      if (method === 'setVisible') visible.push((params as { visible: boolean }).visible)
      return undefined as never
    },
  } as never)
  viewStore.setState(initialView, true)
  sessionStore.setState(initialSession, true)
  settingsStore.setState(initialSettings, true)
  uiStore.setState({ ...initialUi, open: true }, true)
  return () => vi.useRealTimers()
})

describe('push', () => {
  test('behavior: of the view already shown does nothing, its data included', () => {
    push('Swap', 1)
    const before = viewStore.getState()
    push('Swap', 2)
    expect(viewStore.getState()).toBe(before)
  })
})

describe('replace', () => {
  test('behavior: puts a view in the place of the one shown', () => {
    push('EmailLogin')
    replace('EmailVerifyOtp', 'data')
    expect(viewStore.getState().history).toEqual([{ name: 'Connect' }, { name: 'EmailVerifyOtp', data: 'data' }])
  })
})

describe('reset', () => {
  test('behavior: leaves one view', () => {
    push('EmailLogin')
    reset('Account')
    expect(names()).toEqual(['Account'])
  })
})

describe('back', () => {
  test('behavior: pops, and clears the data of what it shows', () => {
    reset('Account')
    push('WalletSend', { token: 'x' })
    push('Networks')
    back()
    expect(viewStore.getState()).toMatchObject({ history: [{ name: 'Account' }, { name: 'WalletSend' }], direction: 'back' })
    expect(viewStore.getState().history[1]).not.toHaveProperty('data')
  })

  test('behavior: from the only view closes', () => {
    back()
    expect(uiStore.getState().open).toBe(false)
  })

  test('behavior: when connected, Connect below means Account', () => {
    push('ConnectingExternal')
    connect()
    back()
    expect(names()).toEqual(['Account'])
  })
})

describe('closeDialog', () => {
  test('behavior: resets to Connect once it is gone; inline and connected to Account', () => {
    connect()
    push('Swap')
    closeDialog()
    vi.advanceTimersByTime(200)
    expect(names()).toEqual(['Connect'])
    expect(visible).toEqual([false])
    settingsStore.setState({ options: { inline: true } })
    uiStore.setState({ open: true })
    closeDialog()
    vi.advanceTimersByTime(200)
    expect(names()).toEqual(['Account'])
  })

  test('behavior: what the page requires refuses to close, shakes for 500 ms, and closes once connected', () => {
    uiStore.setState({ required: true })
    expect(closeDialog()).toBe(false)
    expect(uiStore.getState()).toMatchObject({ open: true, shake: true })
    vi.advanceTimersByTime(499)
    expect(uiStore.getState().shake).toBe(true)
    vi.advanceTimersByTime(1)
    expect(uiStore.getState().shake).toBe(false)
    connect()
    expect(closeDialog()).toBe(true)
  })

  test('behavior: says once that it is closed', async () => {
    const heard = vi.fn()
    onClosed(heard)
    closeDialog()
    closeDialog()
    await vi.advanceTimersByTimeAsync(200)
    uiStore.setState({ open: true })
    closeDialog()
    await vi.advanceTimersByTimeAsync(200)
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('popWhile', () => {
  test('behavior: returns to the view before the network list', () => {
    reset('Account')
    push('Networks')
    push('SwitchNetwork')
    expect(popWhile((name) => name !== 'Account')).toBe(true)
    expect(names()).toEqual(['Account'])
  })

  test('behavior: says when there is none, and changes nothing', () => {
    reset('Networks')
    push('SwitchNetwork')
    expect(popWhile((name) => name !== 'Account')).toBe(false)
    expect(names()).toEqual(['Networks', 'SwitchNetwork'])
  })
})

describe('onLeave', () => {
  test('behavior: runs when the view is left, whichever way, and not when it is entered', () => {
    const left = vi.fn()
    const off = onLeave('ConnectingFarcaster', left)
    push('ConnectingFarcaster')
    expect(left).not.toHaveBeenCalled()
    back()
    push('ConnectingFarcaster')
    reset('Account')
    expect(left).toHaveBeenCalledTimes(2)
    off()
    push('ConnectingFarcaster')
    back()
    expect(left).toHaveBeenCalledTimes(2)
  })
})

describe('popTransaction', () => {
  test.each([
    ['success', ['Account', 'ApproveTransaction'], 'onSuccess'],
    ['error', ['Account'], 'onError'],
    ['cancel', ['Account'], 'onCancel'],
  ] as const)('behavior: %s runs its callback; error and cancel also go back', (outcome, views, callback) => {
    reset('Account')
    push('ApproveTransaction')
    const run = vi.fn()
    pushTransaction({ [callback]: run })
    popTransaction(outcome)
    expect(run).toHaveBeenCalledTimes(1)
    expect(names()).toEqual(views)
  })

  test('behavior: a success without callback goes back; without a transaction nothing happens', () => {
    reset('Account')
    push('ApproveTransaction')
    popTransaction('success')
    expect(names()).toEqual(['Account', 'ApproveTransaction'])
    pushTransaction({})
    popTransaction('success')
    expect(names()).toEqual(['Account'])
  })
})
