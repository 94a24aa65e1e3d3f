import type { ButtonHTMLAttributes } from 'react'
import type { OpenOptions } from '../types.js'
import { useModal } from './useModal.js'

/** The props of `WalletButton`: the wallet, and whatever a `<button>` takes. */
export type WalletButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  /** The one wallet that it leads to: an rdns such as `io.metamask`, a directory id, or a name. */
  readonly wallet: string
  readonly namespace?: OpenOptions['namespace']
}

/**
 * A button for one wallet. It opens the dialog on that wallet: on its extension when it is installed, else on a QR code or a link to its app.
 * It has no style of its own, and takes every attribute of `<button>` except `type`. `onClick` may call `preventDefault()` to keep the dialog closed.
 *
 * @example
 * const Connect = () => <WalletButton wallet="io.metamask">MetaMask</WalletButton>
 */
export function WalletButton({ wallet, namespace, onClick, onPointerEnter, onFocus, ...rest }: WalletButtonProps) {
  const modal = useModal()
  return (
    <button
      {...rest}
      type="button"
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        modal.preload()
      }}
      onFocus={(event) => {
        onFocus?.(event)
        modal.preload()
      }}
      onClick={(event) => {
        onClick?.(event)
        // The visitor hears of what went wrong on the page.
        if (!event.defaultPrevented) modal.open({ wallet, ...(namespace && { namespace }) }).catch(() => {})
      }}
    />
  )
}
