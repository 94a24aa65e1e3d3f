// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findFault } from './findFault.js'

const script = new Response(null, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
const page = new Response(null, { headers: { 'content-type': 'text/html' } })

/** What answers at which origin: to any page, or (`null`) to none that reads the answer. */
function network(servers: Readonly<Record<string, Response | null>>, refused?: string) {
  vi.stubGlobal('fetch', async (url: string, { mode }: RequestInit) => {
    const answer = servers[new URL(url).origin]
    if (refused) setTimeout(() => dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective: refused })))
    if (refused || answer === undefined || (answer === null && mode === 'cors')) throw new TypeError('Failed to fetch')
    return answer ?? new Response()
  })
}
afterEach(() => vi.unstubAllGlobals())

const origin = 'http://dialog.example:4100'

describe('findFault', () => {
  test.each([
    ['the dialog, which is slow', { [origin]: script }, undefined],
    ['nothing', {}, 'nothing'],
    ['another server', { [origin]: null }, 'other'],
    ['a development server that answers every path with its page', { [origin]: page }, 'other'],
    ['the dialog, by https', { 'https://dialog.example:4100': script }, 'https:'],
    ['another server, and the dialog by https', { [origin]: null, 'https://dialog.example:4100': script }, 'https:'],
  ])('behavior: at the address is %s', async (_what, servers, fault) => {
    network(servers)
    expect(await findFault(origin)).toBe(fault)
  })

  test('behavior: http is told from https', async () => {
    network({ [origin]: script })
    expect(await findFault('https://dialog.example:4100')).toBe('http:')
  })

  test('behavior: nothing is said where the page’s policy forbids to ask, and it is asked once', async () => {
    network({}, 'connect-src')
    const fetched = vi.spyOn(globalThis, 'fetch')
    expect(await findFault(origin)).toBeUndefined()
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})
