import type { DialogApi, HostApi } from '@latchkey/protocol'
import { type Bridge, createBridge, type Handlers, portMessenger } from '@latchkey/protocol/bridge'
import { onTestFinished } from 'vitest'
import type { Frame } from '../frame/createFrame.js'
import type { Store } from '../store.js'

/**
 * A frame that is up, with a Bridge to what stands for its dialog.
 *
 * @param dialog its methods; what it says to the page goes by `page`
 */
export function bridgedFrame(store: Store, setVisible: (visible: boolean) => void, dialog: Partial<Handlers<DialogApi>>) {
  const { port1, port2 } = new MessageChannel()
  const methods: Partial<Handlers<HostApi>> = { stateChanged: store.apply, setVisible: ({ visible }) => setVisible(visible) }
  const bridge = createBridge<HostApi, DialogApi>({ messenger: portMessenger(port1), methods: methods as Handlers<HostApi> })
  const page: Bridge<HostApi> = createBridge<DialogApi, HostApi>({
    messenger: portMessenger(port2),
    methods: dialog as Handlers<DialogApi>,
  })
  onTestFinished(() => {
    bridge.destroy()
    page.destroy()
  })
  const frame: Frame = {
    up: () => true,
    exists: () => true,
    inline: () => false,
    removals: () => 0,
    load: async () => {},
    call: bridge.call,
    show() {},
    setHeight() {},
    hold() {},
    stepAside() {},
    destroy: bridge.destroy,
  }
  return { frame, page }
}
