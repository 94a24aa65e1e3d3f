import type { ViewName } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { openingView } from './opening.js'

const open = (situation: Partial<Parameters<typeof openingView>[0]>) =>
  openingView({ connected: false, hasAdapter: true, phone: false, canShow: () => true, ...situation })

describe('openingView', () => {
  test('behavior: no adapter and nothing connected comes first', () => {
    expect(open({ hasAdapter: false, requested: 'Networks' })).toBe('ConnectingWalletConnectBasic')
    expect(open({ hasAdapter: false, phone: true })).toBe('AllWallets')
    expect(open({ hasAdapter: false, connected: true })).toBe('Account')
  })

  test('behavior: then the requested view, then Account, then Connect', () => {
    expect(open({ requested: 'Swap', connected: true })).toBe('Swap')
    expect(open({ connected: true })).toBe('Account')
    expect(open({})).toBe('Connect')
  })

  test('behavior: a view that cannot be drawn is as if it were not asked for', () => {
    const canShow = (view: ViewName) => view === 'Connect' || view === 'Account'
    expect(open({ requested: 'Swap', canShow })).toBe('Connect')
    expect(open({ requested: 'Swap', connected: true, canShow })).toBe('Account')
    expect(open({ hasAdapter: false, canShow })).toBe('Connect')
  })
})
