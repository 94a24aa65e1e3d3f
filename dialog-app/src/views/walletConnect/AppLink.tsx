import type { ReactNode } from 'react'
import type { WalletLink } from '../../features/walletConnect/links.js'
import { noteOpened } from '../../features/walletConnect/links.js'
import { useDialog } from '../../lib/useDialog.js'

type AppLinkProps = { readonly link: WalletLink; readonly children: ReactNode; readonly soft?: boolean; readonly onOpen?: () => void }

/**
 * A real link into a wallet: the tap itself opens it, so nothing blocks it. An app's own scheme leaves no page, but a frame may only follow
 * it at the top; web addresses get a tab of their own.
 */
export function AppLink({ link: { href, base }, children, soft = false, onOpen }: AppLinkProps) {
  const dialog = useDialog()
  const open = () => {
    noteOpened(dialog, base)
    onOpen?.()
  }
  return (
    <a
      className={soft ? 'btn btn-soft' : 'btn'}
      href={href}
      target={/^https?:/i.test(href) ? '_blank' : '_top'}
      rel="noopener noreferrer"
      onClick={open}
    >
      <span>{children}</span>
    </a>
  )
}
