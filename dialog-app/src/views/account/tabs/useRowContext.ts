import type { Network } from '@latchkey/protocol'
import type { Messages } from '@lingui/core'
import { useMemo } from 'react'
import { type Translate, useI18n } from '../../../lib/i18n.js'
import type { Numbers } from '../../../lib/numbers.js'
import { useDialogStore } from '../../../lib/useDialog.js'
import { useNumbers } from '../../../lib/useNumbers.js'
import { networksStore } from '../../../state/networks.js'

/** What the rows of a list read, besides what each is about. */
export type RowContext = {
  readonly t: Translate
  /** What `t` reads: a row is drawn anew when these change. */
  readonly messages: Messages
  readonly numbers: Numbers
  readonly networks: readonly Network[]
}

/** Reads for a whole list what its rows need. A row that comes and goes within a scroll has no subscriptions of its own then. */
export function useRowContext(): RowContext {
  const { t, i18n } = useI18n()
  const numbers = useNumbers()
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const { messages } = i18n
  return useMemo(() => ({ t, messages, numbers, networks }), [t, messages, numbers, networks])
}
