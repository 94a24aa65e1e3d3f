import { useEffect } from 'react'
import type { ListedWallet } from '../../api/wallets.js'
import { type LinkKind, linkFor } from '../../features/walletConnect/links.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { pairingStore } from '../../state/pairing.js'
import { announce } from '../../ui/live.js'
import { WalletIcon } from '../../ui/Picture.js'
import { Ring } from '../../ui/Ring.js'
import { AppLink } from './AppLink.js'
import { CopyLink } from './CopyLink.js'
import { useAppOpening } from './useAppOpening.js'

/** What to say about a wallet that opens by a link, and the link. */
export function useOpenWallet(wallet: ListedWallet | null, kind: LinkKind) {
  const dialog = useDialog()
  const t = useT()
  const code = useDialogStore(pairingStore, (state) => state.code)
  const slow = useDialogStore(pairingStore, (state) => state.slow)
  const missing = useDialogStore(pairingStore, (state) => state.missing)
  const { opened, returned, onOpen } = useAppOpening()
  const name = wallet?.name ?? ''
  const link = code && wallet ? linkFor(dialog, wallet, kind, code.uri) : undefined
  const heading = t(missing ? 'pair.missingTitle' : returned ? 'pair.backTitle' : 'connecting.continueTitle', { wallet: name })
  const bodies = {
    phone: wallet?.ambiguous ? 'pair.ambiguousBody' : 'pair.phoneBody',
    desktop: 'pair.desktopBody',
    web: 'pair.webBody',
  } as const
  const body = !code
    ? t(slow ? 'pair.slow' : 'pair.preparing')
    : t(missing ? 'pair.missingBody' : returned ? 'pair.backBody' : bodies[kind], { wallet: name })
  useEffect(() => {
    if (missing) announce(dialog, `${heading}. ${body}`, 'assertive')
    else if (returned) announce(dialog, heading)
  }, [missing, returned, heading, body, dialog])
  const icon = (
    <Ring
      state={!missing && (returned || !code) ? 'run' : 'idle'}
      {...(missing ? { mark: { icon: 'alert' as const, tone: 'warning' as const } } : {})}
    >
      <WalletIcon src={wallet?.icon} name={name} size={72} shared={wallet?.id} />
    </Ring>
  )
  const action = link ? (
    <AppLink link={link} soft={missing} onOpen={() => onOpen(kind === 'phone' && !/^https?:/i.test(link.href))}>
      {t(opened ? 'pair.openAgain' : 'pair.open', { wallet: name })}
    </AppLink>
  ) : (
    <span className="btn" aria-disabled="true">
      {t('pair.open', { wallet: name })}
    </span>
  )
  return { icon, heading, body, action, missing, copy: code && <CopyLink uri={code.uri} kind="text" /> }
}
