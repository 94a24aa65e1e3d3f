/** A provider did not answer as it should; its name is in the message, its address (which may hold a key) is not. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'

  constructor(
    message: string,
    /** HTTP status, when there was one. */
    readonly status?: number,
  ) {
    super(message)
  }
}

/** Bytes of an answer: what a page of a hundred tokens or transfers may have, several times over. */
const largest = 2 * 1_048_576

/** @throws ProviderError as soon as the answer is too large: the rest is not read */
async function readAnswer(provider: string, { body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > largest) throw new ProviderError(`${provider} answered more than ${largest} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Makes a `fetch` for packages that ask a provider by themselves, and would read an answer of any size.
 *
 * @param provider its name, for errors
 */
export const boundedFetch =
  (provider: string) =>
  async (url: string, options: object): Promise<Response> => {
    // Packages declare these options by types of their own, which are neither wider nor narrower than Node's.
    const response = await fetch(url, options as RequestInit)
    const bytes = await readAnswer(provider, response)
    // An answer without a body may have none, not even an empty one.
    return new Response(bytes.length > 0 ? bytes : null, response)
  }

/**
 * Asks a provider that the operator configured for JSON.
 *
 * @param provider its name, for errors
 * @param options `body` is sent as JSON, by POST; `failures` are statuses whose body is an answer, too
 * @throws ProviderError for a status other than 2xx, more than 2 MB, and what is no JSON
 */
export async function fetchJson(
  provider: string,
  url: URL,
  {
    headers,
    signal,
    body,
    failures = [],
  }: {
    readonly headers?: Readonly<Record<string, string>>
    readonly signal: AbortSignal
    readonly body?: object
    readonly failures?: readonly number[]
  },
): Promise<unknown> {
  const json = { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) }
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(url, { headers: { ...json, ...headers }, redirect: 'error', signal, ...sent }).catch((error: Error) => {
    throw new ProviderError(`${provider} does not answer: ${error.name}`)
  })
  if (!response.ok && !failures.includes(response.status)) {
    await response.body?.cancel()
    throw new ProviderError(`${provider} answered ${response.status}.`, response.status)
  }
  const bytes = await readAnswer(provider, response)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ProviderError(`${provider} answered something that is no JSON.`)
  }
}
