import { useT } from '../../lib/i18n.js'
import type { Recipient } from '../../state/send.js'
import { Note } from '../../ui/Note.js'

type WarningsProps = {
  readonly recipient: Pick<Extract<Recipient, { status: 'known' }>, 'warnings' | 'like' | 'before'>
  readonly symbol: string
}

/** What a user has to know of an address before they send there. That it is their first time stands beside the address. */
export function Warnings({ recipient: { warnings, like, before }, symbol }: WarningsProps) {
  const t = useT()
  return (
    <>
      {warnings.includes('lookAlike') && like && (
        <Note icon="alert" tone="negative" title={t('send.lookAlikeTitle')}>
          <p>{t('send.lookAlikeBody')}</p>
          <p className="mono wrap" dir="ltr">
            {like}
          </p>
        </Note>
      )}
      {warnings.includes('nameMoved') && before && (
        <Note icon="alert" tone="negative" title={t('send.nameMovedTitle')}>
          <p>{t('send.nameMovedBody')}</p>
          <p className="mono wrap" dir="ltr">
            {before}
          </p>
        </Note>
      )}
      {warnings.includes('contract') && (
        <Note icon="alert" tone="warning" title={t('send.contractTitle')}>
          <p>{t('send.contractBody', { symbol })}</p>
        </Note>
      )}
    </>
  )
}
