import { describe, expect, test, vi } from 'vitest'
import { createHostApi, type HostApiContext } from './hostApi.js'
import { registry } from './registry.js'
import { createStore } from './store.js'
import type { Modal } from './types.js'

function setup(change: Partial<HostApiContext> = {}) {
  const request = vi.fn(async (): Promise<unknown> => ['0xa'])
  const provider = { request, on: () => provider, removeListener: () => provider }
  const families = { request: vi.fn(async () => 'from the family') }
  const context = {
    options: () => ({ projectId: 'p', dialogUrl: 'https://d.example', siwx: { getNonce: async (length: number) => 'n'.repeat(length) } }),
    store: createStore(false),
    resume: { set: vi.fn() },
    wallets: { find: async () => provider },
    families: async () => families,
    frame: { setHeight: vi.fn() },
    during: <T>(run: () => Promise<T>) => run(),
    setVisible: vi.fn(),
    emit: vi.fn(),
    use: vi.fn(),
    ...change,
  } as unknown as HostApiContext
  const abort = new AbortController()
  return { api: createHostApi(context), context, request, abort, call: { signal: abort.signal } }
}
const walletRequest = { id: '1', walletId: 'a.wallet', namespace: 'eip155', method: 'eth_requestAccounts', params: undefined } as const

describe('createHostApi', () => {
  test('behavior: a wallet request goes to that wallet, which is listened to from then on', async () => {
    const { api, context, request, call } = setup()
    expect(await api.walletRequest(walletRequest, call)).toEqual(['0xa'])
    expect(request).toHaveBeenCalledExactlyOnceWith({ method: 'eth_requestAccounts' })
    expect(context.use).toHaveBeenCalledWith('a.wallet')
  })

  test('behavior: a permission that another instance of the page uses is not taken back', async () => {
    const { api, request, call } = setup()
    const revoke = { ...walletRequest, method: 'wallet_revokePermissions' }
    const other = { getState: () => ({ wallets: { eip155: { id: 'a.wallet' } } }) } as unknown as Modal
    registry().instances.set('other', other)
    expect(await api.walletRequest(revoke, call)).toBeNull()
    expect(request).not.toHaveBeenCalled()
    registry().instances.delete('other')
    await api.walletRequest(revoke, call)
    expect(request).toHaveBeenCalledOnce()
  })

  test('behavior: a request of another chain family goes to that family’s side, with its network', async () => {
    const { api, context, call } = setup()
    const solana = { walletId: 'ws:Harbor', namespace: 'solana', networkId: 'solana:x', method: 'solana_getAccounts', params: {} } as const
    expect(await api.walletRequest({ id: '2', ...solana }, call)).toBe('from the family')
    expect(context.use).toHaveBeenCalledWith('ws:Harbor')
    expect((await context.families()).request).toHaveBeenCalledExactlyOnceWith(solana)
  })

  test('error: what the wallet throws is passed on as it is', async () => {
    const { api, request, call } = setup()
    const thrown = { code: -32002, message: 'Already processing', data: { a: 1 } }
    request.mockRejectedValueOnce(thrown)
    await expect(api.walletRequest(walletRequest, call)).rejects.toBe(thrown)
  })

  test('error: aborted, it stops waiting for the wallet', async () => {
    const { api, request, abort, call } = setup()
    request.mockReturnValueOnce(new Promise(() => {}))
    const pending = expect(api.walletRequest(walletRequest, call)).rejects.toMatchObject({ code: 4001, message: 'Request was aborted' })
    abort.abort()
    await pending
  })

  test('behavior: calls a function of the options by its name', async () => {
    const { api, call } = setup()
    expect(await api.callback({ id: '1', name: 'siwx.getNonce', args: [3] }, call)).toBe('nnn')
    for (const name of ['siwx', 'siwx.constructor', 'projectId.toString'])
      await expect(api.callback({ id: '1', name, args: [] }, call)).rejects.toMatchObject({ code: -32601 })
  })

  test.each([
    ['a refused response', new Response('', { status: 401 }), false],
    ['a response', new Response('{}'), true],
    ['what cannot be cloned', { status: 200, request() {} }, true],
    ['a result', { data: { user: 1 }, error: null }, true],
    ['a result with an error', { data: null, error: { message: 'Invalid' } }, false],
    ['a result that is not ok', { ok: false }, false],
    ['false', false, false],
    ['nothing', undefined, undefined],
  ])('behavior: a function of the options that answers %s', async (_what, answer, expected) => {
    const options = () => ({ projectId: 'p', dialogUrl: 'https://d.example', siwx: { verify: async () => answer } })
    const { api, call } = setup({ options })
    expect(await api.callback({ id: '1', name: 'siwx.verify', args: [] }, call)).toBe(expected)
  })

  test('behavior: views are seen in the snapshot and not said twice', () => {
    const { api, context, call } = setup()
    api.emit({ event: 'view', data: 'Connect' }, call)
    api.emit({ event: 'uri', data: 'wc:1' }, call)
    expect(context.emit).toHaveBeenCalledExactlyOnceWith('uri', 'wc:1')
  })
})
