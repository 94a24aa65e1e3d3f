import { readSignInMessage } from '@latchkey/protocol/siwx'
import type { ReactNode } from 'react'
import { shortAddress } from '../../lib/format.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import { findNetwork } from '../../state/networks.js'
import type { SignInTarget } from '../../state/siwx.js'

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What the message says, and the message itself: that is what the wallet signs. */
export function MessageFacts({ text, target }: { readonly text: string; readonly target: SignInTarget }) {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const said = readSignInMessage(text)
  return (
    <>
      {said && (
        <dl className="sign-list t-label">
          <Fact label={t('siwx.domain')}>
            <bdi dir="ltr">{said.domain}</bdi>
          </Fact>
          <Fact label={t('siwx.account')}>
            <bdi dir="ltr" className="mono">
              {shortAddress(said.address)}
            </bdi>
          </Fact>
          <Fact label={t('siwx.network')}>{findNetwork(dialog, target.networkId)?.name ?? said.chainId}</Fact>
          <Fact label={t('siwx.issued')}>
            {new Date(said.issuedAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })}
          </Fact>
          <Fact label={t('siwx.nonce')}>
            <bdi dir="ltr" className="mono">
              {said.nonce}
            </bdi>
          </Fact>
        </dl>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach that */}
      <section className="sign-text code" dir="ltr" tabIndex={0} aria-label={t('siwx.text')}>
        {text}
      </section>
    </>
  )
}
