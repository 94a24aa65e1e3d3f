import { startScan } from '../../features/money/send/scan/scan.js'
import { goToNetwork } from '../../features/networks/goToNetwork.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { findNetwork } from '../../state/networks.js'
import { scanStore } from '../../state/scan.js'
import { Note } from '../../ui/Note.js'
import { useAppName } from '../useAppName.js'

function Again() {
  const dialog = useDialog()
  const t = useT()
  return (
    <button type="button" className="btn-inline note-action" onClick={() => void startScan(dialog)}>
      {t('scan.again')}
    </button>
  )
}

/** Why there is no picture, or why a code filled nothing in: what happened, and the way on. */
export function ScanNotes() {
  const dialog = useDialog()
  const t = useT()
  const app = useAppName()
  const state = useDialogStore(scanStore)
  if (state.status === 'failed')
    return (
      <Note icon="alert" tone="warning" title={t(`scan.${state.problem}Title`)}>
        <p>{t(`scan.${state.problem}Body`)}</p>
        <Again />
      </Note>
    )
  if (state.status === 'token')
    return (
      <Note icon="alert" tone="warning" title={t('scan.tokenTitle')}>
        <p>{t('scan.tokenBody')}</p>
        <Again />
      </Note>
    )
  if (state.status !== 'network') return null
  const network = findNetwork(dialog, state.networkId)
  if (!network)
    return (
      <Note icon="alert" tone="warning" title={t('scan.networkUnknownTitle', { app })}>
        <p>{t('scan.networkUnknownBody')}</p>
        <Again />
      </Note>
    )
  return (
    <Note icon="info" title={t('scan.networkTitle', { network: network.name })}>
      <button type="button" className="btn-inline note-action" onClick={() => goToNetwork(dialog, network)}>
        {t('send.switch', { network: network.name })}
      </button>
    </Note>
  )
}
