import { describe, expect, test, vi } from 'vitest'
import type { ApprovalView, Place, Typed } from '../contract.js'
import { createApprovals } from './approvals.js'
import { Changed } from './changed.js'
import { type ApprovalContent, everything, type Prepared } from './content.js'

const content: ApprovalContent = {
  title: { id: 'title.message' },
  kind: 'message',
  changes: [],
  preview: 'none',
  grants: [],
  warnings: [],
  rows: [],
  details: [],
  blocked: false,
  confirm: 'sign',
  twice: false,
}

function setUp() {
  let shown: ApprovalView | null = null
  const states: string[] = []
  let now = 0
  const approvals = createApprovals(
    (view) => {
      shown = view
      if (view) states.push(view.state)
    },
    () => now,
  )
  const signed: string[] = []
  /** What was on screen when a request was said to be seen. */
  const seen: string[] = []
  const decided: [requestId: string, accepted: boolean, known: readonly string[]][] = []
  let isProven = true
  const ask = (requestId: string, change: Partial<Prepared> = {}, surface: 'frame' | 'window' = 'frame') =>
    approvals
      .ask({
        requestId,
        method: 'personal_sign',
        surface,
        origin: 'https://a.example',
        verified: true,
        networkName: 'One',
        isProven: async () => isProven,
        decided: (accepted, _digest, counterparties) => void decided.push([requestId, accepted, counterparties]),
        shown: () => seen.push(`${shown?.requestId} ${shown?.state}`),
        prepare: async () => ({
          content,
          counterparties: [],
          payload: new TextEncoder().encode(requestId),
          execute: async (payload) => {
            signed.push(new TextDecoder().decode(payload))
            return `signed ${requestId}`
          },
          ...change,
        }),
      })
      .then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
  const view = () => shown as ApprovalView | null
  const ready = async (requestId: string) => {
    await vi.waitFor(() => expect(view()).toMatchObject({ requestId, state: 'ready' }))
    return view() as ApprovalView
  }
  const decide = (requestId: string, digest: string | null, answer: 'approve' | 'reject' | 'rejectAll' | 'noWindow' = 'approve') =>
    approvals.decide({ requestId, digest, ...(answer === 'approve' ? { answer, place: 'frame' } : { answer }) })
  const approveFrom = (requestId: string, digest: string | null, place: Place, typed?: Typed) =>
    approvals.decide({ requestId, digest, answer: 'approve', place, typed })
  return {
    states,
    approvals,
    signed,
    decided,
    seen,
    ask,
    view,
    ready,
    decide,
    approveFrom,
    prove: (proven: boolean) => {
      isProven = proven
      approvals.proven()
    },
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}
const rejectedBy = (message: string) => ({ error: expect.objectContaining({ code: 4001, message }) })

describe('createApprovals', () => {
  test('behavior: what was shown is what is signed, once', async () => {
    const { ask, ready, decide, signed, seen, view } = setUp()
    const asked = ask('one')
    expect(seen).toEqual([])
    const { digest } = await ready('one')
    expect(seen).toEqual(['one ready'])
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(await decide('one', digest)).toBe(true)
    expect(await decide('one', digest)).toBe(false)
    expect(await asked).toEqual({ value: 'signed one' })
    expect(signed).toEqual(['one'])
    expect(view()).toBeNull()
  })

  test('error: another digest, another request, and no digest sign nothing', async () => {
    const { ask, ready, decide, signed } = setUp()
    void ask('one')
    const { digest } = await ready('one')
    expect(await decide('one', '0'.repeat(64))).toBe(false)
    expect(await decide('two', digest)).toBe(false)
    expect(await decide('one', null)).toBe(false)
    expect(signed).toEqual([])
  })

  test('error: a payload that changed after it was shown is not signed', async () => {
    const { ask, ready, decide, signed } = setUp()
    const payload = new TextEncoder().encode('honest')
    const asked = ask('one', { payload })
    const { digest } = await ready('one')
    payload.set(new TextEncoder().encode('EVIL!!'))
    await decide('one', digest)
    expect(await asked).toEqual({ error: expect.objectContaining({ code: -32603 }) })
    expect(signed).toEqual([])
  })

  test('error: what is blocked cannot be approved', async () => {
    const { ask, ready, decide, signed } = setUp()
    void ask('one', { content: { ...content, blocked: true } })
    expect(await decide('one', (await ready('one')).digest)).toBe(false)
    expect(signed).toEqual([])
  })

  test('error: a yes counts from where it may be given: the frame for pages that may frame it, typed for a transfer', async () => {
    const { ask, ready, approveFrom, signed } = setUp()
    const message = ask('message', {}, 'window')
    const { digest } = await ready('message')
    const typed = { amount: '1.5', recipient: 'AEDA94' }
    expect(await approveFrom('message', digest, 'frame')).toBe(false)
    expect(await approveFrom('message', digest, 'typed', typed)).toBe(false)
    expect(signed).toEqual([])
    expect(await approveFrom('message', digest, 'window')).toBe(true)
    expect(await message).toEqual({ value: 'signed message' })

    const transfer = { amount: '1.5', recipient: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' }
    const payment = ask('payment', { content: { ...content, kind: 'transaction', transfer } }, 'window')
    const next = await ready('payment')
    expect(await approveFrom('payment', next.digest, 'typed')).toBe(false)
    expect(await approveFrom('payment', next.digest, 'typed', { ...typed, amount: '15' })).toBe(false)
    expect(signed).toEqual(['message'])
    expect(await approveFrom('payment', next.digest, 'typed', typed)).toBe(true)
    expect(await payment).toEqual({ value: 'signed payment' })
  })

  test('error: what outlives the request counts from the window alone, and with a fresh proof of the user', async () => {
    const { ask, ready, approveFrom, signed, view, prove, approvals } = setUp()
    prove(false)
    const transfer = { amount: '1.5', recipient: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' }
    const lasting: ApprovalContent = { ...content, kind: 'transaction', transfer, grants: [everything] }
    const asked = ask('one', { content: lasting })
    const { digest, unproven } = await ready('one')
    expect(unproven).toBe(true)
    expect(await approveFrom('one', digest, 'frame')).toBe(false)
    expect(await approveFrom('one', digest, 'typed', { amount: '1.5', recipient: 'aeda94' })).toBe(false)
    expect(await approveFrom('one', digest, 'window')).toBe(false)
    prove(true)
    expect(view()).toMatchObject({ unproven: false })
    expect(await approveFrom('one', digest, 'frame')).toBe(false)
    expect(signed).toEqual([])
    expect(await approveFrom('one', digest, 'window')).toBe(true)
    expect(await asked).toEqual({ value: 'signed one' })
    // A proof that is over meanwhile.
    void ask('two', { content: lasting })
    const next = await ready('two')
    expect(next.unproven).toBe(false)
    prove(false)
    expect(await approveFrom('two', next.digest, 'window')).toBe(false)
    expect(view()).toMatchObject({ unproven: true })
    // Withdrawn while the proof is looked for.
    prove(true)
    const late = approveFrom('two', next.digest, 'window')
    approvals.abort('two')
    expect(await late).toBe(false)
    expect(signed).toEqual(['one'])
  })

  test('error: what needs a window where none opens is refused with its own error', async () => {
    const { ask, ready, decide, signed } = setUp()
    const asked = ask('one', {}, 'window')
    await ready('one')
    expect(await decide('one', null, 'noWindow')).toBe(true)
    expect(await asked).toEqual({ error: expect.objectContaining({ code: 4200, data: { why: 'window' } }) })
    expect(signed).toEqual([])
  })

  test('behavior: after two minutes it is looked at anew before it can be approved', async () => {
    const { ask, ready, decide, signed, pass } = setUp()
    const asked = ask('one')
    const { digest } = await ready('one')
    pass(120_001)
    expect(await decide('one', digest)).toBe(false)
    expect(signed).toEqual([])
    await decide('one', (await ready('one')).digest)
    expect(await asked).toEqual({ value: 'signed one' })
  })

  test('behavior: what was looked at is looked at anew when the clock was set back meanwhile', async () => {
    const { ask, ready, decide, signed, pass } = setUp()
    const asked = ask('one')
    const { digest } = await ready('one')
    pass(-3_600_000)
    expect(await decide('one', digest)).toBe(false)
    expect(signed).toEqual([])
    await decide('one', (await ready('one')).digest)
    expect(await asked).toEqual({ value: 'signed one' })
  })

  test('behavior: the log has a yes whose execution fails, without recipients, and each no that was to something shown', async () => {
    const { ask, ready, decide, decided } = setUp()
    const counterparties = ['0x1']
    const sent = ask('sent', { counterparties })
    await decide('sent', (await ready('sent')).digest)
    await sent
    const failed = ask('failed', { counterparties, execute: () => Promise.reject(new RangeError('no')) })
    await decide('failed', (await ready('failed')).digest)
    expect(await failed).toEqual({ error: expect.any(RangeError) })
    const refused = [ask('shown', { counterparties }), ask('behind', { counterparties })]
    await decide('shown', (await ready('shown')).digest, 'rejectAll')
    await Promise.all(refused)
    expect(decided).toEqual([
      ['sent', true, ['0x1']],
      ['failed', true, []],
      ['shown', false, []],
    ])
  })

  test('behavior: one on screen, five behind it, the seventh is refused', async () => {
    const { ask, ready } = setUp()
    for (const id of ['1', '2', '3', '4', '5', '6']) void ask(id)
    expect(await ask('7')).toEqual({ error: expect.objectContaining({ code: -32005 }) })
    expect(await ready('1')).toMatchObject({ position: 1, total: 6 })
  })

  test('behavior: the next comes when one is decided; all can be rejected', async () => {
    const { ask, ready, decide, view } = setUp()
    const all = ['1', '2', '3'].map((id) => ask(id))
    await decide('1', (await ready('1')).digest, 'reject')
    expect(await ready('2')).toMatchObject({ total: 2 })
    await decide('2', null, 'rejectAll')
    expect(await Promise.all(all)).toEqual(Array(3).fill(rejectedBy('User rejected the request')))
    expect(view()).toBeNull()
  })

  test('behavior: an abort rejects what nobody approved, and never what was', async () => {
    const { approvals, ask, ready, decide } = setUp()
    let finish: (value: string) => void = () => {}
    let started = false
    const execute = () => {
      started = true
      return new Promise((resolve) => {
        finish = resolve
      })
    }
    const sending = ask('1', { execute })
    const waiting = ask('2')
    await decide('1', (await ready('1')).digest)
    await vi.waitFor(() => expect(started).toBe(true))
    approvals.abort()
    expect(await waiting).toEqual(rejectedBy('Request was aborted'))
    finish('0xhash')
    expect(await sending).toEqual({ value: '0xhash' })
  })

  test('behavior: what is signed at once is not drawn as work in between; what takes longer is', async () => {
    const { ask, ready, decide, view, states } = setUp()
    const asked = ask('1')
    await decide('1', (await ready('1')).digest)
    await asked
    expect(states).toEqual(['preparing', 'ready'])
    let finish: (value: string) => void = () => {}
    const sending = ask('2', { execute: () => new Promise((resolve) => (finish = resolve)) })
    await decide('2', (await ready('2')).digest)
    await vi.waitFor(() => expect(view()).toMatchObject({ requestId: '2', state: 'working' }))
    finish('0xhash')
    expect(await sending).toEqual({ value: '0xhash' })
  })

  test('behavior: a changed limit is another approval', async () => {
    const { approvals, ask, ready, decide, signed } = setUp()
    const limited = { content, counterparties: [], payload: new TextEncoder().encode('12'), execute: async () => signed.push('12') }
    void ask('1', { withLimit: async () => limited })
    const { digest } = await ready('1')
    await approvals.setLimit('1', '12')
    const after = await ready('1')
    expect(after.digest).not.toBe(digest)
    expect(await decide('1', digest)).toBe(false)
    await decide('1', after.digest)
    await vi.waitFor(() => expect(signed).toEqual(['12']))
  })

  test('error: what would do something else by now is not signed: it is shown anew, and that it changed', async () => {
    const { ask, ready, decide, signed, decided, view } = setUp()
    let isChanged = true
    const armed: string[] = []
    const asked = ask('1', {
      arm: () => void armed.push('1'),
      execute: async () => {
        if (isChanged) throw new Changed()
        signed.push('1')
        return 'done'
      },
    })
    const { digest } = await ready('1')
    expect(armed).toEqual(['1'])
    await decide('1', digest)
    await vi.waitFor(() =>
      expect(view()).toMatchObject({ state: 'ready', content: { warnings: [{ tone: 'neg', title: { id: 'warn.changed' } }] } }),
    )
    expect([signed, decided, view()?.content?.confirm]).toEqual([[], [], 'confirmAnyway'])
    isChanged = false
    await decide('1', (await ready('1')).digest)
    expect(await asked).toEqual({ value: 'done' })
  })

  test('behavior: a limit that nothing can change is not offered to be changed', async () => {
    const { ask, ready, decide } = setUp()
    const limited = { ...content, allowance: { symbol: 'TOK', amount: null, decimals: 18, editable: true } }
    const withLimit = () => Promise.reject(new Error('unreachable'))
    void ask('1', { content: limited })
    expect((await ready('1')).content?.allowance).toEqual({ symbol: 'TOK', amount: null, decimals: 18, editable: false })
    await decide('1', null, 'reject')
    void ask('2', { content: limited, withLimit })
    expect((await ready('2')).content?.allowance).toEqual({ symbol: 'TOK', amount: null, decimals: 18, editable: true })
  })

  test('behavior: a limit that the user chose stays when the approval is looked at anew', async () => {
    const { approvals, ask, ready, decide, signed, pass } = setUp()
    const withLimit = async (amount: string): Promise<Prepared> => ({
      content,
      counterparties: [],
      payload: new TextEncoder().encode(amount),
      execute: async () => signed.push(amount),
      withLimit,
    })
    void ask('1', { withLimit })
    await ready('1')
    await approvals.setLimit('1', '12')
    const { digest } = await ready('1')
    pass(120_001)
    expect(await decide('1', digest)).toBe(false)
    const again = await ready('1')
    expect(again.digest).toBe(digest)
    await decide('1', again.digest)
    await vi.waitFor(() => expect(signed).toEqual(['12']))
  })

  test('error: what cannot be prepared is refused with its own error', async () => {
    const { approvals } = setUp()
    const asked = approvals.ask({
      requestId: '1',
      isProven: async () => true,
      method: 'x',
      surface: 'frame',
      origin: 'https://a.example',
      verified: true,
      networkName: 'One',
      prepare: () => Promise.reject(new RangeError('no')),
    })
    await expect(asked).rejects.toThrow('no')
  })
})
