// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest'
import { openEmbedded } from '../../testing/embeddedPage.js'
import { stubServices } from '../../testing/fakePage.js'
import { secureUser } from '../../testing/scriptedFrame.js'
import { otherAddress } from '../../testing/scriptedWallet.js'
import { dropConnections } from '../session/session.js'
import { acceptLogin } from './acceptLogin.js'
import { embedded } from './embedded.js'
import { endSession } from './sessionEnd.js'

const other = { ...secureUser, address: otherAddress, accounts: [{ namespace: 'eip155', address: otherAddress, type: 'eoa' }] } as const
const again = { namespace: 'eip155', networkIds: ['eip155:31337'], isReconnecting: true } as const

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

test('behavior: a login that ended elsewhere is asked for anew, not taken for the next one', async () => {
  const { page, script } = await openEmbedded({})
  const { wallet } = embedded(page.dialog)
  acceptLogin(page.dialog, secureUser)
  endSession(page.dialog, wallet, 'signedOut')
  await vi.waitFor(() => expect(page.state().status).toBe('disconnected'))
  script.getUser = other
  expect((await wallet.connect(again)).accounts.map(({ address }) => address)).toEqual([otherAddress])
})

test('behavior: the same where another tab has ended the connections already', async () => {
  const { page, script } = await openEmbedded({})
  const { wallet } = embedded(page.dialog)
  acceptLogin(page.dialog, secureUser)
  dropConnections(page.dialog, ['eip155', 'solana'])
  endSession(page.dialog, wallet, 'signedOut')
  script.getUser = other
  expect((await wallet.connect(again)).accounts.map(({ address }) => address)).toEqual([otherAddress])
})
