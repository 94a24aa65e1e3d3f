import { useEffect, useState } from 'react'
import { chooseWallet } from '../../features/connect/chooseWallet.js'
import type { GuideWallet } from '../../features/connect/guide.js'
import { useWalletRows, type WalletRow } from '../../features/connect/rows.js'
import { replace } from '../../features/navigator/view.js'
import { type MessageId, useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import { Button, LinkButton } from '../../ui/Button.js'
import { announce } from '../../ui/live.js'
import { WalletIcon } from '../../ui/Picture.js'
import { Rich } from '../../ui/Rich.js'
import { Ring } from '../../ui/Ring.js'
import { Hero } from '../../ui/templates.js'
import { linksOf, type Store, storeFor, thisDevice } from './suited.js'

/** "Found it" is read before the wallet is asked (ms). */
const pause = 900

/** The row of the wallet as soon as it is in this browser. */
function useInstalled(wallet: GuideWallet): WalletRow | undefined {
  const rows = useWalletRows()
  return rows.find((row) => row.installed && (row.id === wallet.id || row.name.toLowerCase() === wallet.name.toLowerCase()))
}

const steps: Readonly<Record<Store['kind'], readonly MessageId[]>> = {
  extension: ['guide.step1', 'guide.step2', 'guide.step3'],
  app: ['guide.phoneStep1', 'guide.phoneStep2', 'guide.phoneStep3'],
  site: ['guide.siteStep1', 'guide.step2', 'guide.step3'],
}

function Steps({ kind, wallet, opened }: { readonly kind: Store['kind']; readonly wallet: string; readonly opened: boolean }) {
  const t = useT()
  return (
    <div className="box-card">
      <ol className="steps">
        {steps[kind].map((step, index) => (
          <li key={step} className={opened && index === 0 ? 'done' : ''}>
            <span>
              <Rich id={step} values={{ wallet }} parts={[<span key="why" className="muted" />]} />
              {opened && index === 0 && <span className="visually-hidden"> ({t('guide.done')})</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Three steps to a wallet. It notices when the wallet is there, and goes on by itself. */
export function Guide({ wallet }: { readonly wallet: GuideWallet }) {
  const dialog = useDialog()
  const t = useT()
  const [opened, setOpened] = useState(false)
  const installed = useInstalled(wallet)
  const device = thisDevice()
  const links = linksOf(wallet)
  const store = storeFor(links, device)
  const otherApp = device.ios ? links.android : links.ios
  const choose = () => replace(dialog, 'GetWallet')
  const labels = {
    extension: t('guide.openStore'),
    app: t(device.ios ? 'guide.appStore' : 'guide.googlePlay'),
    site: t('guide.openSite', { wallet: wallet.name }),
  }

  useEffect(() => {
    if (!installed) return
    announce(dialog, `${t('guide.found')}. ${t('guide.connecting', { wallet: wallet.name })}`)
    const timer = setTimeout(() => chooseWallet(dialog, installed), pause)
    return () => clearTimeout(timer)
  }, [installed, wallet, t, dialog])

  const title = t('guide.title', { wallet: wallet.name })
  const icon = <WalletIcon src={wallet.icon} name={wallet.name} size={72} shared={wallet.id} />
  if (installed) {
    return (
      <Hero
        title={title}
        icon={<Ring state="run">{icon}</Ring>}
        heading={t('guide.found')}
        body={t('guide.connecting', { wallet: wallet.name })}
        footer={
          <Button kind="text" onClick={choose}>
            {t('common.cancel')}
          </Button>
        }
      />
    )
  }
  return (
    <Hero
      title={title}
      icon={icon}
      heading={t('guide.heading')}
      more={<Steps kind={store.kind} wallet={wallet.name} opened={opened} />}
      footer={
        <>
          <LinkButton href={store.url} onClick={() => setOpened(true)}>
            {labels[store.kind]}
          </LinkButton>
          {store.kind === 'app' && otherApp && (
            <LinkButton kind="soft" href={otherApp}>
              {t(device.ios ? 'guide.googlePlay' : 'guide.appStore')}
            </LinkButton>
          )}
          <Button kind="text" onClick={choose}>
            {t('common.chooseAnother')}
          </Button>
        </>
      }
    />
  )
}
