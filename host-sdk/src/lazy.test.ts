import { describe, expect, test, vi } from 'vitest'
import { lazy } from './lazy.js'

describe('lazy', () => {
  test('behavior: fetched once, and there to be read without waiting', async () => {
    const load = vi.fn(async () => 'part')
    const part = lazy(load)
    expect(part.now()).toBeUndefined()
    expect(await Promise.all([part(), part()])).toEqual(['part', 'part'])
    expect(part.now()).toBe('part')
    expect(load).toHaveBeenCalledOnce()
  })

  test('behavior: what is still on its way is ended too, and what was never asked for is not fetched', async () => {
    const end = vi.fn()
    const load = vi.fn(async () => 'part')
    const part = lazy(load)
    part.with(end)
    expect(load).not.toHaveBeenCalled()
    const pending = part()
    part.with(end)
    await pending
    await vi.waitFor(() => expect(end).toHaveBeenCalledExactlyOnceWith('part'))
  })

  test('error: ended, it is refused, whether it was fetched, is on its way or was never asked for', async () => {
    const end = vi.fn()
    const load = vi.fn(async () => 'part')
    const [fetched, pending, unused] = [lazy(load), lazy(load), lazy(load)]
    await fetched()
    const asked = pending()
    for (const part of [fetched, pending, unused]) part.end(end)
    for (const part of [fetched, pending, unused]) await expect(part()).rejects.toMatchObject({ name: 'ModalError', code: 4900 })
    expect(await asked).toBe('part')
    expect(end.mock.calls).toEqual([['part'], ['part']])
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('error: ended while its code does not come, it is not fetched again', async () => {
    const load = vi.fn(async () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    const part = lazy(load)
    const asked = part()
    part.end(() => {})
    await expect(asked).rejects.toMatchObject({ code: 4900 })
    await expect(part()).rejects.toMatchObject({ code: 4900 })
    expect(load).toHaveBeenCalledOnce()
  })

  test('error: code that does not come is a ModalError, and the next call fetches again', async () => {
    const load = vi.fn(async () => 'part').mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    const part = lazy(load)
    const failure = { name: 'ModalError', code: 4900, data: { reason: 'iframe_load_failed' } }
    await expect(part()).rejects.toMatchObject(failure)
    expect(await part()).toBe('part')
  })
})
