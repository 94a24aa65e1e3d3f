export type Emitter<Events> = {
  /** @returns unsubscribe */
  on<Name extends keyof Events>(event: Name, listener: (value: Events[Name]) => void): () => void
  emit<Name extends keyof Events>(event: Name, value: Events[Name]): void
}

/** Calls a listener of the page. What it throws is the page's uncaught error, and stops nobody else. */
export function notify<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value)
  } catch (error) {
    setTimeout(() => {
      throw error
    })
  }
}

/**
 * Listeners by event name.
 */
export function createEmitter<Events>(): Emitter<Events> {
  const listeners = new Set<readonly [event: unknown, listener: (value: never) => void]>()
  return {
    on(event, listener) {
      const entry = [event, listener] as const
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
    emit(event, value) {
      for (const [name, listener] of [...listeners]) if (name === event) notify(listener, value as never)
    },
  }
}
