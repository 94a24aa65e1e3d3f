import { useEffect, useState } from 'react'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import { formatAge } from '../../ui/format.js'

/** The time, again every half minute while somebody looks. */
function useNow(): number {
  const dialog = useDialog()
  const [now, setNow] = useState(dialog.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(dialog.now()), 30_000)
    return () => clearInterval(timer)
  }, [dialog])
  return now
}

/** How old something is that could not be refreshed. */
export function AsOf({ at }: { readonly at: number }) {
  const t = useT()
  const locale = useIntlLocale()
  return <p className="t-label muted as-of">{t('account.asOf', { time: formatAge(at, useNow(), locale) })}</p>
}
