import { useEffect } from 'react'
import { problemMessages } from '../../features/money/transactions/problemMessages.js'
import { useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import { type SendFailure, sendStore } from '../../state/send.js'
import { Button } from '../../ui/Button.js'
import { ErrorDetails } from '../../ui/Details.js'
import { Icon } from '../../ui/Icon.js'
import { announce } from '../../ui/live.js'
import { Ring } from '../../ui/Ring.js'
import { Hero } from '../../ui/templates.js'

const messageOf = (problem: string) =>
  Object.hasOwn(problemMessages, problem) ? problemMessages[problem as keyof typeof problemMessages] : problemMessages.unknownNode

/** Nothing was sent, and why. The draft is kept. */
export function SendFailed({ failure: { problem, error }, onEdit }: { readonly failure: SendFailure; readonly onEdit?: () => void }) {
  const dialog = useDialog()
  const t = useT()
  const heading = t('send.failedTitle')
  const body = t(messageOf(problem))
  useEffect(() => announce(dialog, `${heading}. ${body}`, 'assertive'), [heading, body, dialog])
  const edit = onEdit ?? (() => sendStore(dialog).setState(({ failure: _, ...draft }) => draft, true))
  return (
    <Hero
      title={t('send.title')}
      icon={
        <Ring state="stop" shape="circle" mark={{ icon: 'alert', tone: 'negative' }}>
          <span className="g g-72">
            <Icon name="plane" />
          </span>
        </Ring>
      }
      heading={heading}
      body={body}
      hold
      more={<ErrorDetails error={error} />}
      footer={<Button onClick={edit}>{t('send.edit')}</Button>}
    />
  )
}
