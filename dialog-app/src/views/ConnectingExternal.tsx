import { useEffect, useState } from 'react'
import type { ListedWallet } from '../api/wallets.js'
import { cancelConnect, retryConnect } from '../features/connect/connect.js'
import { findGuideWallet } from '../features/connect/guide.js'
import { back, push } from '../features/navigator/view.js'
import { connectMobile, findMobileWay } from '../features/walletConnect/lazy.js'
import { useT } from '../lib/i18n.js'
import { isPhone } from '../lib/platform.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { connectingStore, type WalletChoice } from '../state/connecting.js'
import { viewStore } from '../state/view.js'
import { Button } from '../ui/Button.js'
import { ErrorDetails } from '../ui/Details.js'
import { WalletIcon } from '../ui/Picture.js'
import { Ring } from '../ui/Ring.js'
import { Hero, Result } from '../ui/templates.js'
import { ConnectedAs } from './connecting/ConnectedAs.js'
import { type Action, buttonsOf, type PhaseLook, phases } from './connecting/phases.js'
import { useAnnouncement } from './connecting/useAnnouncement.js'
import { useSentences } from './connecting/useSentences.js'
import { useAppName } from './useAppName.js'

/** After this long (ms) without an answer we say where extensions hide. */
const toolbarAfter = 4000

function useLater(active: boolean, delay: number): boolean {
  const [due, setDue] = useState(false)
  useEffect(() => {
    setDue(false)
    if (!active) return
    const timer = setTimeout(() => setDue(true), delay)
    return () => clearTimeout(timer)
  }, [active, delay])
  return active && due
}

/** The directory's entry of the wallet, where it can be met on a phone: looked up when the extension does not answer well. */
function usePhoneWay(wallet: WalletChoice | null, wanted: boolean): ListedWallet | undefined {
  const dialog = useDialog()
  const [way, setWay] = useState<{ readonly id: string; readonly listed: ListedWallet | undefined }>()
  const here = way?.id === wallet?.id
  useEffect(() => {
    if (!wanted || !wallet || here || isPhone()) return
    let gone = false
    void findMobileWay(dialog, wallet).then(
      (listed) => gone || setWay({ id: wallet.id, listed }),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [wanted, wallet, here, dialog])
  return here && wanted ? way?.listed : undefined
}

type FootProps = { readonly look: PhaseLook; readonly wallet: WalletChoice; readonly phone: ListedWallet | undefined }

function Foot({ look, wallet: { id, name }, phone }: FootProps) {
  const dialog = useDialog()
  const t = useT()
  const guide = findGuideWallet(id)
  const actions: Readonly<Record<Action, () => void>> = {
    retry: () => retryConnect(dialog),
    another: () => void back(dialog),
    install: () => push(dialog, 'GetWallet', guide ? { wallet: id } : { listed: phone }),
    phone: () => phone && void connectMobile(dialog, phone),
  }
  return buttonsOf(look, { install: Boolean(guide ?? phone), phone: phone !== undefined }).map(({ action, label, icon, soft }, index) => (
    <Button key={action} kind={index === 0 ? 'primary' : soft ? 'soft' : 'text'} {...(icon ? { icon } : {})} onClick={actions[action]}>
      {t(label, { wallet: name })}
    </Button>
  ))
}

/** A wallet is asked; it answers, or one of many things goes wrong. Each has its own sentence and a next step. */
export function ConnectingExternal() {
  const dialog = useDialog()
  const t = useT()
  const app = useAppName()
  const { wallet, phase, error } = useDialogStore(connectingStore)
  // Who came to add a wallet goes back to the others.
  const adding = useDialogStore(viewStore, ({ history }) => history.some(({ name }) => name === 'ProfileWallets'))
  const toolbar = useLater(phase === 'connecting', toolbarAfter)
  const look = phases[phase]
  const phone = usePhoneWay(wallet, look.phone !== undefined)
  const { heading, body } = useSentences(phase, wallet?.name ?? '', phone !== undefined)

  useEffect(() => () => cancelConnect(dialog), [dialog])
  useAnnouncement(heading, body, look.urgent)
  useEffect(() => {
    // A frame that was never touched may not vibrate: browsers complain in the page's console.
    if (phase === 'connected' && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10)
  }, [phase])

  if (!wallet) return null
  const hero = {
    title: wallet.name,
    icon: (
      <Ring state={look.ring} {...(look.mark ? { mark: look.mark } : {})}>
        <WalletIcon src={wallet.icon} name={wallet.name} size={72} shared={wallet.row ?? wallet.id} />
      </Ring>
    ),
    heading,
  }
  const next = adding ? t('switch.goingBack') : t('connecting.goingBack', { app })
  if (phase === 'connected') return <Result {...hero} body={<ConnectedAs />} next={next} />
  const foot =
    look.buttons.length > 0 ? (
      <Foot look={look} wallet={wallet} phone={phone} />
    ) : (
      toolbar && <p className="t-label muted foot-line fade-in">{t('connecting.toolbar', { wallet: wallet.name })}</p>
    )
  return (
    <Hero
      {...hero}
      body={body}
      hold
      footer={foot || <span />}
      {...(look.details && error ? { more: <ErrorDetails error={error} /> } : {})}
    />
  )
}
