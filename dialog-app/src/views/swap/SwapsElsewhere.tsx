import { swapNetworks } from '../../features/money/swap/swapContext.js'
import { back } from '../../features/navigator/view.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { networksStore } from '../../state/networks.js'
import { currentConnection, sessionStore } from '../../state/session.js'
import { Button } from '../../ui/Button.js'
import { Icon } from '../../ui/Icon.js'
import { Hero } from '../../ui/templates.js'

/** Networks that a sentence names. */
const mostNamed = 3

/** The network has no swaps: where there are some, and the way there. */
export function SwapsElsewhere() {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const networkId = useDialogStore(sessionStore, () => currentConnection(dialog)?.networkId)
  const ids = swapNetworks(dialog)
  const others = networks.filter(({ caipNetworkId }) => ids.includes(caipNetworkId) && caipNetworkId !== networkId)
  const here = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  const [nearest] = others
  const names = new Intl.ListFormat(locale).format(others.slice(0, mostNamed).map(({ name }) => name))
  return (
    <Hero
      title={t('swap.title')}
      icon={
        <span className="g g-72">
          <Icon name="swap" size={24} />
        </span>
      }
      heading={t('swap.elsewhereTitle', { network: here?.name ?? t('swap.thisNetwork') })}
      body={nearest ? t('swap.elsewhereBody', { networks: names }) : t('swap.nowhereBody')}
      footer={
        <>
          {nearest && (
            <Button
              onClick={() =>
                void import('../../features/networks/switchNetwork.js').then(
                  ({ chooseNetwork }) => chooseNetwork(dialog, nearest),
                  // The next press asks for it again.
                  () => {},
                )
              }
            >
              {t('swap.switchTo', { network: nearest.name })}
            </Button>
          )}
          <Button kind="text" onClick={() => back(dialog)}>
            {t('swap.goBack')}
          </Button>
        </>
      }
    />
  )
}
