import {
  alerts,
  codes,
  errors,
  newId,
  protocolVersion,
  RpcError,
  type SecureApi,
  type SecureBoot,
  type SecureClientApi,
  type SecureHello,
} from '@latchkey/protocol'
import { type Bridge, createBridge, type Handlers } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'
import { secureApiSchemas, secureHelloSchema } from '@latchkey/protocol/schemas/secure'

/** The dialog, which frames this document. */
export type Dialog = Bridge<SecureClientApi>

/**
 * Refuses every parent but the dialog. `frame-ancestors` names the page around the dialog too, because the browser checks every ancestor; as our
 * direct parent the page is refused here, where the browser tells who that is, and by the Bridge, which hears the dialog's origin only.
 *
 * @throws RpcError -32603 'Unable to load email login dependency' where the browser has no keys, 4900 'W3mFrame: parent is not set' for a document that nobody frames, 4100 'Origin Not Allowed' for another parent
 */
export function checkParent(
  { dialog }: Pick<SecureBoot, 'dialog'>,
  view: Pick<Window, 'parent' | 'isSecureContext'> & { location: Location } = window,
): void {
  // Browsers give keys to secure contexts only, and every document around this one counts.
  if (!view.isSecureContext) throw new RpcError(codes.internal, errors.emailDependency)
  if (view.parent === (view as unknown)) throw new RpcError(codes.disconnected, errors.frameParentNotSet)
  const { ancestorOrigins } = view.location as Location & { ancestorOrigins?: DOMStringList }
  if (ancestorOrigins !== undefined && ancestorOrigins[0] !== dialog) throw new RpcError(codes.unauthorized, alerts.originNotAllowed)
}

/**
 * Connects to the dialog and says hello.
 *
 * @returns `hello` what the dialog answers; it rejects with RpcError 4900 when the dialog does not answer, -32006 when it speaks another version
 */
export function connectDialog(
  boot: SecureBoot,
  methods: Handlers<SecureApi>,
): { readonly dialog: Dialog; readonly hello: Promise<SecureHello> } {
  const dialog = createBridge<SecureApi, SecureClientApi>({
    messenger: windowMessenger({ remoteWindow: () => window.parent, origin: boot.dialog }),
    methods,
    validate: secureApiSchemas,
  })
  async function hello() {
    const answer = await dialog.call('hello', { protocol: protocolVersion, build: boot.build, epoch: newId() })
    if (answer?.protocol !== protocolVersion) throw new RpcError(codes.versionUnsupported, errors.fallback)
    return secureHelloSchema(answer)
  }
  return { dialog, hello: hello() }
}
