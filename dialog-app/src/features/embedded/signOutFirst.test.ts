// @vitest-environment happy-dom
import { codes, disconnectedResume } from '@latchkey/protocol'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openStorage, readItem, writeItem } from '../../lib/storage.js'
import { scriptedFrame } from '../../testing/scriptedFrame.js'
import { testDialog } from '../../testing/testDialog.js'
import { createEmbeddedWallet } from '../../wallets/embedded/index.js'
import { setEmbedded } from './embedded.js'
import { startEndLogin } from './endLogin.js'
import { forgetLogin } from './loginCache.js'
import { signOutFirst } from './signOutFirst.js'

const scope = { projectId: 'project', origin: 'https://app.example' }
const lost = { code: codes.disconnected, message: 'iframe_load_failed' }
const login = { id: 'a', email: 'mira@meadow.example' }

beforeEach(() => localStorage.clear())

/** A visit of one site, with a secure frame that a test plays. */
function visit() {
  const dialog = testDialog()
  openStorage(dialog, scope)
  const scripted = scriptedFrame({ connectEmail: { action: 'VERIFY_OTP' } })
  const frame = signOutFirst(dialog, scripted.frame)
  const wallet = createEmbeddedWallet({
    frame,
    networks: () => [],
    name: () => 'Email',
    target: () => ({}),
    forget: () => forgetLogin(dialog),
    onNotAllowed() {},
  })
  setEmbedded(dialog, { frame, wallet })
  const failing = (fails: boolean) => {
    scripted.script.signOut = () => {
      if (fails) throw lost
    }
  }
  return { ...scripted, dialog, frame, wallet, failing, methods: () => scripted.calls.map(({ method }) => method) }
}

describe('a sign-out that the secure frame did not hear', () => {
  test('behavior: goes before whatever the frame is asked next, and once', async () => {
    const { frame, wallet, failing, methods } = visit()
    failing(true)
    await expect(wallet.disconnect()).rejects.toMatchObject({ message: 'iframe_load_failed' })
    failing(false)
    await Promise.all([frame.call('connectEmail', login), frame.call('isConnected', {})])
    await frame.call('isConnected', {})
    expect(methods()).toEqual(['signOut', 'signOut', 'connectEmail', 'isConnected', 'isConnected'])
  })

  test('behavior: a login that begins while it is on its way waits for it', async () => {
    const { frame, wallet, script, methods } = visit()
    let answer: (() => void) | undefined
    script.signOut = () => new Promise<void>((resolve) => (answer = resolve))
    const over = wallet.disconnect()
    const begun = frame.call('connectEmail', login)
    await vi.waitFor(() => expect(answer).toBeDefined())
    expect(methods()).toEqual(['signOut'])
    answer?.()
    await over
    await begun
    expect(methods()).toEqual(['signOut', 'connectEmail'])
  })

  test('error: as long as it fails, nobody logs in beside the login that was ended', async () => {
    const { frame, wallet, failing, asked } = visit()
    failing(true)
    await wallet.disconnect().catch(() => {})
    await expect(frame.call('connectEmail', login)).rejects.toMatchObject({ message: 'iframe_load_failed' })
    expect(asked('connectEmail')).toEqual([])
  })

  test('behavior: is tried again when the network is back, and at the next visit', async () => {
    const first = visit()
    first.failing(true)
    writeItem(first.dialog, 'connections', { eip155: { walletId: 'auth', kind: 'embedded', networkId: 'eip155:1' } })
    startEndLogin(first.dialog, disconnectedResume)
    await vi.waitFor(() => expect(first.asked('signOut')).toHaveLength(1))
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(first.asked('signOut')).toHaveLength(2))
    await vi.waitFor(() => expect(readItem(first.dialog, 'signOutDue')).toBe(true))

    const second = visit()
    startEndLogin(second.dialog, null)
    await vi.waitFor(() => expect(second.asked('signOut')).toHaveLength(1))
    await vi.waitFor(() => expect(readItem(second.dialog, 'signOutDue')).toBeUndefined())
    const third = visit()
    startEndLogin(third.dialog, null)
    await third.frame.call('isConnected', {})
    expect(third.methods()).toEqual(['isConnected'])
  })

  test('behavior: a disconnect that no dialog heard ends no login of another kind of wallet', async () => {
    const { dialog, frame, methods } = visit()
    writeItem(dialog, 'connections', { eip155: { walletId: 'harbor', kind: 'host', networkId: 'eip155:1' } })
    startEndLogin(dialog, disconnectedResume)
    await frame.call('isConnected', {})
    expect(methods()).toEqual(['isConnected'])
  })
})
