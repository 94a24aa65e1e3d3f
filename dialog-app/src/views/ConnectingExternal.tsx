import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { cancelConnect, retryConnect } from '../features/connect.js'
import { findGuideWallet } from '../features/guide.js'
import { back, push } from '../features/view.js'
import { useT } from '../lib/i18n.js'
import { connectingStore } from '../state/connecting.js'
import { viewStore } from '../state/view.js'
import { Button } from '../ui/Button.js'
import { ErrorDetails } from '../ui/Details.js'
import { announce } from '../ui/live.js'
import { WalletIcon } from '../ui/Picture.js'
import { Ring } from '../ui/Ring.js'
import { Hero, Result } from '../ui/templates.js'
import { ConnectedAs } from './connecting/ConnectedAs.js'
import { type Action, type Face, facesOf } from './connecting/faces.js'
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

const actions: Readonly<Record<Action, (walletId: string) => void>> = {
  retry: () => retryConnect(),
  another: () => void back(),
  install: (wallet) => push('GetWallet', { wallet }),
}

function Foot({ face, wallet, walletId }: { readonly face: Face; readonly wallet: string; readonly walletId: string }) {
  const t = useT()
  // A wallet that the guide does not know has no page to install it from.
  const buttons = face.buttons.filter(({ action }) => action !== 'install' || findGuideWallet(walletId))
  return buttons.map(({ action, label, icon }, index) => (
    <Button key={action} kind={index === 0 ? 'primary' : 'text'} {...(icon ? { icon } : {})} onClick={() => actions[action](walletId)}>
      {t(label, { wallet })}
    </Button>
  ))
}

/** A wallet is asked; it answers, or one of many things goes wrong. Each has its own sentence and a next step. */
export function ConnectingExternal() {
  const t = useT()
  const app = useAppName()
  const { wallet, phase, error } = useStore(connectingStore)
  // Who came to add a wallet goes back to the others.
  const adding = useStore(viewStore, ({ history }) => history.some(({ name }) => name === 'ProfileWallets'))
  const toolbar = useLater(phase === 'connecting', toolbarAfter)
  const face = facesOf[phase]
  const { heading, body } = useSentences(phase, wallet?.name ?? '')

  useEffect(() => cancelConnect, [])
  useEffect(() => announce(body ? `${heading}. ${body}` : heading, face.urgent ? 'assertive' : 'polite'), [heading, body, face])
  useEffect(() => {
    if (phase === 'connected') navigator.vibrate?.(10)
  }, [phase])

  if (!wallet) return null
  const hero = {
    title: wallet.name,
    icon: (
      <Ring state={face.ring} {...(face.mark ? { mark: face.mark } : {})}>
        <WalletIcon src={wallet.icon} name={wallet.name} size={72} shared={wallet.row ?? wallet.id} />
      </Ring>
    ),
    heading,
  }
  const next = adding ? t('switch.goingBack') : t('connecting.goingBack', { app })
  if (phase === 'connected') return <Result {...hero} body={<ConnectedAs />} next={next} />
  const foot =
    face.buttons.length > 0 ? (
      <Foot face={face} wallet={wallet.name} walletId={wallet.id} />
    ) : (
      toolbar && <p className="t-label muted foot-line fade-in">{t('connecting.toolbar', { wallet: wallet.name })}</p>
    )
  return (
    <Hero
      {...hero}
      body={body}
      hold
      footer={foot || <span />}
      {...(face.details && error ? { more: <ErrorDetails error={error} /> } : {})}
    />
  )
}
