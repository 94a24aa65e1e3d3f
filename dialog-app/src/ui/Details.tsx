import type { WireError } from '@latchkey/protocol'
import type { ReactNode } from 'react'
import { useT } from '../lib/i18n.js'
import { readRecords } from '../lib/recordLines.js'
import { useDialog } from '../lib/useDialog.js'
import { CopyField } from './CopyField.js'
import { Icon } from './Icon.js'
import { useCopy } from './useCopy.js'

/** Something that one may want to know and need not. */
export function Disclosure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <details className="disclosure">
      <summary className="summary">
        {label}
        <Icon name="down" size={20} />
      </summary>
      {children}
    </details>
  )
}

/** The cause of a failure, untouched: codes live here and never in the sentence. */
export function ErrorDetails({ error }: { readonly error: WireError }) {
  const dialog = useDialog()
  const t = useT()
  const text = `${error.code} ${error.message}`
  const records = readRecords(dialog)
  // Whoever is asked for help wants to know what went before.
  const whole = records ? `${text}\n\n${records}` : text
  const { state, copy } = useCopy(whole, t('common.detailsCopied'))
  return (
    <Disclosure label={t('common.details')}>
      <div className="box-card details-box">
        <span className="code">{text}</span>
        <button type="button" className="btn-inline t-label" onClick={copy}>
          {t('common.copyDetails')}
        </button>
      </div>
      {state === 'byHand' && <CopyField label={t('common.copyByHand')} value={whole} />}
    </Disclosure>
  )
}
