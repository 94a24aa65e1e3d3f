import { codes } from '@latchkey/protocol'
import { ModalError } from '../modalError.js'

/**
 * What needs an account was asked for before there is one.
 *
 * @param method that of this provider which connects
 */
export const notConnected = (method: string) => new ModalError(codes.unauthorized, `Not connected: call open() or ${method} first`)
