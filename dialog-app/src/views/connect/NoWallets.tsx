import { push } from '../../features/view.js'
import { useT } from '../../lib/i18n.js'
import { Button } from '../../ui/Button.js'
import { Icon } from '../../ui/Icon.js'
import { Hero } from '../../ui/templates.js'

/** None of the wallets that this page works with is here, and it lists no other. */
export function NoWallets({ title }: { readonly title: string }) {
  const t = useT()
  return (
    <Hero
      title={title}
      host
      icon={
        <span className="g g-72">
          <Icon name="wallet" />
        </span>
      }
      heading={t('connect.noneTitle')}
      body={t('connect.noneBody')}
      footer={<Button onClick={() => push('GetWallet')}>{t('connect.noneAction')}</Button>}
    />
  )
}
