/** Who said it: the dialog's own events, requests to the provider, the Test wallet, this page. */
export const sources = ['dialog', 'provider', 'wallet', 'page'] as const
export type Source = (typeof sources)[number]

export type LogEntry = {
  readonly id: number
  /** Milliseconds since the page was opened. */
  readonly at: number
  readonly source: Source
  readonly name: string
  readonly detail: string
  readonly failed: boolean
  /** How long it took, in milliseconds. */
  readonly took?: number
}

const capacity = 200
let entries: readonly LogEntry[] = []
let nextId = 1
const listeners = new Set<() => void>()

const text = (value: unknown): string => {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? item.toString() : item)) ?? ''
  } catch {
    return String(value)
  }
}

const changed = (next: readonly LogEntry[]) => {
  entries = next
  for (const listener of listeners) listener()
}

/** Writes a line, newest first; the log keeps the last 200. `took` is in milliseconds. */
export function logEvent(source: Source, name: string, detail?: unknown, more: { failed?: boolean; took?: number } = {}): void {
  const entry: LogEntry = {
    id: nextId++,
    at: performance.now(),
    source,
    name,
    detail: text(detail),
    failed: more.failed === true,
    ...(more.took === undefined ? {} : { took: more.took }),
  }
  changed([entry, ...entries].slice(0, capacity))
}

export const clearLog = (): void => changed([])
export const readLog = (): readonly LogEntry[] => entries
export function subscribeToLog(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
