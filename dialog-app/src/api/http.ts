import { errors } from '@latchkey/protocol'
import type { Schema } from '@latchkey/protocol/schemas'

export type ApiSettings = {
  /** Base URL of each service, without a slash at the end. All of them come from the operator's configuration. */
  readonly baseUrls: Readonly<Record<ApiService, string>>
  readonly projectId: string
  readonly sdk: { readonly type: string; readonly version: string }
}
export type ApiService = 'api'

let settings: ApiSettings | undefined
let clientId: string | undefined

/** Sets where services are and who asks. Called once at start, before any other function here. */
export function configureApi(value: ApiSettings): void {
  settings = value
}

/** From now on every call carries this id (WalletConnect's client id, once there is one). */
export function setClientId(value: string | undefined): void {
  clientId = value
}

/** What every call carries: project, SDK type and version (specification section 7). */
export function commonQuery(): Record<string, string> {
  if (!settings) return {}
  const { projectId, sdk } = settings
  return { projectId, st: sdk.type, sv: sdk.version, ...(clientId ? { clientId } : {}) }
}

/** Address of something that our API serves as it is, such as a picture. */
export function apiUrl(path: string): string {
  return `${settings?.baseUrls.api ?? ''}${path}`
}

export type ApiRequest<T> = {
  readonly service?: ApiService
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Sent as JSON by POST. */
  readonly body?: unknown
  /** What the answer must look like. */
  readonly schema: Schema<T>
  readonly signal?: AbortSignal | undefined
}

/**
 * Calls a service of ours.
 *
 * @returns the checked answer
 * @throws Error 'HTTP status code: {status}' with the `Response` as `cause`; what fetch throws when nobody answers; RpcError
 *   -32602 when the answer is not what it should be
 */
export async function request<T>({ service = 'api', path, query = {}, body, schema, signal }: ApiRequest<T>): Promise<T> {
  if (!settings) throw new Error(errors.fallback)
  const url = new URL(`${settings.baseUrls[service]}${path}`)
  for (const [name, value] of Object.entries({ ...commonQuery(), ...query })) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const response = await fetch(url, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    // No cookies: who asks is in the query, and the page that embeds us proves itself by its origin.
    credentials: 'omit',
    signal: signal ?? null,
  })
  if (!response.ok) throw httpError(response)
  return schema(await response.json())
}

/** 'HTTP status code: {status}', the response in `cause` (specification section 8). */
export function httpError(response: Response): Error {
  return new Error(errors.httpStatus(response.status), { cause: response })
}

/** The HTTP status behind an error of {@link request}, if an answer came at all. */
export function statusOf(error: unknown): number | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Response ? cause.status : undefined
}
