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

/**
 * Calls a route that needs no proof but what its body holds.
 *
 * @throws CallError
 */
export async function callPlain<Body, Answer>(api: string, route: Route<Body, Answer>, body: Body): Promise<Answer> {
  try {
    const response = await fetch(`${api}${route.path}`, {
      method: route.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal: AbortSignal.timeout(20_000),
    })
    const answer = (await response.json()) as { reasons?: readonly { field?: unknown }[] }
    if (!response.ok) throw new CallError(String(answer.reasons?.[0]?.field ?? 'offline'))
    return route.answer(answer)
  } catch (error) {
    throw error instanceof CallError ? error : new CallError('offline')
  }
}
