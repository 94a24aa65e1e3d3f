import { useT } from '../../lib/i18n.js'
import { Address } from '../../ui/Bdi.js'
import { CopyField } from '../../ui/CopyField.js'
import { Icon } from '../../ui/Icon.js'
import { useCopy } from '../../ui/useCopy.js'
import { Fact } from './Fact.js'

/** The contract of a token or a collection, to copy. A line of a `<dl>`. */
export function ContractFact({ contract }: { readonly contract: string }) {
  const t = useT()
  const { state, copy } = useCopy(contract, t('tokens.contractCopied'))
  return (
    <>
      <Fact label={t('tokens.contract')}>
        <Address value={contract} />
        <button type="button" className="icon-btn" aria-label={t('tokens.copyContract')} onClick={copy}>
          <Icon name={state === 'copied' ? 'check' : 'copy'} size={20} className={state === 'copied' ? 'copied' : ''} />
        </button>
      </Fact>
      {state === 'byHand' && <CopyField label={t('tokens.contractByHand')} value={contract} />}
    </>
  )
}
