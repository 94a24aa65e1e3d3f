import { back, push } from '../features/navigator/view.js'
import { type MessageId, useT } from '../lib/i18n.js'
import { useDialog } from '../lib/useDialog.js'
import { Button } from '../ui/Button.js'
import { Icon, type IconName } from '../ui/Icon.js'
import { Rich } from '../ui/Rich.js'
import { ListView } from '../ui/templates.js'
import './guide/guide.css'

const lines: readonly { readonly icon: IconName; readonly text: MessageId }[] = [
  { icon: 'key', text: 'what.account' },
  { icon: 'card', text: 'what.holds' },
  { icon: 'lock', text: 'what.control' },
]

/** Three sentences for somebody who has never had one. */
export function WhatIsAWallet() {
  const dialog = useDialog()
  const t = useT()
  return (
    <ListView
      title={t('what.title')}
      footer={
        <>
          <Button focusKey="get" onClick={() => push(dialog, 'GetWallet')}>
            {t('what.get')}
          </Button>
          <Button kind="text" onClick={() => void back(dialog)}>
            {t('what.have')}
          </Button>
        </>
      }
    >
      <ul className="what">
        {lines.map(({ icon, text }) => (
          <li key={text}>
            <span className="g">
              <Icon name={icon} size={20} />
            </span>
            <p className="muted">
              <Rich id={text} parts={[<b key="lead" />]} />
            </p>
          </li>
        ))}
      </ul>
    </ListView>
  )
}
