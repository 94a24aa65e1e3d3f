import { newId } from '@latchkey/protocol'
import type { Route } from '@latchkey/protocol/schemas/account'

/** A refusal of the accounts service, or that it did not answer ('offline'). */
export class CallError extends Error {
  override readonly name: string = 'CallError'
  readonly field: string
  constructor(field: string) {
    super(field)
    this.field = field
  }
}

/** Milliseconds before each further try of a call whose connection broke. */
const pauses = [300, 1_000]

async function attempt<Body, Answer>(api: string, route: Route<Body, Answer>, body: Body, id: string | undefined): Promise<Answer> {
  const response = await fetch(`${api}${route.path}`, {
    method: route.method,
    headers: { 'content-type': 'application/json', ...(id && { 'idempotency-key': id }) },
    body: JSON.stringify(body),
    credentials: 'omit',
    signal: AbortSignal.timeout(20_000),
  })
  const answer = (await response.json()) as { reasons?: readonly { field?: unknown }[] }
  if (!response.ok) throw new CallError(String(answer.reasons?.[0]?.field ?? 'offline'))
  return route.answer(answer)
}

/**
 * Calls a route that needs no proof beyond its body; repeats it up to twice when the connection breaks. A call that must not take effect twice has an id, by
 * which the server answers a repetition with the first answer.
 *
 * @throws CallError
 */
export async function callPlain<Body, Answer>(api: string, route: Route<Body, Answer>, body: Body): Promise<Answer> {
  const id = route.once && newId()
  const left = [...pauses]
  for (;;)
    try {
      return await attempt(api, route, body, id)
    } catch (error) {
      if (error instanceof CallError) throw error
      const pause = error instanceof TypeError && navigator.onLine ? left.shift() : undefined
      if (pause === undefined) throw new CallError('offline')
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
}
