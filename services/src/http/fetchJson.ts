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

/**
 * Asks a provider that the operator configured for JSON.
 *
 * @param provider its name, for errors
 * @param options `body` is sent as JSON, by POST
 * @throws ProviderError for a status other than 2xx, more than 2 MB, and what is no JSON
 */
export async function fetchJson(
  provider: string,
  url: URL,
  { headers, signal, body }: { readonly headers?: Readonly<Record<string, string>>; readonly signal: AbortSignal; readonly body?: object },
): Promise<unknown> {
  const json = { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) }
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(url, { headers: { ...json, ...headers }, redirect: 'error', signal, ...sent }).catch((error: Error) => {
    throw new ProviderError(`${provider} does not answer: ${error.name}`)
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new ProviderError(`${provider} answered ${response.status}.`, response.status)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > largest) throw new ProviderError(`${provider} answered more than ${largest} bytes.`)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new ProviderError(`${provider} answered something that is no JSON.`)
  }
}
