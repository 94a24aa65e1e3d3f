import { describe, expect, test, vi } from 'vitest'
import { createStore } from '../store.js'
import { connectedSnapshot } from '../testing/snapshots.js'
import { createMirror } from './createMirror.js'

function setup(frame: { up: boolean; exists: boolean }) {
  const store = createStore(false)
  store.apply(connectedSnapshot(1))
  const call = vi.fn(async () => undefined)
  const mirror = createMirror({ up: () => frame.up, exists: () => frame.exists, call: call as never }, store)
  const move = (chain: number) =>
    mirror.tell({ walletId: 'a.wallet', namespace: 'eip155', event: 'chainChanged', data: `0x${chain.toString(16)}` })
  return { mirror, store, call, move, network: () => store.facts().snapshot.networkIds.eip155 }
}

describe('createMirror', () => {
  test('behavior: a frame that is up hears it, and the page waits for its snapshot', async () => {
    const { mirror, call, move, network } = setup({ up: true, exists: true })
    await move(10)
    expect(call).toHaveBeenCalledTimes(1)
    expect(network()).toBe('eip155:1')
    expect(mirror.take()).toEqual([])
  })

  test('behavior: a frame on its way gets it with hello, and the page waits', async () => {
    const { mirror, move, network } = setup({ up: false, exists: true })
    await move(10)
    expect(network()).toBe('eip155:1')
    expect(mirror.take()).toMatchObject([{ data: '0xa' }])
    expect(mirror.take()).toEqual([])
  })

  test('behavior: without a frame the page applies it, and the next frame still hears it', async () => {
    const { mirror, move, network } = setup({ up: false, exists: false })
    await move(10)
    expect(network()).toBe('eip155:10')
    expect(mirror.take()).toHaveLength(1)
  })

  test('behavior: when the frame did not come, what was waiting is applied', async () => {
    const { mirror, move, network } = setup({ up: false, exists: true })
    await move(10)
    mirror.settle()
    expect(network()).toBe('eip155:10')
  })

  test('behavior: keeps the newest when there are too many', async () => {
    const { mirror, move } = setup({ up: false, exists: true })
    for (let chain = 1; chain <= 100; chain++) await move(chain)
    const kept = mirror.take()
    expect(kept).toHaveLength(32)
    expect(kept.at(-1)).toMatchObject({ data: '0x64' })
  })

  test('error: a frame that fails to answer counts as none', async () => {
    const { mirror, call, move } = setup({ up: true, exists: true })
    call.mockRejectedValueOnce(new Error('gone'))
    await move(10)
    expect(mirror.take()).toHaveLength(1)
  })
})
