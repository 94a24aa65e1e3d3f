// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { embedded } from '../features/embedded/embedded.js'
import { mobileWallet } from '../features/walletConnect/mobileWallet.js'
import { registerNamespace } from '../namespaces/registry.js'
import { testDialog } from '../testing/testDialog.js'
import { hostWallet } from './hostWallet.js'
import { walletFor } from './registry.js'

test('error: a mobile or an embedded wallet that nothing has used so far is not there', () => {
  const dialog = testDialog()
  expect(() => walletFor(dialog, { id: 'a', name: 'A', kind: 'walletConnect' })).toThrow('WalletConnectConnector not found')
  expect(() => walletFor(dialog, { id: 'a', name: 'A', kind: 'embedded' })).toThrow('Unable to load email login dependency')
})

test('error: nor is one in a dialog whose document no server wrote', () => {
  const dialog = testDialog()
  expect(() => mobileWallet(dialog)).toThrow('WalletConnectConnector not found')
  expect(() => embedded(dialog)).toThrow('Unable to load email login dependency')
})

test('error: the code that a disconnect needs did not come: said so, with the cause', async () => {
  const dialog = testDialog()
  registerNamespace(dialog, 'cosmos', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  const wallet = hostWallet(dialog, { id: 'io.test', name: 'Test', kind: 'host' })
  await expect(wallet.disconnect('cosmos')).rejects.toMatchObject({
    code: 4900,
    message: 'ConnectionController client not set',
    cause: expect.objectContaining({ message: 'Failed to fetch dynamically imported module' }),
  })
})
