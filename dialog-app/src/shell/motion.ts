/** Times in ms. */
export const times = { header: 120, height: 150, view: 150, dialogIn: 150, dialogOut: 110, sheetIn: 220, sheetOut: 130, calm: 80 } as const

const ease = 'cubic-bezier(.2, 0, 0, 1)'
export const easeSheet = 'cubic-bezier(.15, 1.15, .6, 1)'

/** True when the user prefers reduced motion: then only opacity changes, for at most 80 ms. */
export function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Plays keyframes with our curve. The first frame holds until it starts, the last one is the element's own style. */
export function play(element: Element, frames: Keyframe[], duration: number, options: KeyframeAnimationOptions = {}): Animation {
  return element.animate(frames, { duration, easing: ease, fill: 'backwards', ...options })
}
