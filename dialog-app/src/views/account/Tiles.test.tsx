// @vitest-environment happy-dom
import type { Boot, Options } from '@latchkey/protocol'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { loadLaterMessages } from '../../lib/i18n.js'
import { DialogContext } from '../../lib/useDialog.js'
import { sessionStore } from '../../state/session.js'
import { defaultFeatures, settingsStore } from '../../state/settings.js'
import { testDialog } from '../../testing/testDialog.js'
import { Tiles } from './Tiles.js'

const everything: Partial<Boot> = { onramp: true, swaps: { 'eip155:1': { kind: 'v2Router', router: `0x${'a1'.repeat(20)}` } } }

/** Names of the tiles, first to last. */
async function draw(order: readonly string[] | undefined, boot = everything, features = defaultFeatures) {
  const dialog = testDialog()
  await loadLaterMessages(dialog)
  const options = { features: order ? { walletFeaturesOrder: order } : {} } as Options
  settingsStore(dialog).setState({ boot: boot as Boot, options, features })
  sessionStore(dialog).setState({ activeNamespace: 'eip155' })
  const host = document.createElement('div')
  const root = createRoot(host)
  onTestFinished(() => flushSync(() => root.unmount()))
  flushSync(() =>
    root.render(
      <DialogContext value={dialog}>
        <Tiles />
      </DialogContext>,
    ),
  )
  return [...host.querySelectorAll('.tile')].map(({ textContent }) => textContent)
}

test.each([
  ['as specified', undefined, ['Buy', 'Swap', 'Receive', 'Send']],
  ['the page’s own', ['send', 'receive', 'swaps', 'onramp'], ['Send', 'Receive', 'Swap', 'Buy']],
  ['those that it leaves out come last', ['send', 'receive'], ['Send', 'Receive', 'Buy', 'Swap']],
  ['an empty one', [], ['Buy', 'Swap', 'Receive', 'Send']],
  ['what it names twice is there once', ['send', 'send', 'onramp', 'send'], ['Send', 'Buy', 'Swap', 'Receive']],
])('behavior: the order: %s', async (_name, order, expected) => {
  expect(await draw(order)).toEqual(expected)
})

test.each([
  ['nobody sells', { ...everything, onramp: false }, defaultFeatures, ['Swap', 'Receive', 'Send']],
  ['the page sells nothing', everything, { ...defaultFeatures, onramp: false }, ['Swap', 'Receive', 'Send']],
  ['no swaps on this chain family', { onramp: true }, defaultFeatures, ['Buy', 'Receive', 'Send']],
  ['nothing is received', everything, { ...defaultFeatures, receive: false }, ['Buy', 'Swap', 'Send']],
  ['nothing is sent', everything, { ...defaultFeatures, send: false }, ['Buy', 'Swap', 'Receive']],
])('behavior: only what there is: %s', async (_name, boot, features, expected) => {
  expect(await draw(['onramp'], boot, features)).toEqual(expected)
})
