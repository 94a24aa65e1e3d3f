import type { WireError } from '@latchkey/protocol'
import { type ReactNode, useState } from 'react'
import { useT } from '../lib/i18n.js'
import { CopyField } from './CopyField.js'
import { copyText } from './copy.js'
import { addGlyphs, Icon } from './Icon.js'
import { laterGlyphs } from './laterGlyphs.js'
import { announce } from './live.js'

// These may be drawn before any view has brought the glyphs.
addGlyphs(laterGlyphs)

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
  const t = useT()
  const [byHand, setByHand] = useState(false)
  const text = `${error.code} ${error.message}`
  const copy = async () => {
    const copied = await copyText(text)
    setByHand(!copied)
    if (copied) announce(t('common.detailsCopied'))
  }
  return (
    <Disclosure label={t('common.details')}>
      <div className="box-card details-box">
        <span className="code">{text}</span>
        <button type="button" className="btn-inline t-label" onClick={copy}>
          {t('common.copyDetails')}
        </button>
      </div>
      {byHand && <CopyField label={t('common.copyByHand')} value={text} />}
    </Disclosure>
  )
}
