// @vitest-environment happy-dom
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadLaterMessages } from '../../../lib/i18n.js'
import { DialogContext } from '../../../lib/useDialog.js'
import { networksStore } from '../../../state/networks.js'
import { states } from '../../../testing/states.js'
import { testDialog } from '../../../testing/testDialog.js'
import { Activity } from './Activity.js'
import { Nfts } from './Nfts.js'

/* What the tabs say where there is nothing to list, or where it is not all of it. */

// Nobody answers.
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))

/** A tab in a state. */
async function draw(Tab: ComponentType, state: string, hasExplorer = true) {
  const dialog = testDialog()
  await loadLaterMessages(dialog)
  const set = states[state] ?? expect.fail(`There is no state ${state}.`)
  set(dialog)
  if (!hasExplorer)
    networksStore(dialog).setState(({ networks }) => ({ networks: networks.map(({ blockExplorers: _, ...network }) => network) }))
  const host = document.createElement('div')
  const root = createRoot(host)
  onTestFinished(() => flushSync(() => root.unmount()))
  flushSync(() =>
    root.render(
      <DialogContext.Provider value={dialog}>
        <Tab />
      </DialogContext.Provider>,
    ),
  )
  return host
}

describe.each([
  ['Activity', Activity, 'activity-unserved', 'Activity on Base isn’t shown here.'],
  ['NFTs', Nfts, 'nfts-unserved', 'NFTs on Base aren’t shown here.'],
])('%s of a network that nobody reads', (_name, Tab, state, sentence) => {
  test('behavior: it says so, and leads to the account on the network’s explorer', async () => {
    const host = await draw(Tab, state)
    expect(host.textContent).toContain(sentence)
    expect(host.textContent).not.toMatch(/yet/)
    expect(host.querySelector('a')?.href).toMatch(/\/address\/0x\w{40}$/)
  })

  test('behavior: where the network has no explorer, nothing else is promised', async () => {
    const host = await draw(Tab, state, false)
    expect(host.textContent).toBe(sentence)
    expect(host.querySelector('a')).toBeNull()
  })
})

test('error: an amount that is not known is said to be unknown, and no number takes its place', async () => {
  const host = await draw(Activity, 'activity-rich')
  const rows = [...host.querySelectorAll('[data-activity]')].map(({ textContent }) => textContent ?? '')
  const unknown = rows.filter((text) => text.includes('Amount unknown'))
  expect(unknown).toHaveLength(1)
  expect(unknown[0]).toContain('Received')
  expect(unknown[0]).toContain('0x94eb…04f2')
  expect(unknown[0]?.replaceAll(/0x[0-9a-f]+…[0-9a-f]+/gi, '')).not.toMatch(/[\d+−]/)
})

describe('NFTs that may be from before', () => {
  test.each([
    ['nfts-old', 'Couldn’t refresh', 'Try again'],
    ['nfts-offline', 'You’re offline', undefined],
  ])('error: %s: they stay, and it is said of them', async (state, sentence, button) => {
    const host = await draw(Nfts, state)
    const note = host.querySelector('[role=status]')
    expect(note?.querySelector('span')?.textContent).toBe(sentence)
    expect(note?.querySelector('button')?.textContent).toBe(button)
    expect(host.querySelectorAll('[data-nft]').length).toBeGreaterThan(0)
  })

  test.each(['nfts-old-empty', 'nfts-offline-empty'])('error: %s: that there are none is not known any more', async (state) => {
    const host = await draw(Nfts, state)
    expect(host.textContent).not.toContain('No NFTs yet')
    expect(host.querySelector('.note')).not.toBeNull()
  })
})
