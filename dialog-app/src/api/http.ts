import { errors, readProperty } from '@latchkey/protocol'
import type { Schema } from '@latchkey/protocol/schemas'
import { type Dialog, perDialog } from '../lib/dialog.js'

export type ApiSettings = {
  /** Base URL of each service, without a slash at the end. All of them come from the operator's configuration. */
  readonly baseUrls: Readonly<Record<ApiService, string>>
  readonly projectId: string
  readonly sdk: { readonly type: string; readonly version: string }
  /** Milliseconds after which a call without an answer has failed. Default 30 s: our server waits less for those that it asks itself. */
  readonly timeout?: number
}
export type ApiService = 'api'

/** What one dialog keeps here. */
type Own = {
  settings: ApiSettings | undefined
  clientId: string | undefined
}

const kept = perDialog((): Own => ({ settings: undefined, clientId: undefined }))

/** Sets where services are and who asks. Called once at start, before any other function here. */
export function configureApi(dialog: Dialog, value: ApiSettings): void {
  kept(dialog).settings = value
}

/** From now on every call carries this id (WalletConnect's client id, once there is one). */
export function setClientId(dialog: Dialog, value: string | undefined): void {
  kept(dialog).clientId = value
}

/** What every call carries: project, SDK type and version. */
export function commonQuery(dialog: Dialog): Record<string, string> {
  const own = kept(dialog)
  if (!own.settings) return {}
  const { projectId, sdk } = own.settings
  return { projectId, st: sdk.type, sv: sdk.version, ...(own.clientId ? { clientId: own.clientId } : {}) }
}

/** Address of something that our API serves as it is, such as a picture. */
export function apiUrl(dialog: Dialog, path: string): string {
  return `${kept(dialog).settings?.baseUrls.api ?? ''}${path}`
}

/** Ends a call when its caller gives it up, or when its time is over. */
export function inTime(dialog: Dialog, signal?: AbortSignal): AbortSignal {
  const over = AbortSignal.timeout(kept(dialog).settings?.timeout ?? 30_000)
  return signal ? AbortSignal.any([signal, over]) : over
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
 * @throws Error 'HTTP status code: {status}' with the `Response` as `cause`; what fetch throws when nobody answers in time; RpcError
 *   -32602 when the answer is not what it should be
 */
export async function request<T>(dialog: Dialog, { service = 'api', path, query = {}, body, schema, signal }: ApiRequest<T>): Promise<T> {
  const own = kept(dialog)
  if (!own.settings) throw new Error(errors.fallback)
  const url = new URL(`${own.settings.baseUrls[service]}${path}`)
  for (const [name, value] of Object.entries({ ...commonQuery(dialog), ...query })) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const response = await fetch(url, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    // No cookies: who asks is in the query, and the page that embeds us proves itself by its origin.
    credentials: 'omit',
    signal: inTime(dialog, signal),
  })
  if (!response.ok) throw httpError(response)
  return schema(await response.json())
}

/** 'HTTP status code: {status}', the response in `cause`. */
export function httpError(response: Response): Error {
  return new Error(errors.httpStatus(response.status), { cause: response })
}

/** The HTTP status behind an error of {@link request}, if an answer came at all. */
export function statusOf(error: unknown): number | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Response ? cause.status : undefined
}

/** What the server said about an error of {@link request}: the description in its envelope; undefined when it said nothing that can be read. */
export async function reasonOfFailure(error: unknown): Promise<string | undefined> {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Response) || cause.bodyUsed) return undefined
  const body: unknown = await cause.json().catch(() => undefined)
  const reasons = readProperty(body, 'reasons')
  const description = readProperty(Array.isArray(reasons) ? reasons[0] : undefined, 'description')
  return typeof description === 'string' ? description.slice(0, 300) : undefined
}
