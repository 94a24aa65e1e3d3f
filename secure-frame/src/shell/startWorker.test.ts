// @vitest-environment happy-dom
import type { SecureBoot } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import workerUrl from '../worker/index.ts?worker&url'
import { startWorker } from './startWorker.js'

/** What each Worker was made of. The Worker itself is another thread, which this environment does not have. */
const made: unknown[] = []
class FakeWorker extends EventTarget {
  constructor(url: unknown) {
    super()
    made.push(url)
  }
  postMessage() {}
  terminate() {}
}

type Rules = { createScriptURL(url: string): string }

const start = () => startWorker({ projectId: 'p' } as SecureBoot, () => undefined).destroy()

beforeEach(() => {
  made.length = 0
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => vi.unstubAllGlobals())

describe('startWorker', () => {
  test('behavior: a browser without Trusted Types is given the address itself', () => {
    vi.stubGlobal('trustedTypes', undefined)
    start()
    expect(made).toEqual([workerUrl])
  })

  test('behavior: a browser with Trusted Types is given what the one policy made of it, which makes nothing of another address', () => {
    const policies: [name: string, rules: Rules][] = []
    const createPolicy = (name: string, rules: Rules) => {
      policies.push([name, rules])
      return { createScriptURL: (url: string) => ({ trusted: rules.createScriptURL(url) }) }
    }
    vi.stubGlobal('trustedTypes', { createPolicy })
    start()
    expect(made).toEqual([{ trusted: workerUrl }])
    expect(policies.map(([name]) => name)).toEqual(['latchkey-worker'])
    expect(() => policies[0]?.[1].createScriptURL('https://secure.example/other.js')).toThrow('Only the Worker is a script.')
  })
})
