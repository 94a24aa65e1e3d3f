import { type ReactNode, useId, useState } from 'react'
import { back, reset } from '../features/navigator/view.js'
import { retryPairing } from '../features/walletConnect/lazy.js'
import { type MessageId, useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { askingStore } from '../state/asking.js'
import { pairingStore } from '../state/pairing.js'
import { Button, LinkButton } from '../ui/Button.js'
import { ListView } from '../ui/templates.js'
import { placesOf } from './guide/places.js'
import { TabList } from './TabList.js'
import { Asking } from './walletConnect/Asking.js'
import { Code } from './walletConnect/Code.js'
import { Ended, isEnded } from './walletConnect/Ended.js'
import { GetIt, useGetWallet } from './walletConnect/GetIt.js'
import { useOpenWallet } from './walletConnect/OpenWallet.js'
import { type Way, waysOf } from './walletConnect/ways.js'
import './walletConnect/walletConnect.css'

export { ConnectingWalletConnectBasic } from './ConnectingWalletConnectBasic.js'

const labels: Readonly<Record<Way, MessageId>> = {
  phone: 'pair.phone',
  qr: 'pair.qr',
  browser: 'pair.browser',
  desktop: 'pair.desktop',
  web: 'pair.web',
}

type Panel = { readonly body: ReactNode; readonly footer: ReactNode }

function hero({ icon, heading, body }: { readonly icon: ReactNode; readonly heading: string; readonly body: string }) {
  return (
    <div className="hero">
      {icon}
      <div className="say">
        <h2 className="t-title">{heading}</h2>
        <p>{body}</p>
      </div>
    </div>
  )
}

/** What one way to the wallet shows. */
function usePanel(way: Way, choose: (way: Way) => void, ways: readonly Way[]): Panel {
  const dialog = useDialog()
  const t = useT()
  const { wallet, phase } = useDialogStore(pairingStore)
  const open = useOpenWallet(wallet, way === 'desktop' || way === 'web' ? way : 'phone')
  const get = useGetWallet(wallet)
  const store = wallet ? placesOf(wallet).here[0] : undefined
  const dead = phase === 'unreachable' || phase === 'expired'
  const again = (
    <>
      <Button onClick={() => retryPairing(dialog)}>{t(phase === 'expired' ? 'pair.newCode' : 'common.tryAgain')}</Button>
      <Button kind="text" onClick={() => reset(dialog, 'Connect')}>
        {t('pair.useBrowser')}
      </Button>
    </>
  )
  if (way === 'browser') return { body: hero(get), footer: get.action }
  if (way === 'qr') return { body: <Code />, footer: dead ? again : wallet && <GetIt wallet={wallet} /> }
  // What stands in the code's place when there can be none says it for the links too.
  if (dead) return { body: <Code />, footer: again }
  return {
    body: hero(open),
    footer: (
      <>
        {open.missing && store && <LinkButton href={store.url}>{t('pair.getApp', { wallet: wallet?.name ?? '' })}</LinkButton>}
        {open.action}
        <div className="btn-row">
          {open.copy}
          {way === 'phone' && ways.includes('qr') && (
            <Button kind="text" onClick={() => choose('qr')}>
              {t('pair.showQr')}
            </Button>
          )}
        </div>
        {open.missing && (
          <Button kind="text" onClick={() => void back(dialog)}>
            {t('common.chooseAnother')}
          </Button>
        )}
      </>
    ),
  }
}

function Meeting() {
  const t = useT()
  const wallet = useDialogStore(pairingStore, (state) => state.wallet)
  const panelId = useId()
  const ways = wallet ? waysOf(wallet) : (['qr'] as const)
  const [chosen, setChosen] = useState<Way>()
  const way = chosen ?? ways[0] ?? 'qr'
  const panel = usePanel(way, setChosen, ways)
  // On a phone the link is the way; the code is behind a button, so that there is nothing to choose from.
  const tabs = ways.length > 1 && !ways.includes('phone')
  return (
    <ListView title={wallet?.name ?? ''} tight footer={panel.footer}>
      {tabs && (
        <TabList
          label={t('pair.ways')}
          tabs={ways.map((id) => ({ id, label: t(labels[id]) }))}
          chosen={way}
          panelId={panelId}
          onChoose={setChosen}
        />
      )}
      <div className="way" {...(tabs ? { role: 'tabpanel', id: panelId, 'aria-label': wallet?.name } : {})}>
        {panel.body}
      </div>
    </ListView>
  )
}

/** Meets a wallet that is not in this browser: by a code, a link, or where to get it. A request that waits there shows here too. */
export function ConnectingWalletConnect() {
  const asking = useDialogStore(askingStore, ({ count, over }) => count > 0 || over !== null)
  const phase = useDialogStore(pairingStore, (state) => state.phase)
  const wallet = useDialogStore(pairingStore, (state) => state.wallet)
  if (asking) return <Asking />
  if (isEnded(phase)) return <Ended phase={phase} />
  return wallet ? <Meeting key={wallet.id} /> : null
}
