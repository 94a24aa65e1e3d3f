// @vitest-environment happy-dom

import type { CaipNetworkId } from '@latchkey/protocol'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Book, eventsBetween, type Family, families, listen } from '../../testing/connectionBook.js'
import { openAndChoose, type Page } from '../../testing/fakePage.js'
import { facts, familyPage, ids } from '../../testing/familyPage.js'
import { address, otherAddress, scriptedWallet } from '../../testing/scriptedWallet.js'
import { chance } from '../../testing/severalWallets.js'
import { chooseFamily } from '../connect/multiChain.js'
import { readWalletRows } from '../connect/rows.js'
import { disconnectWallet } from './disconnect.js'
import { makeActive } from './switchWallet.js'

beforeEach(() => {
  localStorage.clear()
  // The project leaves it to the page.
  const features = [{ id: 'multi_wallet', isEnabled: true, config: null }]
  vi.stubGlobal('fetch', async () => Response.json({ features, allowedOrigins: [], balances: [] }))
})

const places: Readonly<Record<Family, readonly CaipNetworkId[]>> = {
  eip155: ['eip155:31337', 'eip155:31338'],
  solana: ['solana:one', 'solana:two'],
}
const pool: Readonly<Record<Family, readonly string[]>> = {
  eip155: [address, otherAddress, '0x90F79bf6EB2c4f870365E785982E1f101E93b906'],
  solana: ['one', 'two', 'three'],
}
describe('several wallets', () => {
  test('behavior: 500 random sequences of wallets and users end where a bare book says, with each event once', {
    timeout: 60_000,
  }, async () => {
    const page = await familyPage()
    const heard = listen()
    let told = 0
    const flush = async () => {
      await (await import('./snapshot.js')).flushSnapshot(page.dialog)
      for (const snapshot of page.snapshots.slice(told)) heard.apply(snapshot)
      told = page.snapshots.length
    }
    for (let seed = 1; seed <= 500; seed += 1) {
      const pick = chance(seed)
      const book = new Book()
      for (let step = 0; step < 6; step += 1) {
        const family = families[pick(2)] ?? 'eip155'
        const id = ids[pick(3)] ?? 'io.a'
        const count = pick(3)
        const start = pick(3)
        const addresses = pool[family].slice(start, start + count)
        const networkId = places[family][pick(2)] ?? places[family][0] ?? 'eip155:31337'
        const known = book.find(family, id)
        const key = `${family} ${id}`
        const before = new Map([...book.families].map(([name, list]) => [name, [...list]]))
        const wallet = page.page.wallets[id]
        if (!wallet) throw new Error('No such wallet')
        const action = pick(8)
        if (action <= 1 && addresses.length > 0) {
          page.connect(family, id, addresses, networkId)
          book.asleep.delete(key)
          book.lead(family, { id, addresses, networkId })
        } else if (action === 2) {
          wallet.replies = { eth_accounts: addresses, eth_chainId: '0x7a69', accounts: addresses }
          await page.event(id, 'accountsChanged', addresses, family)
          if (known && addresses.length > 0) book.change(family, id, { addresses })
          else if (known) {
            book.remove(family, id)
            book.asleep.add(key)
          } else if (addresses.length > 0 && book.asleep.delete(key)) {
            const { active } = book
            book.put(family, [...book.list(family), { id, addresses, networkId: places[family][0] ?? networkId }])
            book.active = active ?? family
          }
        } else if (action === 3) {
          const [, reference = ''] = networkId.split(':')
          await page.event(id, 'chainChanged', family === 'eip155' ? `0x${Number(reference).toString(16)}` : reference, family)
          if (known) book.change(family, id, { networkId })
        } else if (action === 4) {
          await page.event(id, 'disconnect', { code: 4900 }, family)
          if (known) book.remove(family, id)
        } else if (action === 5) {
          makeActive(page.dialog, family, id)
          if (known) book.lead(family, known)
        } else if (action === 6) {
          disconnectWallet(page.dialog, family, id)
          book.asleep.delete(key)
          if (known) book.remove(family, id)
        } else if (action === 7) {
          await page.call('disconnect', { namespace: family })
          for (const each of ids) book.asleep.delete(`${family} ${each}`)
          book.put(family, [])
        }
        await flush()
        const where = `seed ${seed}, step ${step}, action ${action}, ${key}`
        expect(facts(page), where).toEqual(book.facts())
        expect(page.stores.session.getState().activeNamespace, where).toBe(book.active)
        expect(heard.take(), where).toEqual(eventsBetween(before, book.families))
        expect(page.state().status === 'connected', where).toBe(book.families.size > 0)
      }
      await page.call('disconnect', {})
      await flush()
      heard.take()
    }
  })
})

