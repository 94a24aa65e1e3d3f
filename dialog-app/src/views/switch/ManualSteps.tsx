import { useT } from '../../lib/i18n.js'
import { Rich } from '../../ui/Rich.js'

/** How to switch in the wallet itself. We notice when it is done. */
export function ManualSteps({ wallet, network }: { readonly wallet: string; readonly network: string }) {
  const t = useT()
  return (
    <div className="box-card">
      <ol className="steps">
        <li>
          <span>{t('switch.step1', { wallet })}</span>
        </li>
        <li>
          <span>
            <Rich id="switch.step2" values={{ network }} parts={[<b key="network" className="strong" />]} />
          </span>
        </li>
        <li>
          <span>{t('switch.step3')}</span>
        </li>
      </ol>
    </div>
  )
}
