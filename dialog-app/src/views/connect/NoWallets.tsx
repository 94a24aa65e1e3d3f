import { push } from '../../features/navigator/view.js'
import { useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import { Button } from '../../ui/Button.js'
import { Icon } from '../../ui/Icon.js'
import { Hero } from '../../ui/templates.js'

/** None of the wallets that this page works with is here, and it lists no other. */
export function NoWallets({ title }: { readonly title: string }) {
  const dialog = useDialog()
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
      footer={<Button onClick={() => push(dialog, 'GetWallet')}>{t('connect.noneAction')}</Button>}
    />
  )
}
