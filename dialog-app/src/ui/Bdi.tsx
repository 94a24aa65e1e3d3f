import { shortAddress } from '../lib/format.js'
import { useT } from '../lib/i18n.js'

/** Numbers, hostnames and addresses keep their own direction inside any sentence. */
export function Bdi({ children, className }: { readonly children: string; readonly className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  )
}

/** A short address; read aloud as its last four characters, one by one. */
export function Address({ value }: { readonly value: string }) {
  const t = useT()
  return (
    <>
      <Bdi className="mono">{shortAddress(value)}</Bdi>
      <span className="visually-hidden">{t('account.endsIn', { tail: [...value.slice(-4)].join(' ') })}</span>
    </>
  )
}
