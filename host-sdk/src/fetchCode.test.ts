import { expect, test, vi } from 'vitest'
import { fetchCode } from './fetchCode.js'

const lost = new TypeError('Failed to fetch dynamically imported module')

test('behavior: code that is lost once is fetched again', async () => {
  const load = vi.fn(async () => 'part').mockRejectedValueOnce(lost)
  expect(await fetchCode(load)).toBe('part')
  expect(load).toHaveBeenCalledTimes(2)
})

test('error: code that is lost twice is not asked for a third time', async () => {
  const load = vi.fn(() => Promise.reject(lost))
  await expect(fetchCode(load)).rejects.toBe(lost)
  expect(load).toHaveBeenCalledTimes(2)
})
