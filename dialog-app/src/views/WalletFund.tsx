import { useId, useState } from 'react'
import { familyName } from '../features/connect/family.js'
import { formatAmount } from '../features/money/amounts.js'
import { leastTransferOf } from '../features/money/receive/leastTransfer.js'
import { push } from '../features/navigator/view.js'
import { offers } from '../features/settings/offers.js'
import { useIntlLocale, useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { networksStore } from '../state/networks.js'
import { portfolioStore } from '../state/portfolio.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { Note } from '../ui/Note.js'
import { NetworkIcon } from '../ui/Picture.js'
import { ListView } from '../ui/templates.js'
import { useCopy } from '../ui/useCopy.js'
import { ContractFact } from './fact/ContractFact.js'
import { Fact } from './fact/Fact.js'
import { AddressCode } from './receive/AddressCode.js'
import { Arrivals } from './receive/Arrivals.js'
import { fundAssets } from './receive/assets.js'
import { CopyAndShare } from './receive/CopyAndShare.js'
import { TabList } from './TabList.js'
import { useAppName } from './useAppName.js'

/** How to withdraw from an exchange to this account: what, on which network, where to, how much at least, and what not to send. Names no exchange. */
export function WalletFund() {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const app = useAppName()
  const panelId = useId()
  const connection = useDialogStore(sessionStore, activeConnection)
  const tokens = useDialogStore(portfolioStore, (state) => state.tokens)
  const canSwitch = useDialogStore(settingsStore, offers.Networks)
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const [chosen, setChosen] = useState<string>()
  const account = connection?.accounts[0]
  const address = account?.address ?? ''
  const { state, copy } = useCopy(address, t('account.copied'))
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === connection?.networkId)
  if (!connection || !account) return null
  if (!network)
    return (
      <ListView title={t('fund.title')} tight>
        <Note icon="alert" tone="warning" title={t('account.unsupported', { app })}>
          {canSwitch && (
            <button type="button" className="btn-inline note-action" data-focus-key="network" onClick={() => push(dialog, 'Networks')}>
              {t('account.chooseNetwork')}
            </button>
          )}
        </Note>
      </ListView>
    )
  const { namespace } = account
  const { nativeCurrency, name, testnet } = network
  const assets = fundAssets(network, tokens)
  const idOf = ({ contract = 'native' }: (typeof assets)[number]) => contract
  const asset = assets.find((one) => idOf(one) === chosen) ?? assets[0]
  const least = asset?.contract ? undefined : leastTransferOf(dialog, namespace)
  const onCopy = () => void copy()
  const isolated = (text: string) => `\u2068${text}\u2069`
  const others = networks.filter(({ chainNamespace }) => chainNamespace === namespace).length > 1
  return (
    <ListView title={t('fund.title')} tight footer={<CopyAndShare address={address} state={state} onCopy={onCopy} />}>
      <Arrivals />
      {testnet ? (
        <Note icon="alert" tone="warning" title={t('fund.testTitle', { network: name })}>
          <p>{t('fund.testBody')}</p>
        </Note>
      ) : (
        <p className="muted">{t('fund.lead')}</p>
      )}
      {assets.length > 1 && (
        <TabList
          label={t('fund.asset')}
          tabs={assets.map((one) => ({ id: idOf(one), label: one.symbol }))}
          chosen={asset ? idOf(asset) : ''}
          panelId={panelId}
          onChoose={setChosen}
        />
      )}
      <div
        className="box-card stack g-2"
        {...(assets.length > 1 ? { role: 'tabpanel', id: panelId, 'aria-label': asset?.symbol ?? '' } : {})}
      >
        <dl>
          <Fact label={t('fund.asset')}>
            <bdi>{asset?.name === asset?.symbol ? asset?.symbol : `${asset?.name} (${asset?.symbol})`}</bdi>
          </Fact>
          {asset?.contract && <ContractFact contract={asset.contract} />}
          <Fact label={t('fund.network')}>
            <NetworkIcon src={network.assets?.imageUrl} name={name} size={24} />
            <bdi>{name}</bdi>
          </Fact>
          <Fact label={t('fund.least')}>
            {least === undefined ? (
              t('fund.leastUnknown')
            ) : (
              <bdi dir="ltr" className="num">
                {formatAmount(least, nativeCurrency.decimals, locale, nativeCurrency.decimals)} <bdi>{nativeCurrency.symbol}</bdi>
              </bdi>
            )}
          </Fact>
        </dl>
        {canSwitch && others && (
          <button type="button" className="btn-inline t-label" data-focus-key="network" onClick={() => push(dialog, 'Networks')}>
            {t('fund.otherNetwork')}
          </button>
        )}
      </div>
      <div className="stack g-3 receive">
        <AddressCode address={address} wallet={connection.wallet} state={state} onCopy={onCopy} />
      </div>
      <Note icon="alert" tone="warning" title={t('fund.notTitle')}>
        <ul className="fund-not">
          <li>{t('fund.notNetwork', { symbol: isolated(asset?.symbol ?? ''), network: isolated(name) })}</li>
          <li>{t('fund.notFamily', { family: t(familyName(namespace)) })}</li>
          <li>{t('fund.small')}</li>
        </ul>
      </Note>
    </ListView>
  )
}
