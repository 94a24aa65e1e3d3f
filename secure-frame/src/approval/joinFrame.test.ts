// @vitest-environment happy-dom
import { type Bridge, createBridge, portMessenger } from '@latchkey/protocol/bridge'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createShell } from '../shell/store.js'
import type { ApprovalView, Decision } from '../worker/contract.js'
import type { FrameApi, WindowApi } from './approvalWindow.js'
import { joinFrame } from './joinFrame.js'

const yes: Decision = { requestId: '1', digest: '00', answer: 'approve', place: 'window' }
const no: Decision = { requestId: '1', digest: '00', answer: 'reject' }

/** The document that opened this window, with what it does when the window asks for its port. */
function openedBy(answer: (port: MessagePort) => void = () => undefined) {
  const opener = {
    closed: false,
    location: { origin: location.origin },
    document: {},
    postMessage() {
      const { port1, port2 } = new MessageChannel()
      answer(port1)
      const greeting = { data: { type: 'latchkey:port' }, source: opener, origin: location.origin, ports: [port2] }
      dispatchEvent(Object.assign(new Event('message'), greeting))
    },
  }
  vi.stubGlobal('opener', opener)
  return opener
}
const decisions: Decision[] = []
/** A frame that hears the window. */
const hears = (port: MessagePort) =>
  void createBridge<FrameApi, WindowApi>({
    messenger: portMessenger(port),
    methods: { decide: (decision) => void decisions.push(decision), setLimit: () => undefined, openWallet: () => undefined },
  })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  decisions.length = 0
})

/** What is known when the frame is lost; null while it is there. */
function join() {
  let known: string | null = null
  const { actions, lost } = joinFrame(createShell())
  void lost.then((what) => {
    known = what
  })
  return { actions, known: () => known }
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('behavior: what the frame showed last is drawn, however long the words of what it showed before take', async () => {
  vi.useRealTimers()
  let frame: Bridge<WindowApi> | undefined
  openedBy((port) => {
    frame = createBridge<FrameApi, WindowApi>({
      messenger: portMessenger(port),
      methods: { decide: () => undefined, setLimit: () => undefined, openWallet: () => undefined },
    })
  })
  const shell = createShell()
  joinFrame(shell)
  const view = (requestId: string) => ({ requestId, state: 'ready' }) as ApprovalView
  const theme = (locale: string) => ({ themeMode: 'light', locale, dir: 'ltr' }) as const
  const shown = [
    frame?.call('show', { approval: view('1'), theme: theme('ar') }),
    frame?.call('show', { approval: view('2'), theme: theme('en') }),
  ]
  await Promise.all(shown)
  expect(shell.getState()).toMatchObject({ approval: { requestId: '2' }, theme: { locale: 'en' } })
})

describe('a window of the wallet that has lost its request', () => {
  test('error: nobody opened it', async () => {
    vi.stubGlobal('opener', null)
    const { known } = join()
    await pass(0)
    expect(known()).toBe('unsigned')
  })

  test('error: what opened it does not answer', async () => {
    openedBy().postMessage = () => undefined
    const { known } = join()
    await pass(4_900)
    expect(known()).toBeNull()
    await pass(200)
    expect(known()).toBe('unsigned')
  })

  test.each<[string, (opener: ReturnType<typeof openedBy>) => void]>([
    ['is closed', (opener) => Object.assign(opener, { closed: true })],
    ['is loaded again', (opener) => Object.assign(opener, { document: {} })],
    ['is another site now', (opener) => Object.assign(opener, { location: { origin: 'https://other.example' } })],
  ])('error: the frame that opened it %s', async (_name, change) => {
    const opener = openedBy(hears)
    const { known } = join()
    await pass(5_100)
    expect(known()).toBeNull()
    change(opener)
    await pass(1_000)
    expect(known()).toBe('unsigned')
  })

  test('error: a yes that nobody hears is no yes, and nobody can say what became of it', async () => {
    openedBy()
    const { actions, known } = join()
    const answered = actions.decide(yes)
    await pass(60_000)
    expect(await answered).toBe(false)
    expect(known()).toBe('unknown')
  })

  test.each([
    ['a yes', yes, 'unknown'],
    ['a no', no, 'unsigned'],
  ] as const)('error: it is lost after %s', async (_name, decision, what) => {
    // Messages of a port take a moment, whatever a clock says.
    vi.useRealTimers()
    const opener = openedBy(hears)
    const { actions, known } = join()
    const answered = actions.decide(decision)
    expect(await answered).toBe(true)
    expect(decisions).toEqual([decision])
    opener.closed = true
    await vi.waitFor(() => expect(known()).toBe(what))
  })
})
