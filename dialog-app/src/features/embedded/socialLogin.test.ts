// @vitest-environment happy-dom

import { codes, RpcError } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { socialStore } from '../../state/social.js'
import { openEmbedded } from '../../testing/embeddedPage.js'
import { stubServices } from '../../testing/fakePage.js'
import { secureUser } from '../../testing/scriptedFrame.js'
import { back } from '../navigator/view.js'
import { acceptAnother, leaveForSocial, reopenSocial, startSocial } from './socialLogin.js'

const secure = 'https://secure.example'
const uri = 'https://provider.example/auth'
const resultUri = `${secure}/oauth/callback/google#flow=a&ticket=b`
const mira = { ...secureUser, email: null, provider: 'google' as const, userName: 'mira@meadow.example' }

/** The provider's window, as far as its opener sees it. */
const popup = { closed: false, location: { href: '' }, close: vi.fn(), focus: vi.fn() }

beforeEach(() => {
  localStorage.clear()
  stubServices()
  Object.assign(popup, { closed: false, location: { href: '' } })
  vi.stubGlobal('open', () => popup)
})
afterEach(() => vi.unstubAllGlobals())

/** Somebody chose Google, and the window is on its way there. */
async function openSocial(replies: Parameters<typeof openEmbedded>[0] = {}) {
  const opened = await openEmbedded({ getSocialRedirectUri: { uri }, connectSocial: mira, ...replies })
  const { dialog } = opened.page
  startSocial(dialog, 'google')
  const state = () => socialStore(dialog).getState()
  const phase = (wanted: string) => vi.waitFor(() => expect(state().phase).toBe(wanted))
  return { ...opened, dialog, state, phase }
}
/** A message to the dialog, by default the one of the window's last page. */
const post = (message: { origin?: string; source?: unknown; data?: unknown } = {}) =>
  window.dispatchEvent(
    Object.assign(new Event('message'), { origin: secure, source: popup, data: { type: 'latchkey:social-result', resultUri }, ...message }),
  )
const refusal = (reason: string) => () => {
  throw { code: codes.invalidInput, message: 'Failed to initiate social connection', data: { reason } }
}

describe('startSocial', () => {
  test('behavior: the window goes to the provider, and its last page’s word connects', async () => {
    const { page, phase, asked } = await openSocial()
    await phase('waiting')
    expect(popup.location.href).toBe(uri)
    post()
    await phase('connected')
    expect(asked('connectSocial')[0]).toMatchObject({ uri: resultUri })
    await vi.waitFor(() => expect(page.state().status).toBe('connected'))
  })

  test('error: other windows, other origins and other words are not heard', async () => {
    const { phase, asked, state } = await openSocial()
    await phase('waiting')
    post({ source: window })
    post({ origin: 'https://app.example' })
    post({ data: { type: 'latchkey:social-result', resultUri: 'javascript:alert(1)' } })
    post({ data: resultUri })
    expect(state().phase).toBe('waiting')
    post()
    await phase('connected')
    expect(asked('connectSocial')).toHaveLength(1)
  })

  test('error: a blocked window says so, and the next press opens it', async () => {
    vi.stubGlobal('open', () => null)
    const { phase, dialog, state } = await openSocial()
    expect(state().phase).toBe('blocked')
    vi.stubGlobal('open', () => popup)
    reopenSocial(dialog)
    await phase('waiting')
  })

  test('error: a window that is blocked twice becomes a link, and the login goes on by a number', async () => {
    vi.stubGlobal('open', () => null)
    const { phase, dialog, state } = await openSocial({ waitSocial: { number: '47' } })
    expect(state()).toMatchObject({ phase: 'blocked', link: null })
    reopenSocial(dialog)
    await vi.waitFor(() => expect(state().link).toBe(uri))
    await phase('connected')
    expect(state().number).toBe('47')
  })

  test('error: a closed window is “Popup closed”; one that was only cut off goes on by a number', async () => {
    let arrive: (answer: { number: string }) => void = () => {}
    const { phase, state, asked } = await openSocial({ waitSocial: () => new Promise((resolve) => (arrive = resolve)) })
    await phase('waiting')
    popup.closed = true
    await phase('closed')
    expect(state().error?.message).toBe('Popup closed')
    arrive({ number: '47' })
    await phase('connected')
    expect(state().number).toBe('47')
    expect(asked('connectSocial')[0]).not.toHaveProperty('uri')
  })

  test.each([
    ['social_cancelled', 'denied'],
    ['social_expired', 'expired'],
    ['social_failed', 'failed'],
    ['rate_limited', 'limited'],
    ['factor_needed', 'factor'],
  ])('error: %s is told as %s', async (reason, told) => {
    const { phase } = await openSocial({ connectSocial: refusal(reason) })
    await phase('waiting')
    post()
    await phase(told)
  })

  test.each([
    ['provider_unavailable', 'unavailable'],
    ['offline', 'offline'],
  ])('error: %s before the window went anywhere closes it and is told as %s', async (reason, told) => {
    const { phase } = await openSocial({ getSocialRedirectUri: refusal(reason) })
    await phase(told)
    expect(popup.close).toHaveBeenCalled()
  })

  test('behavior: somebody else than last time is asked about; going back gives the login back', async () => {
    const before = { provider: 'google' as const, userName: 'noor@meadow.example' }
    const { page, phase, dialog, state, asked } = await openSocial({ connectSocial: { ...mira, before } })
    await phase('waiting')
    post()
    await phase('another')
    expect(state().names).toEqual({ now: 'Google mira@meadow.example', before: 'Google noor@meadow.example' })
    expect(page.state().status).toBe('disconnected')
    // Leaving the view is the answer.
    back(dialog)
    expect(asked('signOut')).toEqual([{ refused: true }])
    expect(page.state().status).toBe('disconnected')
  })

  test('behavior: two long addresses are shown whole, so that they can be told apart', async () => {
    const [now, last] = ['office', 'orchard'].map((place) => `somebody.with.a.long.name@${place}.meadow.example`) as [string, string]
    const before = { provider: 'google' as const, userName: last }
    const { phase, state } = await openSocial({ connectSocial: { ...mira, userName: now, before } })
    await phase('waiting')
    post()
    await phase('another')
    expect(state().names).toEqual({ now: `Google ${now}`, before: `Google ${last}` })
  })

  test('behavior: who really is somebody else goes on', async () => {
    const { page, phase, dialog, asked } = await openSocial({ connectSocial: { ...mira, before: { provider: 'x' as const } } })
    await phase('waiting')
    post()
    await phase('another')
    acceptAnother(dialog)
    await vi.waitFor(() => expect(page.state().status).toBe('connected'))
    expect(asked('signOut')).toEqual([])
  })
})

