/** Wakes the requests of this process that wait for a decision. Requests on another replica see it at their next poll. */
export type Decisions = {
  /** Settles when it is decided, and after `milliseconds` at the latest. */
  readonly wait: (id: string, milliseconds: number) => Promise<void>
  readonly tell: (id: string) => void
}

export function createDecisions(): Decisions {
  const waiting = new Map<string, Set<() => void>>()
  return {
    wait: (id, milliseconds) =>
      new Promise((resolve) => {
        const all = waiting.get(id) ?? new Set()
        waiting.set(id, all)
        const end = () => {
          clearTimeout(timer)
          all.delete(end)
          if (all.size === 0 && waiting.get(id) === all) waiting.delete(id)
          resolve()
        }
        const timer = setTimeout(end, milliseconds)
        all.add(end)
      }),
    tell(id) {
      for (const end of [...(waiting.get(id) ?? [])]) end()
    },
  }
}
