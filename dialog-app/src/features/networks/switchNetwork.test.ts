// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectedPage, network, type Page, type PageOptions, startPage, stubServices } from '../../testing/fakePage.js'
import { deferred, type ScriptedWallet, scriptedWallet } from '../../testing/scriptedWallet.js'
import { closeDialog } from '../navigator/close.js'
import { back, push, reset } from '../navigator/view.js'
import { addNetwork, cancelSwitch, chooseNetwork, confirmSwitch, retrySwitch } from './switchNetwork.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

async function connected(wallet: ScriptedWallet = scriptedWallet(), options: PageOptions = {}) {
  return { page: await connectedPage(wallet, options), wallet }
}

/** Opens the account and its network list, as a user would. */
async function openNetworks(page: Page) {
  void page.call('open', { id: crypto.randomUUID() })
  await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'Account' }))
  push(page.dialog, 'Networks')
}
const phase = (page: Page) => page.stores.switching.getState().phase
const names = (page: Page) => page.stores.view.getState().history.map(({ name }) => name)
const throwing =
  (code: number, message = 'no') =>
  () => {
    throw { code, message }
  }

describe('chooseNetwork', () => {
  test('behavior: asks the wallet, believes it only when it moved, and returns to the view before the list', async () => {
    const { page, wallet } = await connected()
    await openNetworks(page)
    chooseNetwork(page.dialog, network(31338))
    expect(names(page)).toEqual(['Account', 'Networks', 'SwitchNetwork'])
    await vi.waitFor(() => expect(phase(page)).toBe('switched'))
    expect(wallet.methods()).toEqual(['wallet_switchEthereumChain', 'eth_chainId'])
    await vi.waitFor(() => expect(names(page)).toEqual(['Account']))
    expect(page.state()).toMatchObject({ open: true, selectedNetworkId: 'eip155:31338' })
  })

  test('behavior: the current network goes back and asks nobody', async () => {
    const { page, wallet } = await connected()
    await openNetworks(page)
    chooseNetwork(page.dialog, network(31337))
    expect(names(page)).toEqual(['Account'])
    expect(wallet.calls).toEqual([])
  })

  test('behavior: without a connection only the selection changes', async () => {
    const page = await startPage()
    void page.call('open', { id: 'a', view: 'Networks' })
    await vi.waitFor(() => expect(page.state().view).toBe('Networks'))
    reset(page.dialog, 'Connect')
    push(page.dialog, 'Networks')
    chooseNetwork(page.dialog, network(31338))
    await vi.waitFor(() => expect(page.state()).toMatchObject({ view: 'Connect', selectedNetworkId: 'eip155:31338' }))
  })

  test('error: a wallet that says yes and stays where it is was not switched', async () => {
    const { page } = await connected(scriptedWallet({ wallet_switchEthereumChain: null }))
    await openNetworks(page)
    chooseNetwork(page.dialog, network(31338))
    await vi.waitFor(() => expect(phase(page)).toBe('refused'))
    expect(page.state().selectedNetworkId).toBe('eip155:31337')
  })

  test.each([
    ['refused', 4001],
    ['missing', 4902],
    ['missing', 32603],
    ['missing', 5000],
    ['cannotSwitch', 4200],
    ['failed', -32002],
  ])('error: %s after %i, and the network stays', async (expected, code) => {
    const { page } = await connected(scriptedWallet({ wallet_switchEthereumChain: throwing(code) }))
    await openNetworks(page)
    chooseNetwork(page.dialog, network(31338))
    await vi.waitFor(() => expect(phase(page)).toBe(expected))
    expect(page.stores.switching.getState().error).toMatchObject({ code })
    expect(page.state()).toMatchObject({ selectedNetworkId: 'eip155:31337', loading: {} })
    cancelSwitch(page.dialog)
    expect(names(page)).toEqual(['Account', 'Networks'])
  })

  test('behavior: a missing network is added, then switched to', async () => {
    const { page, wallet } = await connected(scriptedWallet(), { options: { networks: [network(31337), network(5)] } })
    await openNetworks(page)
    chooseNetwork(page.dialog, network(5, 'Five'))
    await vi.waitFor(() => expect(phase(page)).toBe('missing'))
    addNetwork(page.dialog)
    await vi.waitFor(() => expect(phase(page)).toBe('switched'))
    expect(wallet.calls.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
      {
        chainId: '0x5',
        chainName: 'Five',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://api.example/v1/?chainId=eip155:5'],
      },
    ])
  })

  test('behavior: a network that the wallet cannot take is a disabled row from then on', async () => {
    const wallet = scriptedWallet({ wallet_switchEthereumChain: throwing(4902), wallet_addEthereumChain: throwing(4200) })
    const { page } = await connected(wallet)
    await openNetworks(page)
    chooseNetwork(page.dialog, network(31338))
    await vi.waitFor(() => expect(phase(page)).toBe('missing'))
    addNetwork(page.dialog)
    await vi.waitFor(() => expect(phase(page)).toBe('cannotSwitch'))
    expect(page.stores.networks.getState().refused).toEqual({ 'io.test': ['eip155:31338'] })
  })

  test('behavior: a wallet that cannot switch on request is followed when the user switches there by hand', async () => {
    const wallet = scriptedWallet({ wallet_switchEthereumChain: throwing(4200) })
    const { page } = await connected(wallet)
    await openNetworks(page)
    chooseNetwork(page.dialog, network(31338))
    await vi.waitFor(() => expect(phase(page)).toBe('cannotSwitch'))
    await page.event('io.test', 'chainChanged', '0x7a6a')
    expect(phase(page)).toBe('switched')
  })

  test('behavior: a second tap does not put a second question on the wallet’s screen', async () => {
    const answer = deferred()
    const { page, wallet } = await connected(scriptedWallet({ wallet_switchEthereumChain: () => answer.promise }))
    await openNetworks(page)
    chooseNetwork(page.dialog, network(31338))
    retrySwitch(page.dialog)
    confirmSwitch(page.dialog)
    await vi.waitFor(() => expect(wallet.methods()).toContain('wallet_switchEthereumChain'))
    expect(wallet.methods()).toEqual(['wallet_switchEthereumChain'])
  })

  test('behavior: leaving the view drops the question', async () => {
    const answer = deferred()
    const { page } = await connected(scriptedWallet({ wallet_switchEthereumChain: () => answer.promise }))
    await openNetworks(page)
    chooseNetwork(page.dialog, network(31338))
    await vi.waitFor(() => expect(page.state().loading).toEqual({ eip155: true }))
    back(page.dialog)
    await vi.waitFor(() => expect(page.page.aborted).toEqual(['wallet_switchEthereumChain']))
    await vi.waitFor(() => expect(page.state().loading).toEqual({}))
  })
})

