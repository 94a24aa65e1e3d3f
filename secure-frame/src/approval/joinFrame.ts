import { createBridge, portMessenger } from '@latchkey/protocol/bridge'
import { applyTheme } from '../shell/applyTheme.js'
import { takePort, whenFrameGoes } from '../shell/ownWindow.js'
import type { ApprovalActions, Shell } from '../shell/store.js'
import type { ApprovalView } from '../worker/contract.js'
import type { FrameApi, WindowApi } from './approvalWindow.js'

/** What is known of a request when the window has lost it: nothing was signed, or nobody here can tell, because a yes was on its way. */
export type Lost = 'unsigned' | 'unknown'

export type JoinedFrame = {
  readonly actions: ApprovalActions
  /** Settles when the window has lost its request: the frame never answered, is gone, or does not hear an answer. */
  readonly lost: Promise<Lost>
  /** A channel to the wallet's Worker, for the user to show that it is them. */
  openWallet(): Promise<MessagePort>
}

/** In the wallet's own window: draws what the frame that opened it shows, and hands back the answer. */
export function joinFrame(shell: Shell): JoinedFrame {
  let saidYes = false
  let latest: ApprovalView | null = null
  let lose: () => void = () => undefined
  const lost = new Promise<Lost>((resolve) => {
    lose = () => resolve(saidYes ? 'unknown' : 'unsigned')
  })
  whenFrameGoes(lose)
  const frame = takePort().then(({ port }) =>
    createBridge<WindowApi, FrameApi>({
      messenger: portMessenger(port),
      methods: {
        async show({ approval, theme }) {
          latest = approval
          if (approval === null) window.close()
          await applyTheme(shell, theme)
          // Another one came while words of this one's theme were on their way.
          if (latest !== approval) return
          // Another request: what became of the one before was told where it is shown.
          if (approval?.state !== 'working') saidYes = false
          shell.setState({ approval })
        },
      },
    }),
  )
  frame.catch(lose)
  return {
    lost,
    async openWallet() {
      const { port1, port2 } = new MessageChannel()
      await (await frame).call('openWallet', { port: port2 })
      return port1
    },
    actions: {
      async decide(decision) {
        saidYes ||= decision.answer === 'approve'
        try {
          await (await frame).call('decide', decision)
          return true
        } catch {
          lose()
          return false
        }
      },
      setLimit: async (requestId, amount) => (await frame).call('setLimit', { requestId, amount }).catch(lose),
      resized: () => undefined,
    },
  }
}
