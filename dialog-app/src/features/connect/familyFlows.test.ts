// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { facts, familyPage, solana } from '../../testing/familyPage.js'
import { address, otherAddress } from '../../testing/scriptedWallet.js'
import { closeDialog } from '../navigator/close.js'
import { back } from '../navigator/view.js'
import { chooseNetwork } from '../networks/switchNetwork.js'
import { makeActive } from '../session/switchWallet.js'

beforeEach(() => {
  localStorage.clear()
  const features = [{ id: 'multi_wallet', isEnabled: true, config: null }]
  vi.stubGlobal('fetch', async () => Response.json({ features, allowedOrigins: [], balances: [] }))
})

const opened = async (page: Awaited<ReturnType<typeof familyPage>>) => {
  void page.call('open', { id: 'a' })
  await vi.waitFor(() => expect(page.stores.ui.getState().open).toBe(true))
}
const view = (page: Awaited<ReturnType<typeof familyPage>>) => page.stores.view.getState().history.at(-1)?.name

describe('a network of another family', () => {
  test('behavior: leads to its wallets alone, and back to all of them', async () => {
    const page = await familyPage()
    page.connect('eip155', 'io.a', [address], 'eip155:31337')
    await opened(page)
    chooseNetwork(page.dialog, solana('two'))
    expect(view(page)).toBe('SwitchActiveChain')
    expect(page.stores.ui.getState().namespace).toBe('solana')
    expect(page.stores.connecting.getState().target).toBe('solana:two')
    back(page.dialog)
    expect(page.stores.ui.getState().namespace).toBeNull()
    expect(page.stores.connecting.getState().target).toBeNull()
  })

  test('behavior: a page that opens the dialog for a family meanwhile gets that one', async () => {
    const page = await familyPage()
    page.connect('eip155', 'io.a', [address], 'eip155:31337')
    await opened(page)
    chooseNetwork(page.dialog, solana('two'))
    expect(page.stores.ui.getState().namespace).toBe('solana')
    void page.call('open', { id: 'b', namespace: 'eip155', view: 'AllWallets' })
    await vi.waitFor(() => expect(view(page)).toBe('AllWallets'))
    expect(page.stores.ui.getState().namespace).toBe('eip155')
  })

  test('behavior: a page that opens the dialog for the very family that is offered keeps it', async () => {
    const page = await familyPage()
    page.connect('eip155', 'io.a', [address], 'eip155:31337')
    await opened(page)
    chooseNetwork(page.dialog, solana('two'))
    void page.call('open', { id: 'b', namespace: 'solana', view: 'AllWallets' })
    await vi.waitFor(() => expect(view(page)).toBe('AllWallets'))
    expect(page.stores.ui.getState().namespace).toBe('solana')
    expect(page.stores.connecting.getState().target).toBeNull()
  })

  test('behavior: whose wallet is there already is in front at once, without a question', async () => {
    const page = await familyPage()
    page.connect('eip155', 'io.a', [address], 'eip155:31337')
    page.connect('solana', 'io.c', ['one'], 'solana:one')
    expect(page.stores.session.getState().activeNamespace).toBe('solana')
    const asked = page.page.wallets['io.a']?.calls.length
    await page.call('switchNetwork', { id: 'b', networkId: 'eip155:31337' })
    expect(page.state()).toMatchObject({ activeNamespace: 'eip155', selectedNetworkId: 'eip155:31337' })
    expect(page.page.wallets['io.a']?.calls.length).toBe(asked)
  })

  test('behavior: the page’s own wish waits until a wallet is connected there', async () => {
    const page = await familyPage()
    page.connect('eip155', 'io.a', [address], 'eip155:31337')
    const switched = page.call('switchNetwork', { id: 'b', networkId: 'solana:two' })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'SwitchActiveChain' }))
    page.connect('solana', 'io.c', ['one'], 'solana:two')
    await switched
    expect(page.state()).toMatchObject({ activeNamespace: 'solana', selectedNetworkId: 'solana:two' })
  })

  test('error: the user who leaves it has refused', async () => {
    const page = await familyPage()
    page.connect('eip155', 'io.a', [address], 'eip155:31337')
    const switched = page.call('switchNetwork', { id: 'b', networkId: 'solana:two' })
    await vi.waitFor(() => expect(page.stores.ui.getState().open).toBe(true))
    closeDialog(page.dialog)
    await expect(switched).rejects.toMatchObject({ code: 4001 })
  })
})

