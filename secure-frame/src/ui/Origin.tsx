import { t } from '../shell/i18n.js'
import { Icon } from './Icon.js'

/**
 * Who asks: the page's host as the browser proved it, in full and in punycode, its registrable part in bold. What the page calls itself is not here.
 */
export function Origin({ origin, verified }: { readonly origin: string; readonly verified: boolean }) {
  const { protocol, host } = new URL(origin)
  const labels = host.split('.')
  // Two labels are a rough registrable part; one is all of it. Nothing is hidden either way.
  const cut = /^[\d.:[\]]+$/.test(host) ? 0 : Math.max(0, labels.length - 2)
  const sub = labels.slice(0, cut).join('.')
  return (
    <div className={`origin ${verified ? '' : 'unverified'}`} role="note" data-testid="origin">
      {verified ? null : (
        <>
          <Icon name="alert" size={16} />
          <span>{t('origin.unverified')}</span>
        </>
      )}
      <bdi dir="ltr">
        {protocol === 'https:' ? '' : `${protocol}//`}
        {sub ? `${sub}.` : ''}
        <b>{labels.slice(cut).join('.')}</b>
      </bdi>
      {verified ? <Icon name="verified" size={16} /> : null}
    </div>
  )
}
