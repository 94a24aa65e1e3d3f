// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Dialog } from '../../lib/dialog.js'
import { DialogContext } from '../../lib/useDialog.js'
import { networksStore } from '../../state/networks.js'
import { settingsStore } from '../../state/settings.js'
import { walletsStore } from '../../state/wallets.js'
import { network, walletInfo } from '../../testing/fakePage.js'
import { testDialog } from '../../testing/testDialog.js'
import { namedWalletsStore } from './namedWallets.js'
import { anyWalletId } from './rankRows.js'
import { readWalletRows, useLooking, useWalletRows } from './rows.js'

const id = 'ab'.repeat(32)
const harbor = { id, name: 'Harbor', rdns: 'io.harbor' }

let dialog: Dialog
let drawn: { readonly ids: readonly string[]; readonly looking: boolean }
const draws: (typeof drawn)[] = []

function List() {
  const rows = useWalletRows()
  const looking = useLooking()
  drawn = { ids: rows.map((row) => row.id), looking }
  draws.push(drawn)
  return null
}

function draw() {
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => flushSync(() => root.unmount()))
  flushSync(() =>
    root.render(
      <DialogContext value={dialog}>
        <List />
      </DialogContext>,
    ),
  )
}

beforeEach(() => {
  dialog = testDialog()
  draws.length = 0
  networksStore(dialog).setState({ networks: [network(31337)] })
  walletsStore(dialog).setState({ discovered: [walletInfo('io.harbor', 'Harbor'), walletInfo('io.lantern', 'Lantern')] })
})

test('behavior: nothing is shown that the page leaves out by the directory’s id, at no moment', () => {
  settingsStore(dialog).setState({ options: { excludeWalletIds: [id] } })
  draw()
  expect(drawn).toEqual({ ids: [anyWalletId], looking: true })
  flushSync(() => namedWalletsStore(dialog).setState({ asked: [id], wallets: [harbor] }))
  expect(drawn.looking).toBe(false)
  expect(drawn.ids).toContain('io.lantern')
  expect(draws.flatMap(({ ids }) => ids)).not.toContain('io.harbor')
})

test('behavior: only what the page lets in by the directory’s id is shown, once it is known which that is', () => {
  settingsStore(dialog).setState({ options: { includeWalletIds: [id] } })
  draw()
  expect(drawn).toEqual({ ids: [anyWalletId], looking: true })
  flushSync(() => namedWalletsStore(dialog).setState({ asked: [id], wallets: [harbor] }))
  expect(drawn).toEqual({ ids: [anyWalletId, 'io.harbor'], looking: false })
})

test('behavior: nothing is held back for an rdns, or where the directory was asked and did not answer', () => {
  settingsStore(dialog).setState({ options: { excludeWalletIds: ['io.harbor', 'walletConnect'] } })
  draw()
  expect(drawn.looking).toBe(false)
  expect(drawn.ids).toContain('io.lantern')
  expect(drawn.ids).not.toContain('io.harbor')
  flushSync(() => settingsStore(dialog).setState({ options: { excludeWalletIds: [id] } }))
  expect(drawn).toEqual({ ids: [anyWalletId], looking: true })
  flushSync(() => namedWalletsStore(dialog).setState({ asked: [id] }))
  expect(drawn.looking).toBe(false)
  expect(drawn.ids).toEqual(expect.arrayContaining(['io.harbor', 'io.lantern']))
})

test('behavior: a wallet that the page itself opens is found while rows are held back', () => {
  settingsStore(dialog).setState({ options: { excludeWalletIds: [id] } })
  expect(readWalletRows(dialog).map((row) => row.id)).toContain('io.lantern')
})
