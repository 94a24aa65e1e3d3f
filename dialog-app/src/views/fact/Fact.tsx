import type { Network } from '@latchkey/protocol'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.js'
import { NetworkIcon } from '../../ui/Picture.js'
import './fact.css'

/** Something that is known, by its name. A line of a `<dl>`. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt className="muted">{label}</dt>
      <dd className="hstack">{children}</dd>
    </div>
  )
}

/** The network that something is on. A line of a `<dl>`. */
export function NetworkFact({ network }: { readonly network: Network }) {
  const t = useT()
  return (
    <Fact label={t('account.network')}>
      <NetworkIcon src={network.assets?.imageUrl} name={network.name} size={24} />
      <bdi>{network.name}</bdi>
    </Fact>
  )
}
