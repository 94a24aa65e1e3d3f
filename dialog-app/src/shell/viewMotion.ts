import { calm, play, times } from './motion.js'

type Direction = 'forward' | 'back' | 'replace'

/** What the view looked like before it changed: a picture made of copied nodes, so that the real view is gone at once. */
export type Picture = { readonly ghost: HTMLElement; readonly icons: ReadonlyMap<string, DOMRect>; readonly scroll: number }

const sharedIcons = (root: Element) => root.querySelectorAll<HTMLElement>('[data-shared-icon]')

/** Takes the picture. To be called right before the view changes. */
export function takePicture(pane: HTMLElement): Picture {
  const icons = new Map<string, DOMRect>()
  for (const icon of sharedIcons(pane)) icons.set(icon.dataset.sharedIcon ?? '', icon.getBoundingClientRect())
  const ghost = pane.cloneNode(true) as HTMLElement
  ghost.classList.add('ghost')
  ghost.inert = true
  ghost.setAttribute('aria-hidden', 'true')
  for (const element of [ghost, ...ghost.querySelectorAll('[id], [role], [aria-live], [data-focus-key], [data-search]')]) {
    for (const name of ['id', 'role', 'aria-live', 'data-focus-key', 'data-search']) element.removeAttribute(name)
  }
  ghost.style.blockSize = `${pane.offsetHeight}px`
  return { ghost, icons, scroll: pane.querySelector('.body')?.scrollTop ?? 0 }
}

/** Moves one wallet icon from where it was to where it is: it travels from row to hero to account. */
function travel(card: HTMLElement, icon: HTMLElement, from: DOMRect): void {
  const to = icon.getBoundingClientRect()
  const frame = card.getBoundingClientRect()
  if (to.width === 0 || from.bottom < frame.top || from.top > frame.bottom) return
  const traveller = icon.cloneNode(true) as HTMLElement
  traveller.classList.add('traveller')
  traveller.removeAttribute('data-shared-icon')
  traveller.setAttribute('aria-hidden', 'true')
  // Screen coordinates: the path is the same in both writing directions.
  Object.assign(traveller.style, { left: `${to.x - frame.x}px`, top: `${to.y - frame.y}px` })
  card.append(traveller)
  icon.style.visibility = 'hidden'
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`
  const done = () => {
    traveller.remove()
    icon.style.visibility = ''
  }
  play(traveller, [{ transform: start }, { transform: 'none' }], times.view).finished.then(done, done)
}

/**
 * Plays the change of views: the old one leaves against the direction of travel, the new one arrives along it, the shared icon flies.
 * Nothing waits for it: the new view works from its first frame.
 */
export function playViewChange(parts: { card: HTMLElement; pane: HTMLElement; picture: Picture; direction: Direction }): void {
  const { card, pane, picture, direction } = parts
  const { ghost } = picture
  for (const old of pane.parentElement?.querySelectorAll('.ghost') ?? []) old.remove()
  if (calm()) {
    play(pane, [{ opacity: 0 }, { opacity: 1 }], times.calm, { easing: 'linear' })
    return
  }
  pane.parentElement?.append(ghost)
  const body = ghost.querySelector('.body')
  if (body) body.scrollTop = picture.scroll
  for (const icon of sharedIcons(pane)) {
    const from = picture.icons.get(icon.dataset.sharedIcon ?? '')
    if (!from) continue
    for (const twin of sharedIcons(ghost)) if (twin.dataset.sharedIcon === icon.dataset.sharedIcon) twin.style.visibility = 'hidden'
    travel(card, icon, from)
  }
  const side = getComputedStyle(pane).direction === 'rtl' ? -1 : 1
  const shift = direction === 'replace' ? 0 : (direction === 'forward' ? 12 : -12) * side
  const aside = (x: number) => ({ opacity: 0, transform: shift === 0 ? 'none' : `translateX(${x}px) scale(.98)` })
  const here = { opacity: 1, transform: 'none' }
  play(pane, [aside(shift), here], times.view)
  const gone = () => ghost.remove()
  play(ghost, [here, aside(-shift)], times.view, { fill: 'both' }).finished.then(gone, gone)
}
