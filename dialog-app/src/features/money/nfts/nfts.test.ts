// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nftsStore } from '../../../state/nfts.js'
import { connectedPage } from '../../../testing/fakePage.js'
import { scriptedWallet } from '../../../testing/scriptedWallet.js'
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

describe('watchNfts', () => {
  test('behavior: while the past is still being searched the list is no whole one, and what is found comes by itself', async () => {
    answer = () => Response.json({ nfts: [], searching: [chain] })
    const page = await connectedPage(scriptedWallet())
    void page.call('open', { id: 'a' })
    await vi.waitFor(() => expect(page.state().view).toBe('Account'))
    watchNfts(page.dialog)
    const nfts = nftsStore(page.dialog)
    await vi.waitFor(() => expect(nfts.getState()).toMatchObject({ status: 'ready', nfts: [], isSearching: true }), 5_000)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await refreshNfts(page.dialog)
      answer = () => Response.json({ nfts: [one] })
      await vi.advanceTimersByTimeAsync(3_000)
    } finally {
      vi.useRealTimers()
    }
    await vi.waitFor(() => expect(nfts.getState()).toMatchObject({ nfts: [{ name: 'Tidal Study 1' }], isSearching: false }))
  })
})
