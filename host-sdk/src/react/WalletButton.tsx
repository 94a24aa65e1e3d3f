import type { ButtonHTMLAttributes } from 'react'
import { showNotice } from '../frame/notice.js'
import type { OpenOptions } from '../types.js'
import { useModal } from './useModal.js'

export type WalletButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  /** The one wallet that it leads to: an rdns such as `io.metamask`, a directory id, or a name. */
  readonly wallet: string
  readonly namespace?: OpenOptions['namespace']
}

/**
 * A button for one wallet: opens the dialog straight at it, here if it is installed, else by a code or a link. Looks as the page makes it look.
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
        if (!event.defaultPrevented) modal.open({ wallet, ...(namespace && { namespace }) }).catch(() => showNotice())
      }}
    />
  )
}
