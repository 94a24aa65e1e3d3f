// @vitest-environment happy-dom

import type { Network } from '@latchkey/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Dialog } from '../../lib/dialog.js'
import { registerNamespace } from '../../namespaces/registry.js'
import type { ActiveConnection } from '../../state/session.js'
import { sessionStore } from '../../state/session.js'
import { testDialog } from '../../testing/testDialog.js'
import { switchWalletNetwork } from './switchWalletNetwork.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

describe('switchWalletNetwork', () => {
  test('error: the code for its chain family did not come: said so before anybody is asked', async () => {
    registerNamespace(dialog, 'cosmos', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
    const connection = {
      wallet: { id: 'keplr', name: 'Keplr', kind: 'host' },
      networkId: 'cosmos:a',
      accounts: [],
    } as unknown as ActiveConnection
    const target = { chainNamespace: 'cosmos', caipNetworkId: 'cosmos:b' } as unknown as Network
    await expect(switchWalletNetwork(dialog, connection, target)).rejects.toMatchObject({
      code: 4900,
      message: 'NetworkController client not set',
    })
    expect(sessionStore(dialog).getState().loading).toEqual({})
  })
})
