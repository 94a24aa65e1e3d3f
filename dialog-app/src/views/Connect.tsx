import type { ConnectMethod } from '@latchkey/protocol'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { chooseWallet } from '../features/connect/chooseWallet.js'
import { useLogins } from '../features/connect/logins.js'
import { methodOrder } from '../features/connect/methodOrder.js'
import { anyWalletId } from '../features/connect/rankRows.js'
import { useLooking, useWalletBrowser, useWalletRows } from '../features/connect/rows.js'
import { push } from '../features/navigator/view.js'
import { useT } from '../lib/i18n.js'
import { inAppBrowser } from '../lib/inAppBrowser.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { initialSettings, settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { announce } from '../ui/live.js'
import { ListView } from '../ui/templates.js'
import { EmailMethod } from './connect/EmailMethod.js'
import { hasFoot } from './connect/hasFoot.js'
import { Offline } from './connect/Offline.js'
import { Or } from './connect/Or.js'
import { SocialMethod } from './connect/SocialMethod.js'
import { useLateParts } from './connect/useLateParts.js'
import { WalletList } from './connect/WalletList.js'
import { useAppName } from './useAppName.js'
import './connect/connect.css'

/** The first view: who asks, and the wallets that can answer. */
export function Connect() {
  const dialog = useDialog()
  const t = useT()
  const app = useAppName()
  const rows = useWalletRows()
  const own = useWalletBrowser()
  const [others, setOthers] = useState(false)
  const options = useDialogStore(settingsStore, (state) => state.options)
  // The page has spoken: before that its wallets are not known.
  const ready = options !== initialSettings.options
  const installed = rows.filter((row) => row.installed).length
  const { email, socials } = useLogins()
  const looking = useLooking() && !rows.some(({ id }) => id !== anyWalletId)
  const none = ready && !looking && !email && socials.length === 0 && rows.length === 0
  const inBrowser = own && !others
  const ended = useDialogStore(uiStore, (state) => state.ended)
  const foot = useDialogStore(settingsStore, hasFoot)
  const late = useLateParts(Boolean(none || inBrowser || ended || foot || inAppBrowser()))
  const title = t('connect.title', { app })
  // Drawn before it is shown: nobody hears what is said until then.
  const open = useDialogStore(uiStore, (state) => state.open)

  useEffect(() => {
    if (open && ready && installed > 0) announce(dialog, t('connect.found', { count: installed }))
  }, [open, ready, installed, t, dialog])

  if (late && inBrowser)
    return <late.WalletBrowser title={title} wallet={own} onChoose={(row) => chooseWallet(dialog, row)} onOthers={() => setOthers(true)} />
  if (late && none) return <late.NoWallets title={title} />
  const blocks: Readonly<Partial<Record<ConnectMethod, ReactNode>>> = {
    wallet: (
      <WalletList
        rows={ready && (late !== undefined || !(none || inBrowser)) ? rows : null}
        looking={looking}
        onChoose={(row) => chooseWallet(dialog, row)}
      />
    ),
    ...(ready && email ? { email: <EmailMethod /> } : {}),
    ...(ready && socials.length > 0 ? { social: <SocialMethod providers={socials} /> } : {}),
  }
  const methods = methodOrder(options.features?.connectMethodsOrder, installed > 0).filter((method) => blocks[method])
  return (
    <ListView
      title={title}
      host
      tight
      footer={
        <>
          <p className="link-line">
            <span className="muted">{t('connect.newTo')}</span>
            <button type="button" className="btn-inline" data-focus-key="get" onClick={() => push(dialog, 'GetWallet')}>
              {t('connect.getOne')}
            </button>
          </p>
          {late && <late.Foot />}
        </>
      }
    >
      <Offline />
      {late && (
        <>
          <late.Ended />
          <late.InApp />
        </>
      )}
      {methods.map((method, index) => (
        <Fragment key={method}>
          <Or before={methods[index - 1]} method={method} />
          {blocks[method]}
        </Fragment>
      ))}
    </ListView>
  )
}
