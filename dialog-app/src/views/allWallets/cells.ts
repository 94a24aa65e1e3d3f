import { useMemo } from 'react'
import type { ListedWallet } from '../../api/wallets.js'
import { normalName } from '../../features/connect/rankRows.js'
import { useWalletRows, type WalletRow } from '../../features/connect/rows.js'
import { useDialogStore } from '../../lib/useDialog.js'
import { directoryStore } from '../../state/directory.js'

/** A wallet of the grid: of the directory, in this browser, or both. */
export type Cell = {
  readonly id: string
  readonly name: string
  readonly icon?: string | undefined
  readonly certified: boolean
  readonly row?: WalletRow
  readonly wallet?: ListedWallet
}

const same = (row: WalletRow, wallet: ListedWallet) =>
  row.id === wallet.rdns || row.id === wallet.id || normalName(row.name) === normalName(wallet.name)

/** Puts what is in this browser first, each wallet once. Pure. */
export function mergeCells(installed: readonly WalletRow[], wallets: readonly ListedWallet[], found: string): readonly Cell[] {
  const wanted = installed.filter((row) => row.name.toLowerCase().includes(found.toLowerCase()))
  const first = wanted.map((row): Cell => {
    const wallet = wallets.find((each) => same(row, each))
    return { id: row.id, name: row.name, icon: row.icon ?? wallet?.icon, certified: wallet?.certified ?? false, row }
  })
  const others = wallets.filter((wallet) => !wanted.some((row) => same(row, wallet)))
  return [...first, ...others.map((wallet): Cell => ({ ...wallet, wallet }))]
}

/** The wallets on screen. */
export function useCells(): readonly Cell[] {
  const rows = useWalletRows()
  const { wallets, found, filter } = useDialogStore(directoryStore)
  return useMemo(() => {
    const { platform, family, certified } = filter
    // A filter for phones or badges says nothing about what is here.
    const here = (row: WalletRow) => row.installed && platform !== 'mobile' && !certified && (!family || row.namespaces.includes(family))
    return mergeCells(rows.filter(here), wallets, found)
  }, [rows, wallets, found, filter])
}
