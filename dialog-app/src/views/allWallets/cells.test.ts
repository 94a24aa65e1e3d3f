import { describe, expect, test } from 'vitest'
import type { ListedWallet } from '../../api/wallets.js'
import type { WalletRow } from '../../features/connect/rows.js'
import { mergeCells } from './cells.js'

const listed = (id: string, more: Partial<ListedWallet> = {}): ListedWallet => ({
  id,
  name: id,
  certified: false,
  namespaces: ['eip155'],
  walletConnect: true,
  ...more,
})
const installed = (id: string, name = id): WalletRow => ({ id, name, installed: true, namespaces: ['eip155'] })
const names = (...parameters: Parameters<typeof mergeCells>) => mergeCells(...parameters).map(({ name }) => name)

describe('mergeCells', () => {
  test('behavior: what is here comes first, and each wallet once, by rdns or by name', () => {
    const directory = [listed('A'), listed('B', { rdns: 'io.b' }), listed('c')]
    expect(names([installed('io.b', 'Bee'), installed('io.c', 'C')], directory, '')).toEqual(['Bee', 'C', 'A'])
  })

  test('behavior: a search leaves out what is here under another name', () => {
    expect(names([installed('io.b', 'Bee'), installed('io.h', 'Harbor')], [listed('Hardy')], 'har')).toEqual(['Harbor', 'Hardy'])
  })

  test('behavior: the certified tick comes from the directory alone', () => {
    const [cell] = mergeCells([installed('io.b', 'B')], [listed('B', { certified: true })], '')
    expect(cell).toMatchObject({ certified: true, row: { id: 'io.b' } })
    expect(mergeCells([installed('io.x', 'X certified')], [], '')[0]?.certified).toBe(false)
  })
})
