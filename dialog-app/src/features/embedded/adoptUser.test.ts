// @vitest-environment happy-dom

import type { SecureUser } from '@latchkey/protocol'
import { beforeEach, expect, test, vi } from 'vitest'
import { writeItem } from '../../lib/storage.js'
import { openEmbedded } from '../../testing/embeddedPage.js'
import { stubServices } from '../../testing/fakePage.js'
import { secureUser } from '../../testing/scriptedFrame.js'
import { acceptLogin } from './acceptLogin.js'
import { followUser } from './adoptUser.js'
import { sendEmail } from './emailLogin.js'
import { embedded, preferredType } from './embedded.js'

const contract = `0x${'5a'.repeat(20)}`
const smartUser: SecureUser = {
  ...secureUser,
  address: contract,
  accounts: [{ namespace: 'eip155', address: contract, type: 'smartAccount' }, ...secureUser.accounts],
  preferredAccountType: 'smartAccount',
}

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

test('behavior: the kind of account that was chosen in another tab is this page’s, without a question and without a kind of its own', async () => {
  const { page, frame, asked } = await openEmbedded({ getUser: smartUser })
  const { wallet } = embedded(page.dialog)
  acceptLogin(page.dialog, secureUser)
  await followUser(page.dialog, frame, wallet)
  await vi.waitFor(() => expect(page.state().accounts.eip155?.[0]).toMatchObject({ address: contract, type: 'smartAccount' }))
  expect(asked('getUser')).toEqual([{ id: expect.any(String) }])
})

test('behavior: a page that has not resumed the login, or has left it meanwhile, gets no account', async () => {
  const { page, frame, asked, script } = await openEmbedded({ getUser: smartUser })
  const { wallet } = embedded(page.dialog)
  await followUser(page.dialog, frame, wallet)
  expect(asked('getUser')).toEqual([])
  acceptLogin(page.dialog, secureUser)
  script.getUser = async () => {
    await wallet.disconnect()
    return smartUser
  }
  await followUser(page.dialog, frame, wallet)
  expect(wallet.user()).toBeNull()
})

test('behavior: a login asks for the kind of account that the page wishes on EVM, and that the user chose before', async () => {
  const wish = { defaultAccountTypes: { solana: 'eoa', eip155: 'smartAccount', bip122: 'payment' } } as const
  const { page, asked } = await openEmbedded({ connectEmail: { action: 'CONNECT' }, getUser: smartUser }, { options: wish })
  sendEmail(page.dialog, 'mira@meadow.example')
  await vi.waitFor(() => expect(page.state().status).toBe('connected'))
  expect(asked('getUser')[0]).toMatchObject({ preferredAccountType: 'smartAccount' })
  writeItem(page.dialog, 'preferredAccountTypes', { eip155: 'eoa' })
  expect(preferredType(page.dialog)).toEqual({ preferredAccountType: 'eoa' })
})
