import type { WireError } from '@latchkey/protocol'
import { codes, RpcError } from '@latchkey/protocol'
import type { Schema } from '@latchkey/protocol/schemas'
import { emptyAnswer, meAnswer, nonceAnswer, signedInAnswer } from '@latchkey/protocol/schemas/siwx'
import type { SignedIn, SignInProof, SignInSession } from '@latchkey/protocol/siwx'
import type { Dialog } from '../lib/dialog.js'
import { apiUrl, commonQuery, httpError, inTime } from './http.js'

type Call<T> = {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly token?: string
  readonly schema: Schema<T>
}

/** The server's reason for a refusal: its id and its sentence. */
async function reasonOf(response: Response): Promise<WireError['data']> {
  try {
    const { reasons } = (await response.clone().json()) as {
      readonly reasons?: readonly { readonly field?: unknown; readonly description?: unknown }[]
    }
    const [{ field, description } = {}] = reasons ?? []
    return { reason: String(field), description: String(description) }
  } catch {
    return undefined
  }
}

/** @throws RpcError 4100 with the server's reason in `data` for a refusal; as `request` of `http.ts` */
async function call<T>(dialog: Dialog, { path, query = {}, body, token, schema }: Call<T>): Promise<T> {
  const url = new URL(apiUrl(dialog, path))
  for (const [name, value] of Object.entries({ ...commonQuery(dialog), ...query })) url.searchParams.set(name, value)
  const response = await fetch(url, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    credentials: 'omit',
    signal: inTime(dialog),
  })
  if (response.status === 401 || response.status === 403) {
    const data = await reasonOf(response)
    throw new RpcError(
      codes.unauthorized,
      String(Object(data).description ?? httpError(response).message),
      data === undefined ? {} : { data },
    )
  }
  if (!response.ok) throw httpError(response)
  return schema(await response.json())
}

/** `GET /siwx/nonce`: for one sign-in of the page with this origin. */
export async function fetchNonce(dialog: Dialog, origin: string): Promise<string> {
  return (await call(dialog, { path: '/siwx/nonce', query: { origin }, schema: nonceAnswer })).nonce
}

/** `POST /siwx/sessions`: the server checks the signature and keeps the session. */
export function openSession(dialog: Dialog, origin: string, proof: SignInProof): Promise<SignedIn> {
  return call(dialog, { path: '/siwx/sessions', body: { origin, ...proof }, schema: signedInAnswer })
}

/** `GET /siwx/me`: whether a token still counts on the page with this origin. */
export function fetchMe(dialog: Dialog, origin: string, token: string): Promise<SignInSession> {
  return call(dialog, { path: '/siwx/me', query: { domain: new URL(origin).host }, token, schema: meAnswer })
}

/** `POST /siwx/sign-out`. */
export function endSession(dialog: Dialog, token: string): Promise<unknown> {
  return call(dialog, { path: '/siwx/sign-out', body: {}, token, schema: emptyAnswer })
}
