import { changeDirection, formatChange } from '../../features/money/amounts.js'
import { type Translate, useT } from '../../lib/i18n.js'
import type { Numbers } from '../../lib/numbers.js'
import { useNumbers } from '../../lib/useNumbers.js'

type ChangeTextProps = { readonly change: bigint; readonly t: Translate; readonly numbers: Numbers }

/** As {@link Change}, for rows of which there are many. */
export function ChangeText({ change, t, numbers }: ChangeTextProps) {
  const direction = changeDirection(change)
  const percent = formatChange(change < 0n ? -change : change, numbers, false)
  return (
    <span className={`change num ${direction}`} data-change={direction}>
      <bdi dir="ltr" aria-hidden="true">
        {formatChange(change, numbers)}
      </bdi>
      <span className="visually-hidden"> {t(`change.${direction}`, { percent })}</span>
    </span>
  )
}

/**
 * How a price or a total moved within 24 hours: with its sign for who sees it, in words for who hears it.
 *
 * @param change in millionths of what it was
 */
export function Change({ change }: { readonly change: bigint }) {
  return <ChangeText change={change} t={useT()} numbers={useNumbers()} />
}
