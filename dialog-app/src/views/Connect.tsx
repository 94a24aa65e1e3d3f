import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { chooseWallet } from '../features/connect.js'
import { useWalletBrowser, useWalletRows, type WalletRow } from '../features/rows.js'
import { push } from '../features/view.js'
import { useT } from '../lib/i18n.js'
import { initialSettings, settingsStore } from '../state/settings.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { announce } from '../ui/live.js'
import { Hero, ListView } from '../ui/templates.js'
import { Legal } from './connect/Legal.js'
import { Offline } from './connect/Offline.js'
import { mayConnect } from './connect/terms.js'
import { WalletBrowser } from './connect/WalletBrowser.js'
import { WalletList } from './connect/WalletList.js'
import { useAppName } from './useAppName.js'
import './connect/connect.css'

/** The first view: who asks, and the wallets that can answer. */
export function Connect() {
  const t = useT()
  const app = useAppName()
  const rows = useWalletRows()
  const own = useWalletBrowser()
  const [others, setOthers] = useState(false)
  // The page has spoken: before that its wallets are not known.
  const ready = useStore(settingsStore, (state) => state.options !== initialSettings.options)
  const installed = rows.filter((row) => row.installed).length
  const title = t('connect.title', { app })

  useEffect(() => {
    if (ready && installed > 0) announce(t('connect.found', { count: installed }))
  }, [ready, installed, t])

  const choose = (row: WalletRow) => {
    if (mayConnect()) void chooseWallet(row)
  }

  if (own && !others) return <WalletBrowser title={title} wallet={own} onChoose={choose} onOthers={() => setOthers(true)} />
  if (ready && rows.length === 0) {
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
  const newcomer = (
    <p className="link-line">
      <span className="muted">{t('connect.newTo')}</span>
      <button type="button" className="btn-inline" data-focus-key="get" onClick={() => push('GetWallet')}>
        {t('connect.getOne')}
      </button>
    </p>
  )
  return (
    <ListView
      title={title}
      host
      tight
      footer={
        <>
          {newcomer}
          <Legal />
        </>
      }
    >
      <Offline />
      <WalletList rows={rows} ready={ready} onChoose={choose} />
    </ListView>
  )
}
