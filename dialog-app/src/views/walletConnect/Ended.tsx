import { back } from '../../features/navigator/view.js'
import { retryPairing } from '../../features/walletConnect/lazy.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { type PairingPhase, pairingStore } from '../../state/pairing.js'
import { Button } from '../../ui/Button.js'
import { ErrorDetails } from '../../ui/Details.js'
import { WalletIcon } from '../../ui/Picture.js'
import { Ring } from '../../ui/Ring.js'
import { Hero, Result } from '../../ui/templates.js'
import { ConnectedAs } from '../connecting/ConnectedAs.js'
import { phases } from '../connecting/phases.js'
import { useAnnouncement } from '../connecting/useAnnouncement.js'
import { useSentences } from '../connecting/useSentences.js'
import { useAppName } from '../useAppName.js'

export type EndedPhase = Extract<PairingPhase, 'connected' | 'cancelled' | 'chainMissing' | 'refused' | 'failed'>

const ended: readonly PairingPhase[] = ['connected', 'cancelled', 'chainMissing', 'refused', 'failed']

export const isEnded = (phase: PairingPhase): phase is EndedPhase => ended.includes(phase)

/** The wallet answered: connected, or one of the ways in which it is not. */
export function Ended({ phase }: { readonly phase: EndedPhase }) {
  const dialog = useDialog()
  const t = useT()
  const app = useAppName()
  const { wallet, error, refusal } = useDialogStore(pairingStore)
  const name = wallet?.name ?? t('switch.yourWallet')
  const sentences = useSentences(phase, name)
  const { heading, body } = refusal ? { heading: t(refusal[0], { app }), body: t(refusal[1]) } : sentences
  const look = phases[phase]
  useAnnouncement(heading, body, look.urgent)
  const hero = {
    title: wallet?.name ?? t('pair.title'),
    icon: (
      <Ring state={look.ring} {...(look.mark ? { mark: look.mark } : {})}>
        <WalletIcon src={wallet?.icon} name={wallet?.name ?? 'W'} size={72} shared={wallet?.id} />
      </Ring>
    ),
    heading,
  }
  if (phase === 'connected') return <Result {...hero} body={<ConnectedAs />} next={t('connecting.goingBack', { app })} />
  return (
    <Hero
      {...hero}
      body={body}
      hold
      {...(look.details && error ? { more: <ErrorDetails error={error} /> } : {})}
      footer={
        <>
          <Button onClick={() => retryPairing(dialog)}>{t('common.tryAgain')}</Button>
          <Button kind="text" onClick={() => back(dialog)}>
            {t('common.chooseAnother')}
          </Button>
        </>
      }
    />
  )
}
