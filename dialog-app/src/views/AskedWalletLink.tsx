import type { ReactNode } from 'react'

/**
 * Brings the wallet that is asked to the front, where it is another app. The app's own scheme leaves no page, but a frame may only follow it at the top;
 * web addresses get a tab of their own.
 *
 * @param href of the request that waits (`askingStore`)
 */
export function AskedWalletLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className="btn" href={href} target={/^https?:/i.test(href) ? '_blank' : '_top'} rel="noopener noreferrer">
      <span>{children}</span>
    </a>
  )
}
