import { TransNoContext } from '@lingui/react/server'
import type { ReactElement } from 'react'
import { type MessageId, type MessageValues, useI18n } from '../lib/i18n.js'

type RichProps = {
  readonly id: MessageId
  readonly values?: MessageValues
  /** What `<0>…</0>`, `<1>…</1>` in the message become; its words are put inside. */
  readonly parts: readonly ReactElement[]
}

/** A sentence with something in it: a link, an emphasis, an address. Translators move the parts about as their grammar wants. */
export function Rich({ id, values, parts }: RichProps) {
  const { i18n } = useI18n()
  return <TransNoContext lingui={{ i18n }} id={id} values={{ ...values }} components={Object.fromEntries(parts.entries())} />
}
