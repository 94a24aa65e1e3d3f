import type { CaipNetworkId, DialogApi, Hello, HostApi } from '@latchkey/protocol'
import { codes, errors, protocolVersion, RpcError } from '@latchkey/protocol'
import { type Bridge, createBridge, type Handlers } from '@latchkey/protocol/bridge'
import { dialogApiSchemas, helloSchema } from '@latchkey/protocol/schemas'

/** What the rest of the dialog may ask of the page. */
export type HostPort = Pick<Bridge<HostApi>, 'call'>

let port: HostPort | undefined

/**
 * The page that embeds us.
 *
 * @throws RpcError 4900 before {@link connectHost}
 */
export function host(): HostPort {
  if (!port) throw new RpcError(codes.disconnected, errors.fallback)
  return port
}

/** Puts another end in place of the page. */
export function setHost(value: HostPort | undefined): void {
  port = value
}

/**
 * Connects to the page and says hello.
 *
 * @param origin the page's exact origin, proven by `frame-ancestors`
 * @param networks the project's, for a page that names none
 * @param methods what the page may call; every parameter is checked first
 * @returns what the page answered, checked
 * @throws RpcError 4900 when the page does not answer, -32006 when it speaks another version of the protocol; zod's error for a malformed answer
 */
export async function connectHost(parameters: {
  readonly origin: string
  readonly build: string
  readonly networks: readonly CaipNetworkId[]
  readonly methods: Handlers<DialogApi>
}): Promise<Hello> {
  const { origin, build, networks, methods } = parameters
  port = createBridge<DialogApi, HostApi>({ remoteWindow: () => window.parent, origin, methods, validate: dialogApiSchemas })
  const answer = await port.call('hello', { protocol: protocolVersion, build, epoch: crypto.randomUUID(), networks })
  return checkHello(answer)
}

/** Refuses a page of another protocol version before its words are read as ours. */
export function checkHello(answer: unknown): Hello {
  const version = (answer as Partial<Hello> | null | undefined)?.protocol
  if (version !== protocolVersion) throw new RpcError(codes.versionUnsupported, errors.fallback, { data: { protocol: version } })
  return helloSchema(answer)
}
