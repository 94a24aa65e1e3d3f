// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeCache } from '../../lib/cache.js'
import { identitiesStore } from '../../state/identities.js'
import { uiStore } from '../../state/ui.js'
import { connectedPage } from '../../testing/fakePage.js'
import { address, otherAddress, scriptedWallet } from '../../testing/scriptedWallet.js'

const key = `eip155:31337:${address}`
let asked: string[] = []
let status = 200
/** Until when nothing is answered. */
let held: Promise<void> | undefined

beforeEach(() => {
  localStorage.clear()
  asked = []
  status = 200
  held = undefined
  vi.stubGlobal('fetch', async (input: URL | string) => {
    const { pathname } = new URL(input)
    const [, of] = /\/v1\/identity\/(.+)$/.exec(pathname) ?? []
    if (!of) return Response.json({ features: [], allowedOrigins: [], balances: [] })
    asked.push(of)
    await held
    const name = of === address ? 'alice.eth' : null
    return status === 200 ? Response.json({ name, avatar: null, resolvedAt: '2026-01-01T00:00:00Z' }) : new Response('', { status })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A page whose account is on screen. */
async function account() {
  const page = await connectedPage(scriptedWallet())
  void page.call('open', { id: 'a' })
  await vi.waitFor(() => expect(asked).toEqual([address]))
  const known = () => identitiesStore(page.dialog).getState()
  const again = (open: boolean) => uiStore(page.dialog).setState({ open })
  return { page, known, again }
}

describe('startIdentities', () => {
  test('behavior: the name of the account on screen, asked for once in five minutes', async () => {
    const { known, again } = await account()
    await vi.waitFor(() => expect(known()[key]).toEqual({ name: 'alice.eth', avatar: null }))
    for (const open of [false, true, false, true]) again(open)
    expect(asked).toHaveLength(1)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 300_001)
    again(false)
    again(true)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
  })

  test('behavior: a name that was kept for longer than it counts is not shown while it is asked for again: it may be over, or somebody else’s', async () => {
    let answer = () => {}
    held = new Promise((resolve) => {
      answer = resolve
    })
    const later = await connectedPage(scriptedWallet())
    writeCache(later.dialog, 'identityCache', key, { name: 'alice.eth', avatar: null }, Date.now() - 300_001)
    void later.call('open', { id: 'a' })
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const shown = () => identitiesStore(later.dialog).getState()[key]
    expect(shown()).toBeUndefined()
    answer()
    await vi.waitFor(() => expect(shown()?.name).toBe('alice.eth'))
  })

  test('behavior: each account has its own', async () => {
    const { page, known } = await account()
    await vi.waitFor(() => expect(known()[key]).toBeDefined())
    await page.event('io.test', 'accountsChanged', [otherAddress])
    await vi.waitFor(() => expect(known()[`eip155:31337:${otherAddress}`]).toEqual({ name: null, avatar: null }))
    expect(known()[key]?.name).toBe('alice.eth')
  })

  test('error: where nobody answers there is no name, and nobody is asked again at once', async () => {
    status = 503
    const { known, again } = await account()
    again(false)
    again(true)
    expect(known()).toEqual({})
    expect(asked).toHaveLength(1)
  })
})
