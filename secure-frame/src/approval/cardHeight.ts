/** What a card's body draws last when it cannot be approved here. It says nothing of what is approved. */
export const elsewhereClass = 'elsewhere'

/**
 * How high the card would be if nothing of it had to scroll. The card fills its frame, so its own height does not say it: what counts is the height
 * without the room that its body (`.body`, around `.inner`) has left over, or lacks.
 *
 * @param part 'question' leaves out the button for the wallet's own window, which is there only while the question cannot be answered here
 * @returns CSS pixels; null while there is no card
 * @example
 * const card = document.querySelector<HTMLElement>('main')
 * const height = card && cardHeight(card, 'question') // 338, in a frame of any height
 */
export function cardHeight(card: HTMLElement, part: 'all' | 'question' = 'all'): number | null {
  const body = card.querySelector<HTMLElement>('.body')
  const inner = body?.querySelector<HTMLElement>('.inner')
  if (!body || !inner) return null
  const whole = card.offsetHeight - body.offsetHeight + inner.offsetHeight
  const elsewhere = part === 'question' ? inner.querySelector<HTMLElement>(`:scope > .${elsewhereClass}`) : null
  return Math.ceil(whole - (elsewhere ? elsewhere.offsetHeight + Number.parseFloat(getComputedStyle(inner).rowGap) : 0))
}

/** Whether the end of a text that scrolls in its box is in sight. Nothing is, in a document that is not laid out: all its measures are 0. */
export const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: Pick<Element, 'scrollHeight' | 'scrollTop' | 'clientHeight'>): boolean =>
  clientHeight > 0 && scrollHeight - scrollTop - clientHeight < 4
