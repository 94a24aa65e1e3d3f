import { idempotentSecureMethods, type SecureApi, type SecureClientApi } from '@latchkey/protocol'
import { type Bridge, createBridge, type Handlers, reportInvalid } from '@latchkey/protocol/bridge'
import { secureClientApiSchemas } from '@latchkey/protocol/schemas/secure'
import { warnOnce } from '../lib/log.js'

export type SecureEnd = Bridge<SecureApi>

/**
 * Connects to the secure frame's document.
 *
 * @param origin the secure origin, exact
 * @param methods what the frame may tell; every parameter is checked first: it is another origin. What fails is refused and logged as a warning
 */
export function connectSecure(iframe: HTMLIFrameElement, origin: string, methods: Handlers<SecureClientApi>): SecureEnd {
  return createBridge<SecureClientApi, SecureApi>({
    remoteWindow: () => iframe.contentWindow,
    origin,
    methods,
    validate: reportInvalid(secureClientApiSchemas, warnOnce),
    idempotent: idempotentSecureMethods,
  })
}
