// @vitest-environment happy-dom

import { codes } from '@latchkey/protocol'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { farcasterStore } from '../../state/farcaster.js'
import { openEmbedded } from '../../testing/embeddedPage.js'
import { stubServices } from '../../testing/fakePage.js'
import { secureUser } from '../../testing/scriptedFrame.js'
import { back, push } from '../navigator/view.js'
import { leaveFarcaster, startFarcaster } from './farcasterLogin.js'

const link = { url: 'https://farcaster.example/~/siwf?channelToken=a', expiresAt: Date.now() + 300_000 }
const person = { ...secureUser, email: null, provider: 'farcaster' as const, userName: 'fid 7' }

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

async function openFarcaster(replies: Parameters<typeof openEmbedded>[0]) {
  const opened = await openEmbedded({ getFarcasterUri: link, ...replies })
  const { dialog } = opened.page
  push(dialog, 'ConnectingFarcaster')
  const state = () => farcasterStore(dialog).getState()
  return { ...opened, dialog, state, phase: (wanted: string) => vi.waitFor(() => expect(state().phase).toBe(wanted)) }
}

describe('startFarcaster', () => {
  test('behavior: shows the code, waits as long as it takes, and connects', async () => {
    let approve: (user: unknown) => void = () => {}
    const { page, dialog, state, phase } = await openFarcaster({ connectFarcaster: () => new Promise((resolve) => (approve = resolve)) })
    void startFarcaster(dialog)
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
    const { dialog, phase } = await openFarcaster({
      connectFarcaster: () => {
        tries += 1
        if (tries > 1) return person
        throw { code: codes.invalidInput, message: 'Failed to connect to farcaster', data: { reason } }
      },
    })
    void startFarcaster(dialog)
    await phase(told)
    void startFarcaster(dialog)
    await phase('connected')
  })
})

describe('leaveFarcaster', () => {
  test('behavior: without an address the link is gone after 100 ms, the frame starts again and hears of the page', async () => {
    const { page, dialog, state, phase, calls } = await openFarcaster({ reload: undefined, syncDappData: undefined })
    void startFarcaster(dialog)
    await phase('ready')
    back(page.dialog)
    leaveFarcaster(dialog)
    expect(state().url).toBe(link.url)
    await vi.waitFor(() => expect(state().url).toBeNull())
    await vi.waitFor(() => expect(calls.slice(-2).map(({ method }) => method)).toEqual(['reload', 'syncDappData']))
  })

  test('behavior: with an address nothing starts again', async () => {
    const { dialog, phase, asked } = await openFarcaster({ connectFarcaster: person })
    void startFarcaster(dialog)
    await phase('connected')
    leaveFarcaster(dialog)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(asked('reload')).toEqual([])
  })
})
