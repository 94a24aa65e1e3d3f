import type { Network } from '@latchkey/protocol'
import { push } from '../../features/navigator/view.js'
import { useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import { Icon } from '../../ui/Icon.js'
import { NetworkIcon } from '../../ui/Picture.js'

/** Marks that are drawn beside the sentence. */
const most = 3

type OnlySendProps = {
  /** What may be sent. */
  readonly note: string
  readonly networks: readonly Network[]
  readonly current: Network | undefined
  readonly canSwitch: boolean
}

/** What may be sent to the address and on which networks, and the way to another one. */
export function OnlySend({ note, networks, current, canSwitch }: OnlySendProps) {
  const dialog = useDialog()
  const t = useT()
  const first = current ? [current, ...networks.filter((one) => one !== current)] : networks
  return (
    <div className="note plain receive-note">
      <Icon name="info" size={20} />
      <div className="t-label grow">
        {note}
        {canSwitch && current && networks.length > 1 && (
          <button
            type="button"
            className="btn-inline t-label note-action"
            data-focus-key="network"
            onClick={() => push(dialog, 'Networks')}
          >
            {t('receive.network', { network: current.name })}
            <Icon name="down" size={16} />
          </button>
        )}
      </div>
      <span className="chain-dots" aria-hidden="true">
        {first.slice(0, most).map((network) => (
          <NetworkIcon key={network.caipNetworkId} src={network.assets?.imageUrl} name={network.name} size={24} />
        ))}
      </span>
    </div>
  )
}
