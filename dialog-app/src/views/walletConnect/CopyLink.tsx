import { useT } from '../../lib/i18n.js'
import { CopyField } from '../../ui/CopyField.js'
import { Icon } from '../../ui/Icon.js'
import { useCopy } from '../../ui/useCopy.js'

/** The code's equal for those who cannot scan: the same link, as text. Says that it is copied only when it is. */
export function CopyLink({ uri, kind = 'inline' }: { readonly uri: string; readonly kind?: 'inline' | 'text' }) {
  const t = useT()
  const { state, copy } = useCopy(uri, t('pair.copied'))
  if (state === 'byHand') return <CopyField label={t('pair.copyByHand')} value={uri} />
  return (
    <button type="button" className={kind === 'inline' ? 'btn-inline' : 'btn-text'} data-focus-key="copy" data-uri={uri} onClick={copy}>
      {kind === 'inline' && <Icon name={state === 'copied' ? 'check' : 'copy'} size={20} />}
      {t(state === 'copied' ? 'pair.copied' : 'pair.copy')}
    </button>
  )
}
