import { Cancelled, PasskeyError } from './errors.js'

/** What both calls take. */
type Options = { readonly publicKey: { readonly timeout?: number }; readonly signal: AbortSignal }
/** One of the browser's two calls: `navigator.credentials.create` or `.get`. */
type Call = (options: Options) => unknown

/** What is read of a passkey's answer. */
export type PasskeyRead = {
  readonly rawId: Uint8Array<ArrayBuffer>
  readonly prf: AuthenticationExtensionsPRFOutputs | undefined
  /** The authenticator's own words about what it checked; undefined for a passkey that was just made. */
  readonly authenticatorData: Uint8Array<ArrayBuffer> | undefined
}

/** How long browsers take to keep to the timeout that they are given. Milliseconds. */
const late = 5_000

/** WebAuthn's errors (https://www.w3.org/TR/webauthn-3/#sctn-op-create), as the window tells them. Anything else comes from somewhere else. */
function explain(error: unknown): never {
  if (!(error instanceof DOMException)) throw new PasskeyError('passkey_foreign')
  const { name } = error
  if (name === 'InvalidStateError') throw new PasskeyError('passkey_again')
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyError('passkey_cancelled')
  if (name === 'NotSupportedError' || name === 'SecurityError') throw new PasskeyError('passkey_missing')
  throw error
}

/** Bytes as browsers answer them, a buffer or a view of one; undefined for anything else. */
export function bytesOf(source: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (ArrayBuffer.isView(source)) return Uint8Array.from(new Uint8Array(source.buffer, source.byteOffset, source.byteLength))
  return source instanceof ArrayBuffer ? new Uint8Array(source.slice(0)) : undefined
}

/** Reads an answer by its shape: password managers make objects that are no `PublicKeyCredential`. */
function read(value: unknown): PasskeyRead {
  // The user said no.
  if (value === null) throw new PasskeyError('passkey_cancelled')
  try {
    const { rawId, response, getClientExtensionResults } = value as PublicKeyCredential
    const id = bytesOf(rawId)
    if (!id?.length) throw new Error()
    return {
      rawId: id,
      prf: getClientExtensionResults.call(value)?.prf,
      authenticatorData: bytesOf((response as Partial<AuthenticatorAssertionResponse>).authenticatorData),
    }
  } catch {
    throw new PasskeyError('passkey_foreign')
  }
}

/**
 * Calls the browser for a passkey. Password managers and other extensions put functions of their own in place of the browser's, which may throw, never
 * answer, or answer something else: each ends here with a reason that the window can tell.
 *
 * @param call the browser's function, or what took its place
 * @param publicKey what it is asked; its `timeout` in milliseconds also holds for those that do not keep it
 * @param stop ends the question, when the user has seen enough of it
 * @throws PasskeyError; Cancelled after `stop`; DOMException when the browser fails in a way of its own
 */
export async function callPasskey(
  call: Call,
  publicKey: Options['publicKey'] & { readonly timeout: number },
  stop: AbortSignal,
): Promise<PasskeyRead> {
  const own = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let end = () => {}
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PasskeyError('passkey_silent')), publicKey.timeout + late)
    end = () => reject(new Cancelled())
    stop.addEventListener('abort', end)
    if (stop.aborted) end()
  })
  try {
    const asked = (async () => await call({ publicKey, signal: own.signal }))()
    return read(await Promise.race([asked.catch(explain), ended]))
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
    own.abort()
  }
}
