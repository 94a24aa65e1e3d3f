/** Tells those who wait in this process that something was decided. On another replica they find out when they look again. */
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
