import { idempotentSecureMethods, type SecureApi, type SecureClientApi } from '@latchkey/protocol'
import { type Bridge, createBridge, type Handlers, reportInvalid } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'
import { secureClientApiSchemas } from '@latchkey/protocol/schemas/secure'
import type { Dialog } from '../lib/dialog.js'
import { warnOnce } from '../lib/log.js'

export type SecureEnd = Bridge<SecureApi>
export type { CallOptions, ParamsOf, ValueOf } from '@latchkey/protocol/bridge'
export type SecureMethods = Handlers<SecureClientApi>

/**
 * Connects to the secure frame's document.
 *
 * @param origin the secure origin, exact
 * @param methods what the frame may tell; every parameter is checked first: it is another origin. What fails is refused and logged as a warning
 */
export function connectSecure(dialog: Dialog, iframe: HTMLIFrameElement, origin: string, methods: SecureMethods): SecureEnd {
  return createBridge<SecureClientApi, SecureApi>({
    messenger: windowMessenger({ remoteWindow: () => iframe.contentWindow, origin }),
    methods,
    validate: reportInvalid(secureClientApiSchemas, (message) => warnOnce(dialog, message)),
    idempotent: idempotentSecureMethods,
  })
}
