import { useEffect, useId, useRef, useState } from 'react'
import { setReceiver, takesNames } from '../../features/money/send/draft.js'
import { startScan } from '../../features/money/send/scan/scan.js'
import { shortAddress } from '../../lib/format.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { sendStore } from '../../state/send.js'
import { Address } from '../../ui/Bdi.js'
import { Icon } from '../../ui/Icon.js'
import { announce } from '../../ui/live.js'
import { Spinner } from '../../ui/Spinner.js'
import { useRecipientName } from './useRecipientName.js'

/** Reads the clipboard inside the tap; a browser that does not let a frame read it has its own way to paste. */
const canPaste = () => typeof navigator.clipboard?.readText === 'function'

/**
 * Whom to send to: an address or a name, written, pasted or scanned.
 *
 * @param camera there is one
 */
export function ReceiverField({ camera }: { readonly camera: boolean }) {
  const dialog = useDialog()
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const found = useRef<HTMLDivElement>(null)
  const { receiver, recipient, preset } = useDialogStore(sendStore)
  const [refused, setRefused] = useState(false)
  const { status } = recipient
  const before = useRef(status)
  const isBad = status === 'invalid' || status === 'otherFamily' || status === 'noName' || status === 'token'
  const name = useRecipientName(status === 'known' ? recipient : undefined)
  const said = status === 'known' ? `${name ?? ''} ${shortAddress(recipient.address)}` : ''

  useEffect(() => {
    if (said) announce(dialog, t('send.found', { recipient: said }))
  }, [said, t, dialog])
  // It takes the place of the field, or of the row that was pressed.
  useEffect(() => {
    if (status === 'known' && before.current !== status && document.activeElement === document.body)
      found.current?.focus({ preventScroll: true })
    before.current = status
  }, [status])

  async function paste() {
    try {
      const text = await navigator.clipboard.readText()
      setReceiver(dialog, text.trim(), { now: true })
    } catch {
      setRefused(true)
      input.current?.focus()
    }
  }
  const clear = () => {
    setReceiver(dialog, '')
    requestAnimationFrame(() => input.current?.focus())
  }
  if (status === 'known')
    return (
      <div className="field receiver" ref={found} tabIndex={-1}>
        <span className="g g-24">
          <Icon name="user" size={16} />
        </span>
        <div className="in">
          <span className="t-micro muted">{t('send.to')}</span>
          <span className="hstack clip">
            {name && <bdi className="strong clip">{name}</bdi>}
            <Address value={recipient.address} />
          </span>
        </div>
        {!preset && (
          <button type="button" className="icon-btn" aria-label={t('send.clear')} onClick={clear}>
            <Icon name="close" size={20} />
          </button>
        )}
      </div>
    )
  return (
    <div className={`field ${isBad ? 'is-bad' : ''}`}>
      <div className="in">
        <label htmlFor={id}>{t('send.to')}</label>
        <input
          id={id}
          ref={input}
          dir="ltr"
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={255}
          readOnly={preset !== undefined}
          placeholder={t(takesNames(dialog) ? 'send.nameOrAddress' : 'send.address')}
          value={receiver}
          aria-invalid={isBad || undefined}
          onChange={(event) => setReceiver(dialog, event.currentTarget.value)}
          onPaste={(event) => {
            event.preventDefault()
            setReceiver(dialog, event.clipboardData.getData('text').trim(), { now: true })
          }}
        />
      </div>
      {status === 'checking' && <Spinner />}
      {receiver === '' && !preset && canPaste() && !refused && (
        <button type="button" className="btn-inline" onClick={() => void paste()}>
          {t('send.paste')}
        </button>
      )}
      {receiver === '' && !preset && camera && (
        <button
          type="button"
          className="icon-btn"
          aria-label={t('scan.title')}
          data-focus-key="scan"
          onClick={() => void startScan(dialog)}
        >
          <Icon name="scan" size={20} />
        </button>
      )}
      {receiver !== '' && !preset && (
        <button type="button" className="icon-btn" aria-label={t('send.clear')} onClick={clear}>
          <Icon name="close" size={20} />
        </button>
      )}
    </div>
  )
}
