import {
  codes,
  errors,
  protocolVersion,
  RpcError,
  type SecureApi,
  type SecureBoot,
  type SecureClientApi,
  type SecureHello,
} from '@latchkey/protocol'
import { type Bridge, createBridge, type Handlers } from '@latchkey/protocol/bridge'
import { secureApiSchemas, secureHelloSchema } from '@latchkey/protocol/schemas/secure'

/** The dialog, which frames this document. */
export type Dialog = Bridge<SecureClientApi>

/**
 * Whether the parent may be ours. `frame-ancestors` names the page around the dialog too, because the browser checks every ancestor; as our
 * direct parent the page is refused here, where the browser tells who that is, and by the Bridge, which hears the dialog's origin only.
 */
export function isParentAllowed(
  { dialog }: Pick<SecureBoot, 'dialog'>,
  view: Pick<Window, 'parent'> & { location: Location } = window,
): boolean {
  if (view.parent === (view as unknown)) return false
  const { ancestorOrigins } = view.location as Location & { ancestorOrigins?: DOMStringList }
  return ancestorOrigins === undefined || ancestorOrigins[0] === dialog
}

/**
 * Connects to the dialog and says hello.
 *
 * @throws RpcError 4900 when the dialog does not answer, -32006 when it speaks another version
 */
export async function connectDialog(boot: SecureBoot, methods: Handlers<SecureApi>): Promise<{ dialog: Dialog; hello: SecureHello }> {
  const dialog = createBridge<SecureApi, SecureClientApi>({
    remoteWindow: () => window.parent,
    origin: boot.dialog,
    methods,
    validate: secureApiSchemas,
  })
  const answer = await dialog.call('hello', { protocol: protocolVersion, build: boot.build, epoch: crypto.randomUUID() })
  if (answer?.protocol !== protocolVersion) throw new RpcError(codes.versionUnsupported, errors.fallback)
  return { dialog, hello: secureHelloSchema(answer) }
}
