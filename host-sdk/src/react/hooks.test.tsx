// @vitest-environment happy-dom
import { act, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registry } from '../registry.js'
import { createStore } from '../store.js'
import { connectedSnapshot } from '../testing/snapshots.js'
import type { Modal } from '../types.js'
import { ModalProvider, useAccount, useModalEvent, useModalState, useNetwork, WalletButton } from './index.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** The part of a modal that hooks use, around a real store. */
function fakeModal() {
  const store = createStore(true)
  const modal = {
    getState: store.getState,
    subscribe: store.subscribe,
    on: store.events.on,
    switchNetwork: async () => {},
  } as unknown as Modal
  return { store, modal }
}

function Account() {
  const { address, status, isConnected } = useAccount()
  const { networkId } = useNetwork()
  return <p>{`${status} ${isConnected} ${address} ${networkId}`}</p>
}

function Cosmos() {
  const { address, wallet, isConnected } = useAccount('cosmos')
  return <p>{`${isConnected} ${address} ${wallet?.name} ${useNetwork('cosmos').networkId}`}</p>
}

function Lists({ seen }: { readonly seen: unknown[] }) {
  seen.push(useAccount().accounts)
  return null
}

function Open() {
  return <p>{String(useModalState((state) => state.open))}</p>
}

function Listener({ onOpen }: { readonly onOpen: () => void }) {
  useModalEvent('open', onOpen)
  return null
}

let box: HTMLElement
beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'))
})
afterEach(() => {
  box.remove()
  registry().instances.clear()
})

describe('hooks', () => {
  test('behavior: follow the modal of the provider', async () => {
    const { store, modal } = fakeModal()
    const root = createRoot(box)
    await act(async () =>
      root.render(
        <StrictMode>
          <ModalProvider modal={modal}>
            <Account />
          </ModalProvider>
        </StrictMode>,
      ),
    )
    expect(box.textContent).toBe('reconnecting false undefined null')
    await act(async () => store.apply(connectedSnapshot(1)))
    expect(box.textContent).toBe('connected true 0x00000000000000000000000000000000000000Aa eip155:1')
    await act(async () => root.unmount())
  })

  test('behavior: a named chain family is told by itself, whichever is active', async () => {
    const { store, modal } = fakeModal()
    const snapshot = connectedSnapshot(1)
    store.apply({
      ...snapshot,
      accounts: { ...snapshot.accounts, cosmos: [{ namespace: 'cosmos', address: 'cosmos1', type: 'eoa' }] },
      networkIds: { ...snapshot.networkIds, cosmos: 'cosmos:hub' },
      wallets: { ...snapshot.wallets, cosmos: { id: 'cosmos:keplr', name: 'Keplr', kind: 'host' } },
    })
    const root = createRoot(box)
    await act(async () =>
      root.render(
        <ModalProvider modal={modal}>
          <Cosmos />
        </ModalProvider>,
      ),
    )
    expect(box.textContent).toBe('true cosmos1 Keplr cosmos:hub')
    await act(async () => root.unmount())
  })

  test('behavior: the list of accounts stays the same object until its content changes', async () => {
    const { store, modal } = fakeModal()
    const lists: unknown[] = []
    const root = createRoot(box)
    const render = () =>
      act(async () =>
        root.render(
          <ModalProvider modal={modal}>
            <Lists seen={lists} />
          </ModalProvider>,
        ),
      )
    await render()
    await act(async () => store.patch({ open: true }))
    expect(new Set(lists).size).toBe(1)
    const connected = lists.push(undefined)
    for (const seq of [1, 2, 3]) await act(async () => store.apply(connectedSnapshot(seq)))
    await act(async () => store.apply(connectedSnapshot(4, { networkId: 'eip155:10' })))
    expect(lists.length).toBeGreaterThan(connected + 1)
    expect(new Set(lists.slice(connected)).size).toBe(1)
    await act(async () => store.apply(connectedSnapshot(5, { addresses: ['0xb'] })))
    expect(lists.at(-1)).toEqual([{ namespace: 'eip155', address: '0xb', type: 'eoa' }])
    await act(async () => root.unmount())
  })

  test("behavior: the first client render equals the server's, whatever is connected by then", async () => {
    const { store, modal } = fakeModal()
    const page = (
      <ModalProvider modal={modal}>
        <Account />
      </ModalProvider>
    )
    box.innerHTML = renderToString(page)
    expect(box.textContent).toBe('disconnected false undefined null')
    store.apply(connectedSnapshot(1))
    const onRecoverableError = vi.fn()
    const root = await act(async () => hydrateRoot(box, page, { onRecoverableError }))
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(box.textContent).toContain('connected true')
    await act(async () => root.unmount())
  })

  test('behavior: without a provider they mean the first modal of the page', async () => {
    const { modal } = fakeModal()
    registry().instances.set('p https://d.example', modal)
    const root = createRoot(box)
    await act(async () => root.render(<Account />))
    expect(box.textContent).toContain('reconnecting')
    await act(async () => root.unmount())
  })

  test('behavior: the page has destroyed the modal and created it again: the next render means that one; what is destroyed is not brought back', async () => {
    const [old, next] = [fakeModal(), fakeModal()]
    const { instances } = registry()
    instances.set('p https://d.example', old.modal)
    old.store.apply(connectedSnapshot(1))
    const config = { projectId: 'p', dialogUrl: 'https://d.example' }
    const page = () => (
      <>
        <ModalProvider config={config}>
          <Account />
        </ModalProvider>
        <ModalProvider modal={old.modal}>
          <Account />
        </ModalProvider>
      </>
    )
    const root = createRoot(box)
    const texts = () => [...box.querySelectorAll('p')].map(({ textContent }) => textContent?.split(' ')[0])
    await act(async () => root.render(page()))
    expect(texts()).toEqual(['connected', 'connected'])
    instances.clear()
    await act(async () => root.render(page()))
    expect([texts(), instances.size]).toEqual([['connected', 'connected'], 0])
    instances.set('p https://d.example', next.modal)
    await act(async () => root.render(page()))
    expect(texts()).toEqual(['reconnecting', 'reconnecting'])
    await act(async () => next.store.apply(connectedSnapshot(1)))
    expect(texts()).toEqual(['connected', 'connected'])
    await act(async () => root.unmount())
  })

  test('error: without any modal they say what is missing', () => {
    expect(() => renderToString(<Account />)).toThrow('createModal()')
  })
})

