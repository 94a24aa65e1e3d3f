import { useT } from '../../lib/i18n.js'
import { Button } from '../../ui/Button.js'
import { Icon } from '../../ui/Icon.js'
import type { CopyState } from '../../ui/useCopy.js'
import { canShare, shareText } from './shareText.js'

type CopyAndShareProps = { readonly address: string; readonly state: CopyState; readonly onCopy: () => void }

/** What one does with an address: copies it, or hands it to another app where the browser can. */
export function CopyAndShare({ address, state, onCopy }: CopyAndShareProps) {
  const t = useT()
  return (
    <div className="with-square">
      <Button icon={state === 'copied' ? 'check' : 'copy'} focusKey="copy" onClick={onCopy}>
        {t(state === 'copied' ? 'account.copied' : 'receive.copy')}
      </Button>
      {canShare(address) && (
        <button type="button" className="btn btn-soft square" aria-label={t('receive.share')} onClick={() => void shareText(address)}>
          <Icon name="share" size={20} />
        </button>
      )}
    </div>
  )
}
