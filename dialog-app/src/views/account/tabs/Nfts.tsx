import { useEffect, useState } from 'react'
import { retryNfts, watchNfts } from '../../../features/money/nfts/nfts.js'
import { useIntlLocale, useT } from '../../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../../lib/useDialog.js'
import { networksStore } from '../../../state/networks.js'
import { nftsStore, type OwnNft } from '../../../state/nfts.js'
import { uiStore } from '../../../state/ui.js'
import { Bdi } from '../../../ui/Bdi.js'
import { LinkButton } from '../../../ui/Button.js'
import { Icon } from '../../../ui/Icon.js'
import { Note } from '../../../ui/Note.js'
import { useSkeleton } from '../../../ui/Skeleton.js'
import { ContractFact } from '../../fact/ContractFact.js'
import { Fact, NetworkFact } from '../../fact/Fact.js'
import { explorerLink } from '../explorerLink.js'
import { Elsewhere } from './Elsewhere.js'
import { NftPicture } from './NftPicture.js'
import { Old } from './Old.js'
import { Searching } from './Searching.js'
import './activity.css'

function Detail({ nft }: { readonly nft: OwnNft }) {
  const t = useT()
  const { contract, tokenId, networkId, traits, isSpam } = nft
  const network = useDialogStore(networksStore, ({ networks }) => networks.find(({ caipNetworkId }) => caipNetworkId === networkId))
  const explorer = explorerLink(network, contract, 'token')
  return (
    <li className="box-card stack g-2 nft-detail">
      {isSpam && <p className="t-label muted">{t('nfts.spamBody')}</p>}
      <dl>
        <Fact label={t('nfts.number')}>
          <Bdi className="num">{tokenId}</Bdi>
        </Fact>
        {network && <NetworkFact network={network} />}
        <ContractFact contract={contract} />
      </dl>
      {traits.length > 0 && (
        <ul className="traits" aria-label={t('nfts.traits')}>
          {traits.map(({ name, value }) => (
            <li key={`${name} ${value}`} className="trait">
              {name && (
                <span className="t-label muted">
                  <bdi>{name}</bdi>
                </span>
              )}
              <span className="t-label">
                <bdi>{value}</bdi>
              </span>
            </li>
          ))}
        </ul>
      )}
      {explorer && (
        <LinkButton kind="text" href={explorer}>
          {t('account.explorer')}
        </LinkButton>
      )}
    </li>
  )
}

function Squares({ nfts, label }: { readonly nfts: readonly OwnNft[]; readonly label: string }) {
  const locale = useIntlLocale()
  const [open, setOpen] = useState<string>()
  return (
    <ul className="nfts" aria-label={label}>
      {nfts.map((nft) => [
        <li key={nft.id} data-nft={nft.id}>
          <button
            type="button"
            className="nft"
            aria-expanded={open === nft.id}
            data-focus-key={`nft ${nft.id}`}
            onClick={() => setOpen(open === nft.id ? undefined : nft.id)}
          >
            <NftPicture className="art" src={nft.picture} />
            <span className="stack">
              <span className="name clip">
                <bdi>{nft.name}</bdi>
              </span>
              <span className="t-label muted clip">
                <bdi>{nft.collection}</bdi>
                {nft.amount > 1n && (
                  <>
                    {' '}
                    <Bdi className="num">{`×${new Intl.NumberFormat(locale).format(nft.amount)}`}</Bdi>
                  </>
                )}
              </span>
            </span>
          </button>
        </li>,
        open === nft.id && <Detail key={`${nft.id} detail`} nft={nft} />,
      ])}
    </ul>
  )
}

function Folded({ nfts }: { readonly nfts: readonly OwnNft[] }) {
  const t = useT()
  const [unfolded, setUnfolded] = useState(false)
  const label = t('tokens.hidden', { count: nfts.length })
  return (
    <>
      <div className="hstack between t-label folded">
        <span className="muted">{label}</span>
        <button type="button" className="btn-inline t-label" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {t(unfolded ? 'tokens.hide' : 'tokens.show')}
        </button>
      </div>
      {unfolded && <Squares nfts={nfts} label={label} />}
    </>
  )
}

function Failed() {
  const dialog = useDialog()
  const t = useT()
  const online = useDialogStore(uiStore, (state) => state.online)
  return (
    <Note icon={online ? 'alert' : 'offline'} title={t(online ? 'nfts.failedTitle' : 'tokens.offlineTitle')}>
      <p>{t(online ? 'nfts.failedBody' : 'nfts.offlineBody')}</p>
      {online && (
        <button type="button" className="btn-inline note-action" onClick={() => retryNfts(dialog)}>
          {t('common.tryAgain')}
        </button>
      )}
    </Note>
  )
}

function WaitingSquares() {
  const t = useT()
  return (
    <>
      <span className="visually-hidden">{t('nfts.loading')}</span>
      <ul className="nfts" aria-hidden="true">
        {[72, 96].map((width) => (
          <li key={width} className="stack g-2">
            <span className="sk art" />
            <span className="sk" style={{ inlineSize: width }} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The NFTs of the account on its network. */
export function Nfts() {
  const dialog = useDialog()
  const t = useT()
  const { status, nfts, isSearching, isOld } = useDialogStore(nftsStore)
  const online = useDialogStore(uiStore, (state) => state.online)
  useEffect(() => watchNfts(dialog), [dialog])
  const waiting = status === 'idle' || status === 'loading'
  const skeleton = useSkeleton(waiting)
  if (waiting || skeleton === 'show') return <WaitingSquares />
  if (status === 'unserved') return <Elsewhere ofNetwork="nfts.elsewhere" />
  const isStale = isOld || !online
  // That there are none is not known any more.
  if (status !== 'ready' || (isStale && nfts.length === 0)) return <Failed />
  const shown = nfts.filter(({ isSpam }) => !isSpam)
  const hidden = nfts.filter(({ isSpam }) => isSpam)
  return (
    <>
      {isStale && <Old onRetry={() => retryNfts(dialog)} />}
      {shown.length > 0 ? (
        <Squares nfts={shown} label={t('nfts.tab')} />
      ) : (
        <div className="stack g-3 nothing">
          <span className="g g-56">
            <Icon name="image" />
          </span>
          <div className="stack g-1">
            <b>{t(isSearching ? 'nfts.loading' : 'nfts.emptyTitle')}</b>
            {!isSearching && <p className="muted">{t('nfts.emptyBody')}</p>}
          </div>
        </div>
      )}
      {isSearching && <Searching />}
      {hidden.length > 0 && <Folded nfts={hidden} />}
    </>
  )
}