describe('a reload', () => {
  test('behavior: brings all of them back, in their order, without another one answering meanwhile', async () => {
    const page = await familyPage()
    page.connect('eip155', 'io.a', [address], 'eip155:31337')
    page.connect('solana', 'io.c', ['one'], 'solana:one')
    page.connect('eip155', 'io.b', [otherAddress], 'eip155:31337')
    await vi.waitFor(() => expect(page.page.resume).toContain('io.b'))
    const slow = scriptedWallet({
      eth_accounts: () => new Promise((resolve) => setTimeout(() => resolve([otherAddress]), 400)),
    })
    const wallets = { 'io.a': scriptedWallet(), 'io.b': slow, 'io.c': scriptedWallet({ accounts: ['one'] }) }
    const again = await familyPage({ wallets, resume: page.page.resume, options: { features: { multiWallet: true } } })
    // A wallet that says its accounts when it is asked for them.
    void again.event('io.c', 'accountsChanged', ['one'], 'solana')
    await vi.waitFor(() => expect(facts(again)).toMatchObject({ eip155: [{ id: 'io.b' }, { id: 'io.a' }], solana: [{ id: 'io.c' }] }))
    expect(again.state().activeNamespace).toBe('eip155')
    const answering = again.snapshots.map(({ wallets: known }) => known.eip155?.id).filter(Boolean)
    expect(new Set(answering)).toEqual(new Set(['io.b']))
  })

  test('behavior: skips what the user disconnected, even with an old record in the page', async () => {
    const boot = { projectId: crypto.randomUUID() }
    const page = await familyPage({ boot })
    page.connect('eip155', 'io.a', [address], 'eip155:31337')
    page.connect('eip155', 'io.b', [otherAddress], 'eip155:31337')
    const old = page.page.resume
    disconnectWallet(page.dialog, 'eip155', 'io.a')
    // The browser lost what we kept but for the marks.
    for (const key of Object.keys(localStorage)) if (/:(connections|otherConnections)$/.test(key)) localStorage.removeItem(key)
    const again = await familyPage({ boot, resume: old })
    await vi.waitFor(() => expect(again.state().status).toBe('connected'))
    expect(facts(again).eip155?.map(({ id }) => id)).toEqual(['io.b'])
    expect(again.page.wallets['io.a']?.calls).toEqual([])
  })
})

describe('tabs', () => {
  test('behavior: agree about who answers, and about one of several wallets that ends', async () => {
    const boot = { projectId: crypto.randomUUID() }
    const first = await familyPage({ boot })
    first.connect('eip155', 'io.a', [address], 'eip155:31337')
    first.connect('eip155', 'io.b', [otherAddress], 'eip155:31337')
    const wallets = { 'io.a': scriptedWallet(), 'io.b': scriptedWallet({ eth_accounts: [otherAddress] }) }
    const second = await familyPage({ boot, wallets, resume: first.page.resume })
    await vi.waitFor(() => expect(facts(second).eip155?.map(({ id }) => id)).toEqual(['io.b', 'io.a']))
    makeActive(first.dialog, 'eip155', 'io.a')
    await vi.waitFor(() => expect(facts(second).eip155?.map(({ id }) => id)).toEqual(['io.a', 'io.b']))
    disconnectWallet(second.dialog, 'eip155', 'io.a')
    await vi.waitFor(() => expect(facts(first).eip155?.map(({ id }) => id)).toEqual(['io.b']))
    expect(first.state().accounts.eip155?.[0]?.address).toBe(otherAddress)
  })
})

describe('multiWallet off', () => {
  test('behavior: another wallet of the family takes the place of the first', async () => {
    const page = await familyPage({ options: { features: { multiWallet: false } } })
    page.connect('eip155', 'io.a', [address], 'eip155:31337')
    page.connect('solana', 'io.c', ['one'], 'solana:one')
    page.connect('eip155', 'io.b', [otherAddress], 'eip155:31337')
    expect(facts(page)).toMatchObject({ eip155: [{ id: 'io.b' }], solana: [{ id: 'io.c' }] })
    expect(page.page.resume).not.toContain('io.a')
  })
})

describe('a wallet of several families', () => {
  test('behavior: is one row, asks which family, and goes on with the next one from the same row', async () => {
    const page = await familyPage()
    await page.call('walletsChanged', {
      wallets: [
        { id: 'io.a', name: 'Fable', rdns: 'io.a', source: 'announced', namespaces: { eip155: {} } },
        { id: 'io.c', name: 'Fable Wallet', source: 'announced', namespaces: { solana: {} } },
      ],
    })
    const rows = () => readWalletRows(page.dialog).filter(({ installed }) => installed)
    expect(rows()).toMatchObject([{ name: 'Fable', namespaces: ['eip155', 'solana'], connectors: { eip155: 'io.a', solana: 'io.c' } }])
    const { session } = await openAndChoose(page as unknown as Page, 'io.a')
    expect(page.stores.view.getState().history.at(-1)?.name).toBe('ConnectingMultiChain')
    const row = rows()[0]
    if (!row) throw new Error('No row')
    chooseFamily(page.dialog, row, 'solana')
    expect(await session).toMatchObject({ namespace: 'solana', wallet: { id: 'io.c' } })
    await openAndChoose(page as unknown as Page, 'io.a').catch(() => undefined)
    chooseFamily(page.dialog, row, 'eip155')
    await vi.waitFor(() => expect(facts(page)).toMatchObject({ eip155: [{ id: 'io.a' }], solana: [{ id: 'io.c' }] }))
  })
})
