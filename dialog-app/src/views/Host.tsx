import { useT } from '../lib/i18n.js'
import { useDialogStore } from '../lib/useDialog.js'
import { settingsStore } from '../state/settings.js'
import { splitHost } from '../ui/format.js'
import { VerifiedIcon } from '../ui/Icon.js'

/** Who asks, as the browser proved it. The registrable domain is never cut. */
export function Host() {
  const t = useT()
  const boot = useDialogStore(settingsStore, (state) => state.boot)
  if (!boot) return <span className="sk host-sk" />
  const { sub, domain } = splitHost(new URL(boot.origin).host)
  return (
    <>
      <bdi dir="ltr" className="hostname">
        {sub && <span className="sub clip">{sub}</span>}
        <span className="domain">{domain}</span>
      </bdi>
      {boot.verified && (
        <>
          <VerifiedIcon />
          <span className="visually-hidden">{t('common.verified')}</span>
        </>
      )}
    </>
  )
}

/** The line under the title of Connect. */
export function HostLine() {
  return (
    <p className="host t-micro">
      <Host />
    </p>
  )
}

/** The bar over a view that grants something. */
export function OriginBar() {
  return (
    <p className="origin t-micro">
      <Host />
    </p>
  )
}
