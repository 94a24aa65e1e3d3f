import type { ConnectMethod } from '@latchkey/protocol'
import { useT } from '../../lib/i18n.js'

/** Between wallets and logins; two kinds of login stand together. */
export function Or({ before, method }: { readonly before: ConnectMethod | undefined; readonly method: ConnectMethod }) {
  const t = useT()
  if (!before || (before !== 'wallet' && method !== 'wallet')) return null
  return <p className="or t-label">{t('connect.or')}</p>
}
