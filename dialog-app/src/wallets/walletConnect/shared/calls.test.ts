import { describe, expect, test } from 'vitest'
import { createCalls, type Pending } from './calls.js'

const ask = { topic: 't', chainId: 'eip155:1', request: { method: 'personal_sign', params: [] }, expiry: 300 }

describe('createCalls', () => {
  test('behavior: what no leader had taken goes to the next, and so does what it told the number of', () => {
    const calls = createCalls(() => {})
    const untaken = calls.add('ask', ask, {}).call
    const noted = calls.add('ask', ask, {}).call
    noted.taken = true
    noted.note = { id: 7, sent: true }
    expect(calls.moved()).toEqual([untaken, noted])
    expect(noted.taken).toBe(false)
  })

  test('error: a request that may have left, or not, is not repeated: 4900 says so', async () => {
    const calls = createCalls(() => {})
    const { call, done } = calls.add('ask', ask, {})
    call.taken = true
    expect(calls.moved()).toEqual([])
    await expect(done).rejects.toMatchObject({ code: 4900, message: 'Provider disconnected', data: { reason: 'tab_closed' } })
  })

  test('behavior: what changes nothing when done twice is repeated', () => {
    const calls = createCalls(() => {})
    const { call } = calls.add('end', { topic: 't' }, {})
    call.taken = true
    expect(calls.moved()).toEqual([call])
  })

  test('behavior: an abort ends the call, and whoever runs it hears', async () => {
    const stopped: Pending[] = []
    const calls = createCalls((call) => stopped.push(call))
    const control = new AbortController()
    const { call, done } = calls.add('ask', ask, { signal: control.signal })
    control.abort()
    await expect(done).rejects.toMatchObject({ code: 4001 })
    expect(stopped).toEqual([call])
    expect(calls.all()).toEqual([])
    await expect(calls.add('ask', ask, { signal: control.signal }).done).rejects.toMatchObject({ code: 4001 })
  })
})
