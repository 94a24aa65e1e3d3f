// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type NftsState, nftsStore } from '../../../state/nfts.js'
import { connectedPage } from '../../../testing/fakePage.js'
import { scriptedWallet } from '../../../testing/scriptedWallet.js'
import { money } from '../constants.js'
import { refreshNfts, watchNfts } from './nfts.js'

const chain = 'eip155:31337'
const one = {
  chainId: chain,
  address: `${chain}:0x00000000000000000000000000000000000000aa`,
  tokenId: '1',
  kind: 'erc721',
  name: 'Tidal Study 1',
  collection: 'Tidal Studies',
  imageUrl: '',
  amount: '1',
  spam: false,
}

let answer: () => Response
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async (input: URL | string) => {
    const url = new URL(input)
    if (url.pathname.endsWith('/nfts')) return answer()
    if (url.pathname === '/v1/') return Response.json({ jsonrpc: '2.0', id: 0, result: '0x0' })
    return Response.json({ features: [], allowedOrigins: [], balances: [] })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function looking(status: NftsState['status']) {
  const page = await connectedPage(scriptedWallet())
  void page.call('open', { id: 'a' })
  await vi.waitFor(() => expect(page.state().view).toBe('Account'))
  const leave = watchNfts(page.dialog)
  const nfts = nftsStore(page.dialog)
  await vi.waitFor(() => expect(nfts.getState().status).toBe(status))
  return { dialog: page.dialog, nfts, leave }
}

describe('watchNfts', () => {
  test('behavior: a network that nobody reads is no network without NFTs, until somebody does', async () => {
    answer = () => Response.json({ nfts: [], unserved: [chain] })
    const { dialog, nfts } = await looking('unserved')
    const seen: string[] = []
    nfts.subscribe(({ status }) => void seen.push(status))
    await refreshNfts(dialog)
    expect(seen.filter((status) => status !== 'unserved')).toEqual([])
    answer = () => Response.json({ nfts: [one] })
    await refreshNfts(dialog)
    expect(nfts.getState()).toMatchObject({ status: 'ready', nfts: [{ name: 'Tidal Study 1' }] })
  })

  test('error: what is known stays when it cannot be asked for again, marked as old until it can', async () => {
    answer = () => Response.json({ nfts: [one] })
    const { dialog, nfts } = await looking('ready')
    expect(nfts.getState().isOld).toBe(false)
    answer = () => Response.json({}, { status: 503 })
    await refreshNfts(dialog)
    expect(nfts.getState()).toMatchObject({ status: 'ready', nfts: [{ name: 'Tidal Study 1' }], isOld: true })
    answer = () => Response.json({ nfts: [one] })
    await refreshNfts(dialog)
    expect(nfts.getState().isOld).toBe(false)
  })

  test('error: what the server says is behind is shown as old, and comes by itself when the network answers again', async () => {
    answer = () => Response.json({ nfts: [one], stale: [chain] })
    const { dialog, nfts } = await looking('ready')
    expect(nfts.getState()).toMatchObject({ nfts: [{ name: 'Tidal Study 1' }], isOld: true })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await refreshNfts(dialog)
      answer = () => Response.json({ nfts: [] })
      await vi.advanceTimersByTimeAsync(money.retryBlock)
    } finally {
      vi.useRealTimers()
    }
    await vi.waitFor(() => expect(nfts.getState()).toMatchObject({ nfts: [], isOld: false }))
  })

  test('behavior: while the past is still being searched the list is no whole one, and what is found comes by itself', async () => {
    answer = () => Response.json({ nfts: [], searching: [chain] })
    const { dialog, nfts } = await looking('ready')
    expect(nfts.getState()).toMatchObject({ nfts: [], isSearching: true })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await refreshNfts(dialog)
      answer = () => Response.json({ nfts: [one] })
      await vi.advanceTimersByTimeAsync(3_000)
    } finally {
      vi.useRealTimers()
    }
    await vi.waitFor(() => expect(nfts.getState()).toMatchObject({ nfts: [{ name: 'Tidal Study 1' }], isSearching: false }))
  })

  test.each([
    ['is no whole one', { searching: [chain] }],
    ['is old', { stale: [chain] }],
  ])('behavior: a list that %s is asked for again by whoever comes back to it at once', async (_what, gap) => {
    answer = () => Response.json({ nfts: [], ...gap })
    const { dialog, nfts, leave } = await looking('ready')
    leave()
    answer = () => Response.json({ nfts: [one] })
    watchNfts(dialog)
    await vi.waitFor(() => expect(nfts.getState()).toMatchObject({ nfts: [{ name: 'Tidal Study 1' }], isSearching: false, isOld: false }))
  })
})
