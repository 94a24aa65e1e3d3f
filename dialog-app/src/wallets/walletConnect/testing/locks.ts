import type { Locks } from '../shared/election.js'

type Waiter = { readonly run: (lock: Lock) => unknown; readonly grant: () => void; readonly fail: (error: unknown) => void }

/** Exclusive locks as the Web Locks API gives them, for a process that has none: in line, withdrawn by a signal, stolen. */
export function createTestLocks(): Locks {
  const held = new Map<string, { fail(error: unknown): void }>()
  const lines = new Map<string, Waiter[]>()

  const next = (name: string) => {
    if (!held.has(name)) lines.get(name)?.shift()?.grant()
  }
  const request = (name: string, options: LockOptions, run: (lock: Lock) => unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const grant = () => {
        const mine = { fail: reject }
        held.set(name, mine)
        const done = () => {
          if (held.get(name) !== mine) return
          held.delete(name)
          next(name)
        }
        queueMicrotask(async () => {
          try {
            resolve(await run({ name, mode: 'exclusive' }))
          } catch (error) {
            reject(error)
          } finally {
            done()
          }
        })
      }
      if (options.steal) {
        held.get(name)?.fail(new DOMException('Stolen', 'AbortError'))
        held.delete(name)
        return grant()
      }
      const waiter: Waiter = { run, grant, fail: reject }
      const line = lines.get(name) ?? []
      lines.set(name, [...line, waiter])
      options.signal?.addEventListener('abort', () => {
        const waiting = lines.get(name) ?? []
        if (!waiting.includes(waiter)) return
        lines.set(
          name,
          waiting.filter((each) => each !== waiter),
        )
        reject(new DOMException('Withdrawn', 'AbortError'))
      })
      next(name)
    })
  return {
    request: ((name: string, second: LockOptions | ((lock: Lock) => unknown), third?: (lock: Lock) => unknown) =>
      typeof second === 'function' ? request(name, {}, second) : request(name, second, third ?? (() => undefined))) as Locks['request'],
  }
}
