// @vitest-environment happy-dom
import { act, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createModal } from '../createModal.js'
import { registry } from '../registry.js'
import type { ModalOptions } from '../types.js'
import { ModalProvider, useAccount, useNetwork } from './index.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
const base = { projectId: 'shop', dialogUrl: 'https://dialog.example', preload: 'none' } as const
let root: ReturnType<typeof createRoot>

beforeEach(() => {
  warn.mockClear()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  for (const modal of [...registry().instances.values()]) modal.destroy()
  document.body.replaceChildren()
  localStorage.clear()
})

const render = (config: ModalOptions) =>
  act(async () =>
    root.render(
      <StrictMode>
        <ModalProvider config={config} />
      </StrictMode>,
    ),
  )

/** Renders the first options, and hears what each later render sets. */
async function start(first: Partial<ModalOptions>) {
  await render({ ...base, ...first })
  const [modal] = registry().instances.values()
  if (!modal) throw new Error('no modal')
  const set = vi.spyOn(modal, 'setOptions')
  return {
    modal,
    set,
    async next(options: Partial<ModalOptions>) {
      set.mockClear()
      await render({ ...base, ...options })
      return set.mock.calls.map(([change]) => change)
    },
  }
}

describe('<ModalProvider config>', () => {
  test('behavior: what changes in the prop changes in the modal, and nothing else does', async () => {
    const { next } = await start({ themeMode: 'light', locale: 'en', features: { email: false, send: false } })
    expect(await next({ themeMode: 'light', locale: 'en', features: { email: false, send: false } })).toEqual([])
    expect(await next({ themeMode: 'dark', locale: 'ar', features: { email: false } })).toEqual([
      { themeMode: 'dark', locale: 'ar', features: { email: false, send: null } },
    ])
    // What is not there any more is taken back.
    expect(await next({ networks: [1, 8453] })).toEqual([{ themeMode: null, locale: null, networks: [1, 8453], features: { email: null } }])
    expect(warn).not.toHaveBeenCalled()
  })

  test('behavior: a function that is made anew is no change, and the newest one is called', async () => {
    const seen: string[] = []
    const siwx = (name: string) => ({ verify: () => seen.push(name), getNonce: async () => name })
    const create = vi.spyOn(registry().instances, 'set')
    const { next, set } = await start({ siwx: siwx('first') })
    expect(await next({ siwx: siwx('second') })).toEqual([])
    expect(await next({ siwx: { ...siwx('third'), required: true } })).toHaveLength(1)
    const given = set.mock.lastCall?.[0].siwx as { verify(): unknown }
    await next({ siwx: { ...siwx('fourth'), required: true } })
    given.verify()
    expect(seen).toEqual(['fourth'])
    create.mockRestore()
  })

  test('error: what cannot change says so in one line', async () => {
    const { next } = await start({})
    expect(await next({ dialogUrl: 'https://other.example', preload: 'idle', themeMode: 'dark' })).toEqual([{ themeMode: 'dark' }])
    await vi.waitFor(() => expect(warn).toHaveBeenCalled())
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('dialogUrl, preload cannot change while the page runs: destroy() the modal and create another.')],
    ])
  })
})

describe('createModal', () => {
  test('error: a second call with other options returns the first modal, and names what it ignores', async () => {
    const chains = () => [{ id: 1, name: 'One', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: {} }]
    const modal = createModal({ ...base, networks: chains(), themeMode: 'light' })
    expect(createModal({ ...base, networks: chains(), themeMode: 'light' })).toBe(modal)
    expect(createModal({ ...base, networks: chains(), themeMode: 'dark', features: { email: false } })).toBe(modal)
    await vi.waitFor(() => expect(warn).toHaveBeenCalled())
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('createModal was called before for this project: themeMode, features of the second call is ignored.')],
    ])
  })
})

function Misled() {
  useNetwork('ethereum' as 'eip155')
  return <p>{String(useAccount('evm' as 'eip155').isConnected)}</p>
}

test('error: a hook that is given something else than a chain family names it once', async () => {
  await act(async () =>
    root.render(
      <ModalProvider config={base}>
        <Misled />
      </ModalProvider>,
    ),
  )
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2))
  expect(warn.mock.calls.flat().join('\n')).toContain('useAccount() cannot be "evm": it takes eip155, solana')
  expect(warn.mock.calls.flat().join('\n')).toContain('useNetwork() cannot be "ethereum"')
})
