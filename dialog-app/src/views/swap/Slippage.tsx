import { useId, useState } from 'react'
import { setSlippage } from '../../features/money/swap/swapForm.js'
import { swapLimits } from '../../features/money/swap/swapLimits.js'
import { parseSlippage } from '../../features/money/swap/swapMath.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import { Disclosure } from '../../ui/Details.js'
import { percent } from './swapTexts.js'

const choices = [50, 100, 300]

/** How much less may arrive than was quoted: three usual values, or one's own within bounds. */
export function Slippage({ value }: { readonly value: number }) {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const [own, setOwn] = useState(choices.includes(value) ? '' : String(value / 100))
  const id = useId()
  const isWrong = own !== '' && parseSlippage(own) === undefined
  return (
    <Disclosure label={t('swap.slippageNow', { percent: percent(value, locale) })}>
      <div className="stack g-2">
        <p className="t-label muted">{t('swap.slippageBody')}</p>
        <div className="swap-chips">
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              className="swap-chip"
              aria-pressed={value === choice}
              onClick={() => {
                setOwn('')
                setSlippage(dialog, choice)
              }}
            >
              {percent(choice, locale)}
            </button>
          ))}
          <span className="field one-line swap-own">
            <label htmlFor={id} className="visually-hidden">
              {t('swap.slippageOwn')}
            </label>
            <span className="in">
              <input
                id={id}
                inputMode="decimal"
                autoComplete="off"
                placeholder={t('swap.slippageOwnShort')}
                value={own}
                dir="ltr"
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? `${id}-wrong` : undefined}
                onChange={(event) => {
                  const text = event.currentTarget.value
                  setOwn(text)
                  const slippage = parseSlippage(text)
                  if (slippage !== undefined) setSlippage(dialog, slippage)
                }}
              />
            </span>
          </span>
        </div>
        {isWrong && (
          <p id={`${id}-wrong`} className="t-label negative" role="alert">
            {t('swap.slippageBounds', { least: percent(swapLimits.leastSlippage, locale), most: percent(swapLimits.mostSlippage, locale) })}
          </p>
        )}
        {value >= swapLimits.highSlippage && (
          <p className="t-label warning" role="status">
            {t('swap.slippageHigh', { percent: percent(value, locale) })}
          </p>
        )}
      </div>
    </Disclosure>
  )
}
