// @vitest-environment happy-dom

import { beforeEach, describe, expect, test } from 'vitest'
import { connectedPage, stubServices } from '../../testing/fakePage.js'
import { scriptedFrame } from '../../testing/scriptedFrame.js'
import { address, scriptedWallet } from '../../testing/scriptedWallet.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

const request = (method: string) => ({ id: 'r', namespace: 'eip155' as const, networkId: null, method, params: [{}] })

/** A page whose user is logged into the embedded wallet. */
async function loggedIn(features: object) {
  const page = await connectedPage(scriptedWallet())
  const [{ createEmbeddedWallet }, { provideWallet }, { dispatchSession }] = await Promise.all([
    import('../../wallets/embedded/index.js'),
    import('../../wallets/registry.js'),
    import('../../state/sessionReducer.js'),
  ])
  const { frame, asked } = scriptedFrame({ rpcRequest: 'granted' })
  const nothing = () => undefined
  const wallet = createEmbeddedWallet({
    frame,
    networks: () => [],
    name: () => 'Email',
    target: () => ({}),
    forget: nothing,
    onNotAllowed: nothing,
  })
  provideWallet(page.dialog, 'embedded', () => wallet)
  dispatchSession(page.dialog, {
    type: 'connected',
    namespace: 'eip155',
    wallet: wallet.info,
    accounts: [{ namespace: 'eip155', address, type: 'smartAccount' }],
    networkId: 'eip155:31337',
  })
  await page.call('setOptions', { features })
  return { page, asked }
}

describe('permissions to spend', () => {
  test.each(['wallet_requestExecutionPermissions', 'wallet_grantPermissions'])(
    'error: a page that does not say smartSessions hears why nothing is granted (%s)',
    async (method) => {
      const { page, asked } = await loggedIn({})
      await expect(page.call('request', request(method))).rejects.toMatchObject({
        code: 4200,
        message: expect.stringContaining('features.smartSessions'),
      })
      expect(asked('rpcRequest')).toEqual([])
      await page.call('setOptions', { features: { smartSessions: true } })
      expect(await page.call('request', request(method))).toBe('granted')
    },
  )

  test('behavior: what was granted before can be removed, and an other wallet decides itself', async () => {
    const { page } = await loggedIn({})
    expect(await page.call('request', request('wallet_revokeExecutionPermission'))).toBe('granted')
    const other = await connectedPage(scriptedWallet({ wallet_grantPermissions: 'its own answer' }))
    expect(await other.call('request', request('wallet_grantPermissions'))).toBe('its own answer')
  })
})
