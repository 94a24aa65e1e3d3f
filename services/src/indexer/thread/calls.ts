/** One end of a channel between two threads. */
export type Port = {
  readonly send: (message: unknown) => void
  readonly listen: (listener: (message: unknown) => void) => void
}

/** Functions as they are called from the other thread. */
export type Remote<Own> = {
  readonly [Name in keyof Own]: Own[Name] extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Promise<Awaited<Result>>
    : never
}

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }

/** Functions that may be called from another thread: what goes in and out is plain data. */
export type Functions = Readonly<Record<string, (...parameters: never[]) => unknown>>

/**
 * Lets two threads call each other's functions.
 *
 * @param own what the other side may call
 * @returns the other side's functions, and how to reject what waits for a thread that is gone
 */
export function connectThreads<Other extends object>(
  port: Port,
  own: Functions,
): { readonly other: Remote<Other>; readonly fail: (message: string) => void } {
  const waiting = new Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }>()
  let last = 0

  const answer = async (id: number, name: string, parameters: readonly unknown[]) => {
    try {
      const called = own[name] as ((...all: readonly unknown[]) => unknown) | undefined
      if (!called) throw new Error(`There is no function ${name}.`)
      port.send({ kind: 'answer', id, value: await called(...parameters) } satisfies Message)
    } catch (error) {
      port.send({ kind: 'failure', id, message: (error as Error).message } satisfies Message)
    }
  }
  port.listen((received) => {
    const message = received as Message
    if (message.kind === 'call') return void answer(message.id, message.name, message.parameters)
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'answer') one?.resolve(message.value)
    else one?.reject(new Error(message.message))
  })

  const other = new Proxy({} as Remote<Other>, {
    get: (_, name) =>
      typeof name !== 'string' || name === 'then'
        ? undefined
        : (...parameters: readonly unknown[]) =>
            new Promise((resolve, reject) => {
              last += 1
              waiting.set(last, { resolve, reject })
              port.send({ kind: 'call', id: last, name, parameters } satisfies Message)
            }),
  })
  return {
    other,
    fail(message) {
      for (const { reject } of waiting.values()) reject(new Error(message))
      waiting.clear()
    },
  }
}
