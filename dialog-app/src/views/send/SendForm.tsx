import { useEffect, useRef, useState } from 'react'
import { isContractAccount } from '../../features/money/isContractAccount.js'
import { draftToken, feeToken, presetNetwork, sendableTokens, watchDraft } from '../../features/money/send/draft.js'
import { watchScan } from '../../features/money/send/scan/scan.js'
import { needOf } from '../../features/money/send/sendNeed.js'
import { goToNetwork } from '../../features/networks/goToNetwork.js'
import { formatBalance } from '../../lib/format.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { balanceStore } from '../../state/balance.js'
import { findNetwork } from '../../state/networks.js'
import { portfolioStore } from '../../state/portfolio.js'
import { scanStore } from '../../state/scan.js'
import { sendStore } from '../../state/send.js'
import { activeConnection, sessionStore } from '../../state/session.js'
import { Button } from '../../ui/Button.js'
import { Icon } from '../../ui/Icon.js'
import { announce } from '../../ui/live.js'
import { Note } from '../../ui/Note.js'
import { FormView } from '../../ui/templates.js'
import { useKeptFocus } from '../connecting/useKeptFocus.js'
import { useAppName } from '../useAppName.js'
import { AmountCard } from './AmountCard.js'
import { Costs } from './Costs.js'
import { ReceiverField } from './ReceiverField.js'
import { ReceiverNotes } from './ReceiverNotes.js'
import { ReceiverRows } from './ReceiverRows.js'
import { ScanNotes } from './ScanNotes.js'
import { Scanner } from './Scanner.js'
import { useCamera } from './useCamera.js'

/** What, how much and to whom. The button says what is missing. */
export function SendForm() {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const app = useAppName()
  const draft = useDialogStore(sendStore)
  const connection = useDialogStore(sessionStore, activeConnection)
  useDialogStore(portfolioStore)
  useDialogStore(balanceStore)
  const token = draftToken(dialog)
  const native = feeToken(dialog)
  const network = findNetwork(dialog, connection?.networkId)
  const elsewhere = presetNetwork(dialog)
  const need = needOf(draft, token, native, !isContractAccount(dialog))
  const symbol = (need === 'fee' ? native?.symbol : token?.symbol) ?? ''
  const label = t(`send.need.${need}`, { symbol })
  const ready = need === 'nothing' && !elsewhere
  const lacks = need === 'funds' || need === 'fee'
  const has = token && formatBalance(token.amount, token.decimals, { locale, fractionDigits: Math.min(token.decimals, 6) })
  const sentence = lacks && token && network ? t('send.have', { amount: has ?? '', symbol: token.symbol, network: network.name }) : ''
  const scan = useDialogStore(scanStore, ({ status }) => status)
  const isScanning = !draft.preset && (scan === 'asking' || scan === 'running')
  const wasScanning = useRef(false)
  const camera = useCamera()
  const isRefused = draft.failure?.problem === 'refused'
  const [isLost, setLost] = useState(false)

  useKeptFocus()
  // Each time that the form appears: what was known is gone with what was sent.
  useEffect(() => watchDraft(dialog), [dialog])
  useEffect(() => watchScan(dialog), [dialog])
  // Where the camera was is the field again: what was pressed last is gone.
  useEffect(() => {
    const next =
      document.querySelector<HTMLElement>('[data-focus-key="scan"]') ?? document.querySelector<HTMLElement>('[data-focus-key="review"]')
    if (wasScanning.current && !isScanning) next?.focus({ preventScroll: true })
    wasScanning.current = isScanning
  }, [isScanning])
  useEffect(() => {
    if (sentence) announce(dialog, sentence)
  }, [sentence, dialog])

  const submit = () => {
    if (!ready) return
    setLost(false)
    void import('../../features/money/send/review.js').then(
      ({ showReview }) => showReview(dialog),
      // The next press asks for it again.
      () => setLost(true),
    )
  }
  const footer = elsewhere ? (
    <Button onClick={() => goToNetwork(dialog, elsewhere)}>{t('send.switch', { network: elsewhere.name })}</Button>
  ) : (
    <button type="button" className="btn" aria-disabled={!ready || undefined} data-focus-key="review" onClick={submit}>
      <span>{label}</span>
    </button>
  )
  return (
    <FormView title={t('send.title')} tight onSubmit={submit} footer={footer}>
      {isRefused && <Note icon="info" title={t('transaction.refused')} />}
      {isLost && (
        <Note icon="offline" tone="warning" title={t('shell.loadTitle')}>
          {t('shell.loadBody')}
        </Note>
      )}
      {draft.preset && <Note icon="info" title={t('send.presetBy', { app })} />}
      {elsewhere && <Note icon="info" title={t('send.presetNetwork', { network: elsewhere.name })} />}
      <AmountCard token={token} canChoose={!draft.preset && sendableTokens(dialog).length > 1} isWrong={lacks || need === 'validAmount'} />
      {isScanning ? <Scanner /> : <ReceiverField camera={camera} />}
      {sentence && (
        <p className="hint t-label negative" role="status">
          <Icon name="alert" size={16} />
          <span>{sentence}</span>
        </p>
      )}
      {!draft.preset && <ScanNotes />}
      <ReceiverNotes symbol={token?.symbol ?? ''} network={network?.name ?? ''} />
      {draft.recipient.status === 'none' && !draft.preset && !isScanning && <ReceiverRows />}
      {draft.recipient.status === 'known' && network && <Costs cost={draft.cost} network={network} />}
    </FormView>
  )
}
