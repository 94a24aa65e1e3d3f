// @vitest-environment happy-dom
import type { Account } from '@latchkey/protocol'
import { beforeEach, expect, test, vi } from 'vitest'
import { bip122 } from '../../namespaces/bip122/index.js'
import { network, startPage, stubServices } from '../../testing/fakePage.js'
import { scriptedWallet } from '../../testing/scriptedWallet.js'
import { findWallet } from '../connect/wallets.js'
import { acceptConnection } from './session.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
  return () => vi.unstubAllGlobals()
})

const networkId = 'bip122:000000000019d6689c085ae165831e93'
const account = (type: Account['type'], address: string): Account => ({ namespace: 'bip122', address, type })
const accounts = [account('payment', 'bc1qpayment'), account('ordinal', 'bc1pordinal')]

test.each([
  ['the family’s own', {}, ['payment', 'ordinal']],
  ['the page’s', { defaultAccountTypes: { bip122: 'ordinal' } } as const, ['ordinal', 'payment']],
])(
  'behavior: while the user has chosen none, the active account is of %s type (defaultAccountTypes)',
  async (_whose, options, expected) => {
    const bitcoin = { ...network(1), id: '1', caipNetworkId: networkId, chainNamespace: 'bip122', name: 'Bitcoin' } as const
    const page = await startPage({
      wallets: { 'io.test': scriptedWallet() },
      families: [bip122],
      options,
      boot: { networks: [bitcoin], defaultNetwork: networkId },
    })
    const wallet = findWallet(page.dialog, 'io.test')
    if (!wallet) throw new Error('No wallet')
    acceptConnection(page.dialog, 'bip122', wallet, { accounts, networkId })
    await vi.waitFor(() => expect(page.state().accounts.bip122?.map(({ type }) => type)).toEqual(expected))
  },
)
