import type { CaipNetworkId, DialogApi, Hello, HostApi, WrittenOptions } from '@latchkey/protocol'
import { codes, errors, newId, protocolVersion, RpcError } from '@latchkey/protocol'
import { type Bridge, type BridgeOptions, createBridge, type Handlers } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'
import { dialogApiSchemas, helloSchema, optionsSchema } from '@latchkey/protocol/schemas'
import { type Dialog, perDialog } from '../lib/dialog.js'
import { onDestroy } from '../lib/lifetime.js'

/** What the rest of the dialog may ask of the page. */
export type HostPort = Pick<Bridge<HostApi>, 'call'>

/** What the page may call, by method. */
export type PageMethods = Handlers<DialogApi>

/** Opens the Bridge to the page. */
export type OpenHost = (
  /** The page's exact origin. */
  origin: string,
  options: Pick<BridgeOptions<DialogApi, HostApi>, 'methods' | 'validate'>,
) => Pick<Bridge<HostApi>, 'call' | 'destroy'>

/** The document is in no frame: the dialog is in a window of its own. */
export const isWindow = () => window.parent === window

/** The page is the window around this frame; for a window of the dialog's own, the frame that opened it hands on what the page says (dialogWindow.ts). */
export const parentWindow: OpenHost = (origin, options) => {
  const messenger = isWindow()
    ? windowMessenger({ remoteWindow: () => window.opener, origin: location.origin })
    : windowMessenger({ remoteWindow: () => window.parent, origin })
  return createBridge<DialogApi, HostApi>({ messenger, ...options })
}

/** What one dialog keeps here. */
type Own = {
  port: HostPort | undefined
  readonly epoch: string
}

const kept = perDialog((): Own => ({ port: undefined, epoch: newId() }))

/** By which the page knows this dialog's document. */
export const pageEpoch = (dialog: Dialog) => kept(dialog).epoch

/**
 * The page that embeds us.
 *
 * @throws RpcError 4900 before {@link connectHost}
 */
export function host(dialog: Dialog): HostPort {
  const own = kept(dialog)
  if (!own.port) throw new RpcError(codes.disconnected, errors.fallback)
  return own.port
}

/** Puts another end in place of the page. */
export function setHost(dialog: Dialog, value: HostPort | undefined): void {
  kept(dialog).port = value
}

/**
 * Connects to the page and says hello.
 *
 * @param open opens the Bridge to the page
 * @param origin the page's exact origin, proven by `frame-ancestors`
 * @param networks the project's, for a page that names none
 * @param methods what the page may call; every parameter is checked first
 * @returns what the page answered, checked; and its options as it wrote them
 * @throws RpcError 4900 when the page does not answer, -32006 when it speaks another version of the protocol; zod's error for a malformed answer
 */
export async function connectHost(
  dialog: Dialog,
  parameters: {
    readonly open: OpenHost
    readonly origin: string
    readonly build: string
    readonly networks: readonly CaipNetworkId[]
    readonly methods: PageMethods
  },
): Promise<{ readonly hello: Hello; readonly written: unknown }> {
  const own = kept(dialog)
  const { open, origin, build, networks, methods } = parameters
  // Options are read by whoever applies them: what is wrong in them is left out there.
  const validate = { ...dialogApiSchemas, setOptions: (options: unknown) => options as WrittenOptions }
  const bridge = open(origin, { methods, validate })
  own.port = bridge
  onDestroy(dialog, () => bridge.destroy())
  const answer = await bridge.call('hello', { protocol: protocolVersion, build, epoch: own.epoch, networks })
  return { hello: await checkHello(answer), written: answer.options }
}

/**
 * Refuses a page of another protocol version before its words are read as ours. Of its options what is wrong is left out, by code that most
 * pages do not need.
 *
 * @throws RpcError -32006 for another version, -32602 for a page that is none of ours
 */
export async function checkHello(answer: unknown): Promise<Hello> {
  const given = answer as Partial<Hello> | null | undefined
  if (given?.protocol !== protocolVersion)
    throw new RpcError(codes.versionUnsupported, errors.fallback, { data: { protocol: given?.protocol } })
  try {
    return helloSchema(answer)
  } catch {
    return helloSchema({ ...given, options: await readAnyOptions(given.options) })
  }
}

/** A page's options without what is wrong in them. Never throws. */
export async function readAnyOptions(options: unknown): Promise<WrittenOptions> {
  try {
    return optionsSchema(options)
  } catch {
    const { readOptions } = await import('@latchkey/protocol/schemas/mistakes')
    return readOptions(options)
  }
}
