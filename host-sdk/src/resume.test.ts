// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createResume } from './resume.js'

const record = JSON.stringify({
  v: 1,
  active: 'eip155',
  connections: { eip155: { walletId: 'a.wallet', kind: 'host', networkId: 'eip155:10' } },
})

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

describe('createResume', () => {
  test('behavior: what is set is there for the next page, and null forgets it', () => {
    createResume('k').set(record)
    const resume = createResume('k')
    expect(resume.pending()).toBe(true)
    expect(resume.connections()).toMatchObject({ eip155: { networkId: 'eip155:10', walletId: 'a.wallet' } })
    expect(resume.connections()).not.toHaveProperty('solana')
    resume.set(null)
    expect([createResume('k').get(), createResume('k').pending()]).toEqual([null, false])
  })

  test('behavior: a record without connections, or a damaged one, leaves nothing to resume', () => {
    for (const value of ['{"v":1,"connections":{},"recent":["a"]}', 'not json', 'null', '7', '{"connections":null}']) {
      localStorage.setItem('k', value)
      expect(createResume('k').pending()).toBe(false)
    }
  })

  test('behavior: without storage it lives in memory', () => {
    vi.stubGlobal('localStorage', undefined)
    const resume = createResume('k')
    resume.set(record)
    expect(resume.get()).toBe(record)
    expect(resume.connections().eip155?.networkId).toBe('eip155:10')
  })

  test('error: a record that is too long is not kept', () => {
    const resume = createResume('k')
    resume.set(record)
    resume.set('x'.repeat(4_097))
    expect(resume.get()).toBe(record)
  })

  test('behavior: tells of other tabs, for its own key only', () => {
    const seen: (string | null)[] = []
    const unsubscribe = createResume('k').watch((value) => seen.push(value))
    localStorage.setItem('k', record)
    dispatchEvent(new StorageEvent('storage', { key: 'other' }))
    dispatchEvent(new StorageEvent('storage', { key: 'k' }))
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    unsubscribe()
    dispatchEvent(new StorageEvent('storage', { key: 'k' }))
    expect(seen).toEqual([record, null])
  })

  test('behavior: a storage event brings what another tab has kept, though this tab had no room', () => {
    const resume = createResume('k')
    const own = localStorage
    vi.stubGlobal('localStorage', storage(new Map(), 'full'))
    resume.set(record)
    expect(createResume('k').get()).toBe(record)
    vi.stubGlobal('localStorage', own)
    resume.watch(() => {})
    const other = record.replace('a.wallet', 'b.wallet')
    localStorage.setItem('k', other)
    dispatchEvent(new StorageEvent('storage', { key: 'k' }))
    expect([resume.get(), createResume('k').get()]).toEqual([other, other])
  })

  /** Ways in which a storage of a browser, or of a page that has changed it, fails. */
  const faults = {
    none: {},
    full: { setItem: 'throw' },
    silent: { setItem: 'nothing' },
    unreadable: { getItem: 'throw' },
    stuck: { removeItem: 'throw' },
    readOnly: { setItem: 'throw', removeItem: 'throw' },
    dead: { getItem: 'throw', setItem: 'throw', removeItem: 'throw' },
    denied: undefined,
    missing: null,
  } as const
  type Fault = keyof typeof faults

  /** What a browser keeps between pages, and what its page may do with it. */
  function storage(kept: Map<string, string>, fault: Fault) {
    const broken: Readonly<Record<string, 'throw' | 'nothing'>> | null | undefined = faults[fault]
    if (!broken) return broken
    const method = (name: string, run: (...args: string[]) => unknown) => [
      name,
      (...args: string[]) => {
        if (broken[name] === 'throw') throw new DOMException(fault, 'QuotaExceededError')
        return broken[name] ? undefined : run(...args)
      },
    ]
    return Object.fromEntries([
      method('getItem', (key = '') => kept.get(key) ?? null),
      method('setItem', (key = '', value = '') => kept.set(key, value)),
      method('removeItem', (key = '') => kept.delete(key)),
    ])
  }

  test('behavior: however the storages fail, the next page knows what the last one kept where any of them can tell', () => {
    const fault = fc.constantFrom(...(Object.keys(faults) as Fault[]))
    const values = fc.array(fc.option(fc.constantFrom(record, record.replace('a.wallet', 'b.wallet'), `${record} `), { nil: null }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(fault, fault, fault, fault, values, values, (local, session, laterLocal, laterSession, first, second) => {
        const [own, tab] = [new Map<string, string>(), new Map<string, string>()]
        const browse = (...[a, b]: [Fault, Fault]) => {
          vi.stubGlobal('localStorage', storage(own, a))
          vi.stubGlobal('sessionStorage', storage(tab, b))
          return createResume('k')
        }
        const page = browse(local, session)
        for (const value of first) {
          page.set(value)
          // The same page knows it in any case.
          expect(page.get()).toBe(value)
        }
        const canTell = (fault: Fault) => fault === 'none' || fault === 'stuck'
        const last = first.at(-1) ?? null
        // The same faults after a reload.
        if (last !== null && (canTell(session) || canTell(local))) expect(browse(local, session).get()).toBe(last)
        // A record that can be deleted does not come back.
        if (last === null && [local, session].every((fault) => fault === 'none' || fault === 'full'))
          expect(browse(local, session).get()).toBe(null)
        // A storage that works again, or no more, in the page after it.
        const next = browse(laterLocal, laterSession)
        for (const value of second) {
          next.set(value)
          expect(next.get()).toBe(value)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
