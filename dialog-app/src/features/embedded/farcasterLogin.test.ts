// @vitest-environment happy-dom
import { codes } from '@latchkey/protocol'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openEmbedded } from '../../testing/embeddedPage.js'
import { stubServices } from '../../testing/fakePage.js'
import { secureUser } from '../../testing/scriptedFrame.js'

const link = { url: 'https://farcaster.example/~/siwf?channelToken=a', expiresAt: Date.now() + 300_000 }
const person = { ...secureUser, email: null, provider: 'farcaster' as const, userName: 'fid 7' }

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

async function openFarcaster(replies: Parameters<typeof openEmbedded>[0]) {
  const opened = await openEmbedded({ getFarcasterUri: link, ...replies })
  const [farcaster, { farcasterStore }] = await Promise.all([import('./farcasterLogin.js'), import('../../state/farcaster.js')])
  opened.page.features.view.push('ConnectingFarcaster')
  const state = () => farcasterStore.getState()
  return { ...opened, farcaster, state, phase: (wanted: string) => vi.waitFor(() => expect(state().phase).toBe(wanted)) }
}

describe('startFarcaster', () => {
  test('behavior: shows the code, waits as long as it takes, and connects', async () => {
    let approve: (user: unknown) => void = () => {}
    const { page, farcaster, state, phase } = await openFarcaster({ connectFarcaster: () => new Promise((resolve) => (approve = resolve)) })
    void farcaster.startFarcaster()
    await phase('ready')
    expect(state()).toMatchObject(link)
    await vi.waitFor(() => approve(person))
    await phase('connected')
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'connected', wallets: { eip155: { kind: 'embedded' } } }))
  })

  test.each([
    ['social_cancelled', 'denied'],
    ['social_expired', 'expired'],
    ['rate_limited', 'limited'],
    ['provider_unavailable', 'unavailable'],
    ['offline', 'offline'],
    ['social_failed', 'failed'],
  ])('error: %s is told as %s, and another code can be asked for', async (reason, told) => {
    let tries = 0
    const { farcaster, phase } = await openFarcaster({
      connectFarcaster: () => {
        tries += 1
        if (tries > 1) return person
        throw { code: codes.invalidInput, message: 'Failed to connect to farcaster', data: { reason } }
      },
    })
    void farcaster.startFarcaster()
    await phase(told)
    void farcaster.startFarcaster()
    await phase('connected')
  })
})

describe('leaveFarcaster', () => {
  test('behavior: without an address the link is gone after 100 ms, the frame starts again and hears of the page', async () => {
    const { page, farcaster, state, phase, calls } = await openFarcaster({ reload: undefined, syncDappData: undefined })
    void farcaster.startFarcaster()
    await phase('ready')
    page.features.view.back()
    farcaster.leaveFarcaster()
    expect(state().url).toBe(link.url)
    await vi.waitFor(() => expect(state().url).toBeNull())
    await vi.waitFor(() => expect(calls.slice(-2).map(({ method }) => method)).toEqual(['reload', 'syncDappData']))
  })

  test('behavior: with an address nothing starts again', async () => {
    const { farcaster, phase, asked } = await openFarcaster({ connectFarcaster: person })
    void farcaster.startFarcaster()
    await phase('connected')
    farcaster.leaveFarcaster()
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(asked('reload')).toEqual([])
  })
})