describe('makeActive', () => {
  test('behavior: another account of a wallet answers, until its user chooses in the wallet', async () => {
    const page = await familyPage()
    page.connect('eip155', 'io.a', [address, otherAddress], 'eip155:31337')
    makeActive(page.dialog, 'eip155', 'io.a', otherAddress)
    await vi.waitFor(() => expect(page.state().accounts.eip155?.map((one) => one.address)).toEqual([otherAddress, address]))
    // Connected again, by a reload for instance: the choice holds.
    page.connect('eip155', 'io.a', [address, otherAddress], 'eip155:31337')
    expect(facts(page).eip155?.[0]?.addresses).toEqual([otherAddress, address])
    await page.event('io.a', 'accountsChanged', [address, otherAddress])
    expect(facts(page).eip155?.[0]?.addresses).toEqual([address, otherAddress])
  })
})

describe('disconnectWithUndo', () => {
  test('behavior: may be taken back; the wallet hears of it only when it may not any more', async () => {
    const page = await familyPage()
    const { disconnectWithUndo } = await import('../session/disconnectWithUndo.js')
    const told = () => page.page.wallets['io.b']?.methods().includes('wallet_revokePermissions')
    page.connect('eip155', 'io.a', [address], 'eip155:31337')
    page.connect('eip155', 'io.b', [otherAddress], 'eip155:31337')
    await opened(page)
    disconnectWithUndo(page.dialog, 'eip155', 'io.b', 'B')
    expect(facts(page).eip155?.map(({ id }) => id)).toEqual(['io.a'])
    page.stores.ui.getState().toast?.action?.run()
    expect(facts(page).eip155?.map(({ id }) => id)).toEqual(['io.b', 'io.a'])
    expect(told()).toBe(false)
    disconnectWithUndo(page.dialog, 'eip155', 'io.b', 'B')
    closeDialog(page.dialog)
    await vi.waitFor(() => expect(told()).toBe(true))
    expect(page.page.resume).not.toContain('io.b')
  })

  test('behavior: the second one in a row may be taken back, too, and the wallet of the first hears of it then', async () => {
    const page = await familyPage()
    const { disconnectWithUndo } = await import('../session/disconnectWithUndo.js')
    const told = (id: string) => page.page.wallets[id]?.methods().includes('wallet_revokePermissions')
    page.connect('solana', 'io.c', ['one'], 'solana:one')
    page.connect('eip155', 'io.a', [address], 'eip155:31337')
    page.connect('eip155', 'io.b', [otherAddress], 'eip155:31337')
    await opened(page)
    disconnectWithUndo(page.dialog, 'eip155', 'io.b', 'B')
    disconnectWithUndo(page.dialog, 'eip155', 'io.a', 'A')
    await vi.waitFor(() => expect(page.stores.ui.getState().toast?.message).toMatchObject({ values: { name: 'A' } }))
    expect([told('io.b'), told('io.a')]).toEqual([true, false])
    page.stores.ui.getState().toast?.action?.run()
    expect(facts(page).eip155?.map(({ id }) => id)).toEqual(['io.a'])
    closeDialog(page.dialog)
    expect(told('io.a')).toBe(false)
  })

  test('behavior: a wallet that is connected again meanwhile hears nothing', async () => {
    const page = await familyPage()
    const { disconnectWithUndo } = await import('../session/disconnectWithUndo.js')
    page.connect('eip155', 'io.a', [address], 'eip155:31337')
    page.connect('eip155', 'io.b', [otherAddress], 'eip155:31337')
    await opened(page)
    disconnectWithUndo(page.dialog, 'eip155', 'io.b', 'B')
    page.connect('eip155', 'io.b', [otherAddress], 'eip155:31337')
    closeDialog(page.dialog)
    await vi.waitFor(() => expect(page.state().open).toBe(false))
    expect(page.page.wallets['io.b']?.methods()).not.toContain('wallet_revokePermissions')
  })
})
