import { type DialogApi, type HostApi, newId, protocolVersion, type WireError } from '@latchkey/protocol'
import { type Bridge, createBridge, type Handlers } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'

/** Connects to the page a document that stands in for a dialog: `answer` answers each call of the page. */
export function standForDialog<Method extends keyof DialogApi>(
  origin: string,
  methods: readonly Method[],
  answer: (method: Method, params: unknown, signal: AbortSignal) => Promise<unknown>,
): Bridge<HostApi> {
  const table = methods.map((method) => [method, (params: unknown, { signal }: { signal: AbortSignal }) => answer(method, params, signal)])
  return createBridge<DialogApi, HostApi>({
    messenger: windowMessenger({ remoteWindow: () => window.parent, origin }),
    methods: Object.fromEntries(table) as Handlers<DialogApi>,
  })
}

/**
 * Tells the page why there is no dialog here: the whole conversation of a refused document.
 *
 * @param origin the page's exact origin, as the server read it
 * @returns `hide`, which asks the page to put this document away; it never throws, for a page that went away needs no answer
 */
export function sayRefused({ origin, build, error }: { origin: string; build: string; error: WireError }): { hide(): Promise<void> } {
  // Nothing can be asked of a document that refuses: no methods.
  const port = createBridge<DialogApi, HostApi>({
    messenger: windowMessenger({ remoteWindow: () => window.parent, origin }),
    methods: {} as Handlers<DialogApi>,
  })
  port.call('hello', { protocol: protocolVersion, build, epoch: newId(), error }).catch(() => {})
  return {
    hide: () => port.call('setVisible', { visible: false }).catch(() => {}),
  }
}