describe('useModalState', () => {
  test('behavior: renders again for a change of what was selected', async () => {
    const { store, modal } = fakeModal()
    const root = createRoot(box)
    await act(async () =>
      root.render(
        <ModalProvider modal={modal}>
          <Open />
        </ModalProvider>,
      ),
    )
    await act(async () => store.patch({ open: true }))
    expect(box.textContent).toBe('true')
    await act(async () => root.unmount())
  })
})

describe('useModalEvent', () => {
  test('behavior: calls the newest listener, and none once unmounted', async () => {
    const { store, modal } = fakeModal()
    const heard: number[] = []
    const page = (mark: number) => (
      <ModalProvider modal={modal}>
        <Listener onOpen={() => heard.push(mark)} />
      </ModalProvider>
    )
    const root = createRoot(box)
    await act(async () => root.render(page(1)))
    await act(async () => root.render(page(2)))
    store.patch({ open: true })
    await act(async () => root.unmount())
    store.patch({ open: false })
    store.patch({ open: true })
    expect(heard).toEqual([2])
  })
})

describe('WalletButton', () => {
  test('behavior: leads to its wallet, unless the page prevents it; the frame is fetched on the way', () => {
    const { modal } = fakeModal()
    const open = vi.fn(async () => null)
    const preload = vi.fn()
    const element = document.createElement('div')
    document.body.append(element)
    const root = createRoot(element)
    const draw = (onClick?: (event: React.MouseEvent) => void) =>
      act(() =>
        root.render(
          <ModalProvider modal={{ ...modal, open, preload } as unknown as Modal}>
            <WalletButton wallet="io.metamask" namespace="eip155" className="mine" {...(onClick ? { onClick } : {})}>
              MetaMask
            </WalletButton>
          </ModalProvider>,
        ),
      )
    draw()
    const button = element.querySelector('button')
    expect([button?.type, button?.className, button?.textContent]).toEqual(['button', 'mine', 'MetaMask'])
    act(() => button?.focus())
    expect(preload).toHaveBeenCalledOnce()
    act(() => button?.click())
    expect(open).toHaveBeenCalledExactlyOnceWith({ wallet: 'io.metamask', namespace: 'eip155' })
    draw((event) => event.preventDefault())
    act(() => button?.click())
    expect(open).toHaveBeenCalledOnce()
    act(() => root.unmount())
  })
})