describe('in Telegram’s browser', () => {
  const left = { flow: 'a-flow', number: '47' }
  const open = async (replies: Parameters<typeof openEmbedded>[0]) => {
    const opened = vi.fn(() => popup)
    vi.stubGlobal('open', opened)
    vi.stubGlobal('TelegramWebviewProxy', {})
    return { ...(await openSocial(replies)), opened }
  }

  test('behavior: no window opens; the number is shown, and the page leaves when the user says so', async () => {
    const { phase, state, page, opened } = await open({ leaveForSocial: left })
    await phase('leaving')
    expect(state()).toMatchObject({ number: '47' })
    expect(opened).not.toHaveBeenCalled()
    expect(page.left).toEqual([])
    leaveForSocial(page.dialog)
    await vi.waitFor(() => expect(page.left).toEqual([{ flow: 'a-flow' }]))
  })

  test('behavior: where the frame keeps nothing, a link leads out, and the login goes on by a number', async () => {
    let arrive: (answer: { number: string }) => void = () => {}
    const { phase, state } = await open({ leaveForSocial: null, waitSocial: () => new Promise((resolve) => (arrive = resolve)) })
    await phase('outside')
    expect(state().link).toBe(uri)
    arrive({ number: '47' })
    await phase('connected')
  })
})

describe('returnSocial', () => {
  const comeBack = async (replies: Parameters<typeof openEmbedded>[0]) => {
    const opened = await openEmbedded({ connectSocial: mira, ...replies })
    void opened.page.call('open', { id: 'b', view: 'ConnectingSocial' })
    return { ...opened, state: () => socialStore(opened.page.dialog).getState() }
  }

  test('behavior: the page is back: the login that it left for connects', async () => {
    const { page, asked } = await comeBack({ returnSocial: { provider: 'github' } })
    await vi.waitFor(() => expect(page.state().status).toBe('connected'))
    expect(asked('connectSocial')[0]).not.toHaveProperty('uri')
  })

  test('error: a frame that does not load names no provider, and is asked again for the login that the page was left for', async () => {
    let isLost = true
    const { page, state, asked } = await comeBack({
      returnSocial: () => {
        if (isLost) throw new RpcError(codes.disconnected, 'iframe_load_failed', { data: { reason: 'iframe_load_failed' } })
        return { provider: 'github' }
      },
    })
    await vi.waitFor(() => expect(state()).toMatchObject({ provider: null, phase: 'unavailable' }))
    isLost = false
    reopenSocial(page.dialog)
    await vi.waitFor(() => expect(page.state().status).toBe('connected'))
    expect(asked('returnSocial')).toHaveLength(2)
    expect(asked('getSocialRedirectUri')).toEqual([])
  })

  test('behavior: a page that left for nothing shows the ways to connect', async () => {
    const { views, asked } = await comeBack({ returnSocial: { provider: null } })
    await vi.waitFor(() => expect(asked('returnSocial')).toHaveLength(1))
    await vi.waitFor(() => expect(views()).toEqual(['Connect']))
    expect(asked('connectSocial')).toEqual([])
  })

  test.each([
    ['social_unfinished', 'unfinished'],
    ['social_cancelled', 'denied'],
    ['social_expired', 'expired'],
    ['social_failed', 'failed'],
    ['offline', 'offline'],
  ])('error: %s is told as %s, with the provider’s name', async (reason, told) => {
    const { state, asked } = await comeBack({ returnSocial: { provider: 'github', reason } })
    await vi.waitFor(() => expect(state()).toMatchObject({ provider: 'github', phase: told }))
    expect(asked('connectSocial')).toEqual([])
  })
})