describe('requestSwitch', () => {
  test('behavior: answers after the snapshot with the new network was sent, and shows nothing', async () => {
    const { page } = await connected()
    await page.call('switchNetwork', { id: 's', networkId: 'eip155:31338' })
    expect(page.state()).toMatchObject({ selectedNetworkId: 'eip155:31338', open: false })
  })

  test('behavior: adds a network that the wallet lacks', async () => {
    const { page, wallet } = await connected(scriptedWallet(), { options: { networks: [network(31337), network(5)] } })
    await page.call('switchNetwork', { id: 's', networkId: 'eip155:5' })
    expect(page.state().selectedNetworkId).toBe('eip155:5')
    expect(wallet.methods()).toContain('wallet_addEthereumChain')
  })

  test('error: the wallet’s code arrives untouched', async () => {
    const { page } = await connected(scriptedWallet({ wallet_switchEthereumChain: throwing(4001, 'No thanks') }))
    await expect(page.call('switchNetwork', { id: 's', networkId: 'eip155:31338' })).rejects.toMatchObject({
      code: 4001,
      message: 'No thanks',
    })
    expect(page.state().selectedNetworkId).toBe('eip155:31337')
  })

  test('error: an unlisted network is an alert and 4902', async () => {
    const { page, wallet } = await connected()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    await expect(page.call('switchNetwork', { id: 's', networkId: 'eip155:9' })).rejects.toMatchObject({
      code: 4902,
      message: 'Network Not Found',
    })
    expect(page.stores.ui.getState().alert).toMatchObject({ title: 'Network Not Found', developer: true })
    expect(wallet.calls).toEqual([])
  })

  test('behavior: without a connection the selection changes', async () => {
    const page = await startPage()
    await page.call('switchNetwork', { id: 's', networkId: 'eip155:31338' })
    expect(page.state().selectedNetworkId).toBe('eip155:31338')
  })

  test('behavior: with a forced confirmation the wallet is asked only after the user agreed; leaving is 4001', async () => {
    const { page, wallet } = await connected()
    const { requestSwitch } = await import('./requestSwitch.js')
    const left = requestSwitch(page.dialog, 'eip155:31338', { confirm: true })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'SwitchNetwork' }))
    expect(phase(page)).toBe('confirm')
    closeDialog(page.dialog)
    await expect(left).rejects.toMatchObject({ code: 4001, message: 'Modal closed' })
    expect(wallet.calls).toEqual([])
    const agreed = requestSwitch(page.dialog, 'eip155:31338', { confirm: true })
    confirmSwitch(page.dialog)
    await agreed
    expect(page.stores.session.getState().connections.eip155?.networkId).toBe('eip155:31338')
  })
})
