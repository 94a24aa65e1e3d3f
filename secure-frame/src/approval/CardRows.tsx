import { type FormEvent, useId, useState } from 'react'
import { type MessageId, t, words } from '../shell/i18n.js'
import { Icon } from '../ui/Icon.js'
import type { Allowance, AssetChange, CallSummary, LookAlike, Row } from '../worker/approve/content.js'
import { limitOf } from '../worker/approve/numbers.js'
import { cutAmount, differences, shorten } from './rowText.js'

function Change({ direction, amount, symbol, tokenId, token, unverified }: AssetChange) {
  const sign = direction === 'out' ? '−' : '+'
  const text =
    tokenId === undefined ? `${sign}${cutAmount(amount ?? '')} ${symbol}` : `${sign}${amount ? `${amount} × ` : ''}${symbol} #${tokenId}`
  return (
    <li className="change">
      <span className="glyph" aria-hidden="true">
        {symbol.slice(0, 1)}
      </span>
      <span className="stack grow">
        <span className="label muted">{t(direction === 'out' ? 'change.out' : 'change.in')}</span>
        <b className={`clip ${direction === 'in' && !unverified ? 'positive' : ''}`}>
          <bdi dir="ltr">{text}</bdi>
        </b>
        {unverified && token !== undefined ? (
          <span className="stranger">
            <span className="badge">{t('row.unverified')}</span>
            <Address value={token} open={undefined} />
          </span>
        ) : null}
      </span>
    </li>
  )
}

/** What leaves and what comes, in this order. */
export function Changes({ changes }: { readonly changes: readonly AssetChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul className="box" aria-label={t('change.label')}>
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is whole and never reordered
        <Change key={index} {...change} />
      ))}
    </ul>
  )
}

/** An address as users compare it, by both ends; pressed, the whole of it. `open`: whole at once. */
function Address({ value, open }: { readonly value: string; readonly open?: boolean | undefined }) {
  return (
    <details className="address" open={open}>
      <summary title={value}>
        <bdi dir="ltr" className="mono">
          {shorten(value)}
        </bdi>
        <Icon name="down" size={16} />
      </summary>
      <bdi dir="ltr" className="mono">
        {value}
      </bdi>
    </details>
  )
}

/** Facts, one to a line. An address is cut, and can be unfolded; one that the user never sent to is shown whole. */
export function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <dl className="rows">
      {rows.map(({ label, value, words: said, kind, firstTime, mark }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is whole and never reordered
        <div key={index}>
          <dt>{t(label as MessageId)}</dt>
          <dd>
            {mark ? <span className={`badge ${mark}`}>{t(`row.${mark}`)}</span> : null}
            {firstTime ? <span className="badge">{t('row.firstTime')}</span> : null}
            {kind === 'address' ? (
              <Address value={value} open={firstTime} />
            ) : (
              <bdi dir={kind === 'text' ? 'auto' : 'ltr'} className={kind === 'text' ? '' : 'mono'}>
                {said ? words(said) : value}
              </bdi>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Every call of a batch, in the order in which they happen. */
export function Calls({ calls }: { readonly calls: readonly CallSummary[] }) {
  return (
    <ol className="box calls" aria-label={t('calls.label')}>
      {calls.map(({ title, rows }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is whole and never reordered
        <li key={index}>
          <b>{words(title)}</b>
          <Rows rows={rows} />
        </li>
      ))}
    </ol>
  )
}

/** Everything that would be signed, whole. */
export function Details({ rows }: { readonly rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <details className="details">
      <summary>
        {t('details')}
        <Icon name="down" size={20} />
      </summary>
      <dl className="raw">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is whole and never reordered
          <div key={index}>
            <dt>{t(row.label as MessageId)}</dt>
            <dd className="mono">
              <bdi dir="ltr">{row.value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Marked({ address, other }: { readonly address: string; readonly other: string }) {
  const changed = differences(address, other)
  return (
    <bdi dir="ltr" className="mono">
      {[...address].map((letter, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: letters of one fixed text
        changed[index] ? <b key={index}>{letter}</b> : <span key={index}>{letter}</span>,
      )}
    </bdi>
  )
}

/** Two addresses that begin and end alike, under each other, whole, with what differs marked. */
export function Similar({ address, known }: LookAlike) {
  return (
    <dl className="box raw similar">
      <div className="this">
        <dt>{t('alike.this')}</dt>
        <dd>
          <Marked address={address} other={known} />
        </dd>
      </div>
      <div>
        <dt>{t('alike.known')}</dt>
        <dd>
          <Marked address={known} other={address} />
        </dd>
      </div>
    </dl>
  )
}

/** A spending limit, and the way to lower it. */
export function Limit({ allowance, onChange }: { readonly allowance: Allowance; readonly onChange: (amount: string) => void }) {
  const { symbol, amount, balance, editable } = allowance
  const [editing, setEditing] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const field = useId()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = limitOf(String(new FormData(event.currentTarget).get('amount') ?? ''), allowance)
    setWrong(typed === undefined)
    if (typed === undefined) return
    setEditing(false)
    onChange(typed)
  }
  return (
    <div className="box stack gap">
      <div className="change">
        <span className="glyph" aria-hidden="true">
          {symbol.slice(0, 1)}
        </span>
        <span className="stack grow">
          <span className="label muted">{t('limit.label')}</span>
          <b className={amount === null ? 'warning' : ''}>
            {amount === null ? t('limit.unlimited', { symbol }) : <bdi dir="ltr">{`${amount} ${symbol}`}</bdi>}
          </b>
        </span>
        {editable ? (
          <button type="button" className="btn-inline" aria-expanded={editing} onClick={() => setEditing(!editing)}>
            {t('limit.edit')}
          </button>
        ) : null}
      </div>
      {editing ? (
        <form onSubmit={save} className="stack gap">
          <label className="label" htmlFor={field}>
            {t('limit.field', { symbol })}
          </label>
          <input
            id={field}
            name="amount"
            className="field"
            inputMode="decimal"
            autoComplete="off"
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${field}-wrong` : undefined}
            onInput={() => setWrong(false)}
            defaultValue={amount ?? balance ?? ''}
            dir="ltr"
          />
          {isWrong ? (
            <p id={`${field}-wrong`} className="label negative" role="alert">
              {t('limit.wrong')}
            </p>
          ) : null}
          <button type="submit" className="btn soft">
            {t('limit.save')}
          </button>
        </form>
      ) : null}
      {editable && !editing && balance !== undefined && amount === null ? (
        <button type="button" className="btn soft" onClick={() => onChange(balance)}>
          {t('limit.toBalance', { amount: cutAmount(balance), symbol })}
        </button>
      ) : null}
    </div>
  )
}
