import { familyName } from '../../../features/connect/family.js'
import { useT } from '../../../lib/i18n.js'
import { useDialogStore } from '../../../lib/useDialog.js'
import { networksStore } from '../../../state/networks.js'
import { activeConnection, sessionStore } from '../../../state/session.js'
import { LinkButton } from '../../../ui/Button.js'
import { explorerLink } from '../explorerLink.js'

type ElsewhereProps = {
  /** What is said where it is the network alone that is not read; left out for the whole chain family. */
  readonly ofNetwork?: 'activity.elsewhere' | 'nfts.elsewhere'
}

/** What happened is not known for this chain family, or this network of it: who knows it. */
export function Elsewhere({ ofNetwork }: ElsewhereProps) {
  const t = useT()
  const connection = useDialogStore(sessionStore, activeConnection)
  const network = useDialogStore(networksStore, ({ networks }) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === connection?.networkId),
  )
  const account = connection?.accounts[0]
  if (!account) return null
  const explorer = explorerLink(network, account.address)
  const explorers = network?.blockExplorers
  const name = (explorers?.default ?? Object.values(explorers ?? {})[0])?.name ?? ''
  const family = ofNetwork && network ? network.name : t(familyName(account.namespace))
  return (
    <div className="stack g-1 elsewhere">
      <p className="muted t-label">{t(ofNetwork ?? (explorer ? 'activity.elsewhere' : 'activity.inWallet'), { family })}</p>
      {explorer && (
        <LinkButton kind="text" href={explorer}>
          {t('activity.viewOn', { explorer: name })}
        </LinkButton>
      )}
    </div>
  )
}
