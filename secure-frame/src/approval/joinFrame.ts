import { createBridge, portMessenger } from '@latchkey/protocol/bridge'
import { applyTheme } from '../shell/applyTheme.js'
import { takePort } from '../shell/ownWindow.js'
import type { ApprovalActions, Shell } from '../shell/store.js'
import type { FrameApi, WindowApi } from './approvalWindow.js'

/** In the wallet's own window: draws what the frame that opened it shows, and hands back the answer. */
export function joinFrame(shell: Shell): ApprovalActions {
  const frame = takePort().then(({ port }) =>
    createBridge<WindowApi, FrameApi>({
      messenger: portMessenger(port),
      methods: {
        async show({ approval, theme }) {
          if (approval === null) window.close()
          await applyTheme(shell, theme)
          shell.setState({ approval })
        },
      },
    }),
  )
  // The window says that it lost its request.
  frame.catch(() => undefined)
  return {
    async decide(decision) {
      await (await frame).call('decide', decision)
      return true
    },
    setLimit: async (requestId, amount) => (await frame).call('setLimit', { requestId, amount }),
    resized: () => undefined,
  }
}
