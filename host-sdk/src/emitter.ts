export type Emitter<Events> = {
  /** @returns off */
  on<Name extends keyof Events>(event: Name, listener: (value: Events[Name]) => void): () => void
  emit<Name extends keyof Events>(event: Name, value: Events[Name]): void
}

/**
 * Listeners by event name. A listener that throws is reported to the page as an uncaught error and stops nobody else.
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
      for (const [name, listener] of [...listeners])
        if (name === event)
          try {
            listener(value as never)
          } catch (error) {
            setTimeout(() => {
              throw error
            })
          }
    },
  }
}
