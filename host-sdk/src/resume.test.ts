// @vitest-environment happy-dom
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
})
