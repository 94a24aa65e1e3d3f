import { useEffect, useRef } from 'react'
import type { ModalState } from '../sdk/modal.js'
import { evmAddress } from '../sdk/useModal.js'
import type { Steps } from './Tour.js'
import { useSteps } from './useSteps.js'

/** The main job, step by step. */
export const mainJob = {
  label: 'The main job, step by step',
  hints: {
    Connect: 'Press “Connect wallet” and choose the Test wallet.',
    Sign: 'Sign a message: the page checks who signed it.',
    Send: 'Send a transaction on the local chain.',
    'Switch network': 'Move to the second local chain.',
    Reload: 'Reload the page: you stay connected.',
    Disconnect: 'Disconnect. That was the whole job.',
  },
  finished: 'All done. Everything you saw ran on your own machine.',
} as const satisfies Steps<string>
type Step = keyof (typeof mainJob)['hints']

/** True in a document that came to be by a reload. */
const reloaded = () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'reload'

/** Which steps of the tour this tab has done. Survives a reload, because a reload is one of them. */
export function useTour(state: ModalState): readonly [ReadonlySet<Step>, (step: Step) => void] {
  const [done, mark] = useSteps<Step>('playground-tour', mainJob)
  const address = evmAddress(state)
  useEffect(() => {
    if (!address) return
    mark('Connect')
    if (reloaded()) mark('Reload')
  }, [address, mark])
  const network = useRef<string | null>(null)
  useEffect(() => {
    // Another chain family that becomes the active one is no switch.
    if (state.activeNamespace !== 'eip155') return
    const now = address ? state.selectedNetworkId : null
    if (now && network.current && now !== network.current) mark('Switch network')
    network.current = now
  }, [address, state.activeNamespace, state.selectedNetworkId, mark])
  return [done, mark]
}
