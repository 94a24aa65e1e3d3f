import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ListedWallet } from '../../api/wallets.js'
import { type LinkKind, linkFor } from '../../features/walletConnect/links.js'
import { useT } from '../../lib/i18n.js'
import { pairingStore } from '../../state/pairing.js'
import { announce } from '../../ui/live.js'
import { WalletIcon } from '../../ui/Picture.js'
import { Ring } from '../../ui/Ring.js'
import { AppLink } from './AppLink.js'
import { CopyLink } from './CopyLink.js'

/** Whether the person left for the wallet and is back. */
function useReturned(): readonly [opened: boolean, returned: boolean, onOpen: () => void] {
  const [opened, setOpened] = useState(false)
  const [returned, setReturned] = useState(false)
  useEffect(() => {
    if (!opened) return
    const look = () => document.visibilityState === 'visible' && setReturned(true)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [opened])
  return [opened, returned, () => setOpened(true)]
}

/** What to say about a wallet that opens by a link, and the link. */
export function useOpenWallet(wallet: ListedWallet | null, kind: LinkKind) {
  const t = useT()
  const code = useStore(pairingStore, (state) => state.code)
  const slow = useStore(pairingStore, (state) => state.slow)
  const [opened, returned, onOpen] = useReturned()
  const name = wallet?.name ?? ''
  const link = code && wallet ? linkFor(wallet, kind, code.uri) : undefined
  const heading = t(returned ? 'pair.backTitle' : 'connecting.continueTitle', { wallet: name })
  useEffect(() => {
    if (returned) announce(heading)
  }, [returned, heading])
  const bodies = { phone: 'pair.phoneBody', desktop: 'pair.desktopBody', web: 'pair.webBody' } as const
  const body = !code ? t(slow ? 'pair.slow' : 'pair.preparing') : t(returned ? 'pair.backBody' : bodies[kind], { wallet: name })
  const icon = (
    <Ring state={returned || !code ? 'run' : 'idle'}>
      <WalletIcon src={wallet?.icon} name={name} size={72} shared={wallet?.id} />
    </Ring>
  )
  const action = link ? (
    <AppLink link={link} onOpen={onOpen}>
      {t(opened ? 'pair.openAgain' : 'pair.open', { wallet: name })}
    </AppLink>
  ) : (
    <span className="btn" aria-disabled="true">
      {t('pair.open', { wallet: name })}
    </span>
  )
  return { icon, heading, body, action, copy: code && <CopyLink uri={code.uri} kind="text" /> }
}
