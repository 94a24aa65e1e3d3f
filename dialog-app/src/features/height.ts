import { host } from '../bridge/host.js'

let last = 0

/** Inline mode: tells the page how tall its frame has to be, in CSS pixels. Before the page has been met there is nobody to tell. */
export function reportHeight(px: number): void {
  const height = Math.ceil(px)
  if (height === last || height === 0) return
  try {
    host()
      .call('setHeight', { px: height })
      .catch(() => {})
    last = height
  } catch {
    // Not connected yet: the next change of height comes after it.
  }
}
