import { codes, errors } from '@latchkey/protocol'
import { ModalError } from './modalError.js'
import type { ModalOptions } from './types.js'

/**
 * Options whose sign-in is clear: a page that relies on it must not run with another one than it meant.
 *
 * @returns the same options
 * @throws ModalError -32602 for `siwx` and `siweConfig` together
 */
export function withOneSignIn(options: ModalOptions): ModalOptions {
  if (options.siwx && options.siweConfig) throw new ModalError(codes.invalidParams, errors.siweAndSiwx)
  return options
}
