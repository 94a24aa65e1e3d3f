import type { Network } from '@latchkey/protocol'
import { memo } from 'react'
import { mainTransfer, signOf } from '../../../features/money/activity/readActivity.js'
import { formatTransfer, formatValue } from '../../../features/money/amounts.js'
import { useName } from '../../../features/names/useName.js'
import { useT } from '../../../lib/i18n.js'
import { useNumbers } from '../../../lib/useNumbers.js'
import type { Activity, ActivityTransfer } from '../../../state/activity.js'
import { Bdi } from '../../../ui/Bdi.js'
import { Icon } from '../../../ui/Icon.js'
import { Badge } from '../../../ui/Row.js'
import { explorerLink } from '../explorerLink.js'
import { glyphOf, noteOf, partyOf, verbOf } from './activityText.js'
import { NftPicture } from './NftPicture.js'

type AmountProps = { readonly activity: Activity; readonly transfer: ActivityTransfer }

function Amount({ activity: { operation }, transfer }: AmountProps) {
  const t = useT()
  const numbers = useNumbers()
  const { direction, amount, decimals, symbol, value, nft } = transfer
  if (amount === undefined)
    return (
      <span className="moved">
        <span className="muted">{t('activity.amountUnknown')}</span>
        <bdi className="t-label muted">{symbol}</bdi>
      </span>
    )
  const sign = signOf(operation, direction)
  const text = nft ? numbers({}).format(amount) : formatTransfer(amount, decimals, numbers)
  return (
    <span className="moved">
      <bdi dir="ltr" className={`num ${sign === '+' ? 'gained' : ''}`}>
        {`${sign}${text}`}
        {!nft && (
          <>
            {' '}
            <bdi>{symbol}</bdi>
          </>
        )}
      </bdi>
      {value !== undefined && <Bdi className="t-label muted num">{formatValue(value, numbers, true)}</Bdi>}
    </span>
  )
}

type ActivityRowProps = { readonly activity: Activity; readonly network: Network | undefined }

/** One thing that happened: what, with whom, and how much came or went. Leads to the network's explorer where it has one. */
export const ActivityRow = memo(function ActivityRow({ activity, network }: ActivityRowProps) {
  const t = useT()
  const { id, hash, status, transfers } = activity
  const transfer = mainTransfer(activity)
  const explorer = explorerLink(network, hash, 'tx')
  const name = useName(activity.networkId, partyOf(activity))
  const content = (
    <>
      {transfer?.nft && status !== 'failed' ? (
        <NftPicture className="g g-40 nft-mark" src={transfer.nft.picture} />
      ) : (
        <span className={`g ${status === 'failed' ? 'negative' : ''}`}>
          <Icon name={glyphOf(activity)} size={20} />
        </span>
      )}
      <span className="main">
        <span className="name">
          {verbOf(activity, t)}
          {transfer?.nft && (
            <>
              {' '}
              <bdi>{transfer.name}</bdi>
            </>
          )}
          {transfer && !transfer.listed && !transfer.nft && (
            <>
              {' '}
              <Badge>{t('tokens.unverified')}</Badge>
            </>
          )}
        </span>
        {status === 'pending' && <span className="t-label waits">{t('activity.pending')}</span>}
        {status === 'failed' && <span className="t-label negative">{t('activity.failed')}</span>}
        {status === 'confirmed' && (
          <span className="t-label muted">
            {noteOf(activity, network?.name ?? '', t, name)}
            {transfers.length > 2 && ` ${t('activity.others', { count: transfers.length - 1 })}`}
          </span>
        )}
      </span>
      {transfer && status !== 'failed' && <Amount activity={activity} transfer={transfer} />}
    </>
  )
  return (
    <li className="token" data-activity={id} data-status={status}>
      {explorer ? (
        <a className="row bare" href={explorer} target="_blank" rel="noopener noreferrer" data-focus-key={`activity ${id}`}>
          {content}
          <span className="visually-hidden">({t('common.newTab')})</span>
        </a>
      ) : (
        <div className="row bare">{content}</div>
      )}
    </li>
  )
})
