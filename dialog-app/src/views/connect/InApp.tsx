import { useT } from '../../lib/i18n.js'
import { inAppBrowser } from '../../lib/inAppBrowser.js'
import { useDialogStore } from '../../lib/useDialog.js'
import { settingsStore } from '../../state/settings.js'
import { CopyField } from '../../ui/CopyField.js'
import { Note } from '../../ui/Note.js'
import { useCopy } from '../../ui/useCopy.js'
import { inAppName } from './inAppName.js'

/** What an app's own browser cannot do, and the way to one that can: no page can open it, so its address is copied. */
export function InApp() {
  const t = useT()
  const app = inAppBrowser()
  const url = useDialogStore(settingsStore, ({ pageUrl }) => pageUrl)
  const { state, copy } = useCopy(url, t('pair.copied'))
  if (!app) return null
  return (
    <>
      <Note icon="info" title={t('connect.inAppTitle', { app: inAppName(app) })}>
        {t('connect.inAppBody')}{' '}
        {url && (
          <button type="button" className="btn-inline" onClick={() => void copy()}>
            {t(state === 'copied' ? 'pair.copied' : 'connect.inAppCopy')}
          </button>
        )}
      </Note>
      {state === 'byHand' && <CopyField label={t('common.copyByHand')} value={url} />}
    </>
  )
}
