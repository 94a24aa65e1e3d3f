import { uiStore } from '../state/ui.js'

/** Follows whether the browser has a network. Gives the way to stop. */
export function startOnline(): () => void {
  const look = () => uiStore.setState({ online: navigator.onLine })
  window.addEventListener('online', look)
  window.addEventListener('offline', look)
  look()
  return () => {
    window.removeEventListener('online', look)
    window.removeEventListener('offline', look)
  }
}
