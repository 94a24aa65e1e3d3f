import { useCallback, useEffect, useRef, useState } from 'react'
import type { ModalState } from '../sdk/modal.js'
import { evmAddress } from '../sdk/useModal.js'
import { type Step, steps } from './Tour.js'

const key = 'playground-tour'

const load = (): ReadonlySet<Step> => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return new Set(steps.filter((step) => Array.isArray(stored) && stored.includes(step)))
  } catch {
    return new Set()
  }
}

/** True in a document that came to be by a reload. */
const reloaded = () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'reload'

/** Which steps of the tour this tab has done. Survives a reload, because a reload is one of them. */
export function useTour(state: ModalState): readonly [ReadonlySet<Step>, (step: Step) => void] {
  const [done, setDone] = useState(load)
  const mark = useCallback((step: Step) => {
    setDone((before) => {
      if (before.has(step)) return before
      const after = new Set(before).add(step)
      try {
        sessionStorage.setItem(key, JSON.stringify([...after]))
      } catch {
        // Storage is denied: the tour then lasts as long as the page.
      }
      return after
    })
  }, [])
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
