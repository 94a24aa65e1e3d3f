import { calm, play, times } from './motion.js'

export type HeightParts = {
  /** Background and shadow: stretched, for it holds no text. */
  readonly surface: HTMLElement
  /** Everything else: clipped, never laid out again. */
  readonly content: HTMLElement
  readonly footer: HTMLElement | null
}

/**
 * Plays a change of height that has already happened: the layout is the new one, and clip and translation lead there from the old one.
 * Nothing is laid out while it moves.
 * @param before and @param after heights in CSS px
 * @param anchor which edge stands still: a sheet stands on its bottom, a card floats in the middle, inline content hangs from the top
 */
export function playHeight(parts: HeightParts, before: number, after: number, anchor: 'top' | 'middle' | 'bottom'): void {
  if (calm() || before === 0 || Math.abs(after - before) < 1) return
  const { surface, content, footer } = parts
  const grown = after - before
  const drop = anchor === 'top' ? 0 : anchor === 'bottom' ? grown : grown / 2
  // Before anything is measured: in the middle of a change the corners are bent.
  for (const element of [surface, content, footer])
    for (const animation of element?.getAnimations() ?? []) if (animation.id === 'height') animation.cancel()
  const radius = getComputedStyle(surface).borderRadius
  // The stretch would bend the corners: they are bent the other way, each by its own radius (a sheet has two).
  const stretched = radius.replace(/[\d.]+/g, (length) => String((Number(length) * after) / before))
  const squeezed = `${radius} / ${stretched}`
  const run = (element: HTMLElement, from: Keyframe, to: Keyframe) => play(element, [from, to], times.height, { id: 'height' })
  run(
    surface,
    { transform: `translateY(${drop}px) scaleY(${before / after})`, borderRadius: squeezed },
    { transform: 'none', borderRadius: radius },
  )
  run(
    content,
    { transform: `translateY(${drop}px)`, clipPath: `inset(0 0 ${grown}px 0 round ${radius})` },
    { transform: 'none', clipPath: `inset(0 0 0 0 round ${radius})` },
  )
  if (footer) run(footer, { transform: `translateY(${-grown}px)` }, { transform: 'none' })
}
