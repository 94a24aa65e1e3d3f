import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { t, words } from '../shell/i18n.js'
import type { ApprovalActions } from '../shell/store.js'
import { Icon } from '../ui/Icon.js'
import { Note } from '../ui/Note.js'
import { Origin } from '../ui/Origin.js'
import { plainTransfer } from '../worker/approve/place.js'
import type { ApprovalView } from '../worker/contract.js'
import { Calls, Changes, Details, Limit, Rows, Similar } from './CardRows.js'
import { isAtEnd } from './cardHeight.js'
import { TypedTransfer, useTypedTransfer } from './TypedTransfer.js'
import { useArmed } from './useArmed.js'
import { useReportedHeight } from './useReportedHeight.js'

type Props = {
  readonly approval: ApprovalView
  readonly actions: ApprovalActions
  /** Where it is drawn. `typed`: in a frame that cannot be proven visible, where what is sent has to be typed. */
  readonly place: 'frame' | 'window' | 'typed'
  /** What is offered when it cannot be approved here. */
  readonly elsewhere?: ReactNode
  /** Lets the user show that it is them. */
  readonly onProve?: () => void
}

function Progress({ total }: { readonly total: number }) {
  if (total < 2) return null
  return (
    <div className="progress" aria-hidden="true">
      {Array.from({ length: total }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal marks
        <i key={index} className={index === 0 ? 'on' : ''} />
      ))}
    </div>
  )
}

/** A message is read to its end before it can be signed. */
function useReadToEnd(text: string | undefined) {
  const box = useRef<HTMLElement>(null)
  const [read, setRead] = useState(text === undefined)
  const onScroll = () => {
    if (box.current && isAtEnd(box.current)) setRead(true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another box
  useEffect(() => {
    const element = box.current
    setRead(!element)
    if (!element) return
    // Called when it is first laid out, too, which a frame that is still hidden is not; and in a wider one there may be nothing to scroll any more.
    const observer = new ResizeObserver(onScroll)
    observer.observe(element)
    return () => observer.disconnect()
  }, [text])
  return { box, read, onScroll }
}

/** Enter is what a page can have somebody type without looking; a key that is held down is no answer either. The space bar presses the button. */
function refuseHaste(event: KeyboardEvent): void {
  if (event.key === 'Enter' || event.repeat) event.preventDefault()
}

/** What an approval shows, and the two answers. Its origin, its effects and its buttons are drawn here and nowhere else. */
export function ApprovalCard({ approval, actions, place, elsewhere, onProve }: Props) {
  const { requestId, state, digest, content, total, origin, verified, unproven } = approval
  const card = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [once, setOnce] = useState<string | null>(null)
  const boxed = content?.kind !== 'signIn' || content.readWhole === true
  const { box, read, onScroll } = useReadToEnd(content?.message)
  const { typed, matches, type } = useTypedTransfer(digest, plainTransfer(content))
  const isTyped = place !== 'typed' || matches
  const key = `${requestId}|${state}|${digest}|${once === digest}|${read}|${isTyped}`
  const { armed, covered, small, accepts } = useArmed(card, key, place)

  useReportedHeight(card, actions)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next request's heading is read out
  useEffect(() => heading.current?.focus(), [requestId])

  const refuse = (answer: 'reject' | 'rejectAll') => void actions.decide({ requestId, digest, answer })
  const approve = (event: MouseEvent) => {
    if (!accepts(event) || !read || !isTyped || state !== 'ready' || !content || content.blocked) return
    if (content.twice && once !== digest) return setOnce(digest)
    void actions.decide({ requestId, digest, answer: 'approve', place, ...(place === 'typed' ? { typed } : {}) })
  }
  const title = content ? words(content.title) : t('preparing')
  const working = state === 'working'
  const ready = armed && read && isTyped && state === 'ready'
  const label = content?.twice && once === digest ? t('confirm.twice') : content ? t(`confirm.${content.confirm}`) : t('confirm.confirm')

  // What a signature does with money stands before the text that says it.
  const text =
    content?.message !== undefined && boxed ? (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text has to be reachable by keyboard
      <section ref={box} className="message" onScroll={onScroll} tabIndex={0} aria-label={t('message.label')} dir="auto">
        {content.message}
      </section>
    ) : null

  return (
    <main ref={card} className="card" data-view="ApproveTransaction" data-state={state}>
      <header className="header">
        <span className="label muted">{total > 1 ? t('queue', { position: 1, total }) : null}</span>
        <h1 ref={heading} tabIndex={-1} id="title">
          {title}
        </h1>
        <span />
      </header>
      <Origin origin={origin} verified={verified} />
      <div className="body">
        <div className="inner">
          <Progress total={total} />
          {content ? (
            <>
              {content.warnings.map((warning, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is whole and never reordered
                <Note key={index} tone={warning.tone} title={words(warning.title)} text={words(warning.text)} />
              ))}
              <Changes changes={content.changes} />
              {content.allowance ? (
                <Limit key={digest} allowance={content.allowance} onChange={(amount) => void actions.setLimit(requestId, amount)} />
              ) : null}
              {content.lookAlike ? <Similar {...content.lookAlike} /> : null}
              {content.kind === 'typedData' ? null : text}
              {content.calls ? <Calls calls={content.calls} /> : null}
              <Rows rows={content.rows} />
              {content.kind === 'typedData' ? text : null}
              {unproven ? <Note tone="warn" title={t('proof.title')} text={t('proof.text')} /> : null}
              {content.notes?.map((note) => (
                <p key={note.id} className="label muted">
                  {words(note)}
                </p>
              ))}
              {content.message !== undefined && !boxed ? (
                <details className="details">
                  <summary>
                    {t('message.whole')}
                    <Icon name="down" size={20} />
                  </summary>
                  <pre className="message" dir="auto">
                    {content.message}
                  </pre>
                </details>
              ) : null}
              <Details rows={content.details} />
            </>
          ) : (
            <div className="skeletons" role="status" aria-label={t('preparing')}>
              <i />
              <i />
              <i />
            </div>
          )}
          {covered || small ? elsewhere : null}
        </div>
      </div>
      <footer className="footer">
        {read ? null : <p className="label muted center">{t('message.scroll')}</p>}
        {place === 'typed' ? <TypedTransfer typed={typed} type={type} /> : null}
        <div className="btn-row">
          <button type="button" className="btn soft" onClick={() => refuse('reject')} disabled={working}>
            {t('reject')}
          </button>
          {unproven && onProve && !content?.blocked ? (
            <button type="button" className="btn" onClick={onProve} data-testid="prove">
              {t('window.continue')}
            </button>
          ) : content?.blocked ? null : (
            <button
              type="button"
              className={`btn ${ready || working ? '' : 'arming'}`}
              aria-disabled={!ready}
              onClick={approve}
              onKeyDown={refuseHaste}
              data-testid="approve"
            >
              {working ? <span className="ring" aria-hidden="true" /> : null}
              {working ? t('working') : label}
            </button>
          )}
        </div>
        {total > 1 ? (
          <button type="button" className="btn-text" onClick={() => refuse('rejectAll')} disabled={working}>
            {t('rejectAll', { total })}
          </button>
        ) : null}
      </footer>
    </main>
  )
}
