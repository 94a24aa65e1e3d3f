import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Dialog } from '../lib/dialog.js'
import { testDialog } from '../testing/testDialog.js'
import { configureApi } from './http.js'
import { fetchWallets } from './wallets.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

const id = 'ab'.repeat(32)
const other = 'cd'.repeat(32)
let asked: URL

const answerWith = (body: unknown) =>
  vi.stubGlobal('fetch', async (url: URL) => {
    asked = url
    return Response.json(body)
  })

beforeEach(() => {
  configureApi(dialog, { baseUrls: { api: 'https://api.example' }, projectId: 'p', sdk: { type: 'html', version: '1' } })
  answerWith({ data: [], count: 0 })
})

describe('fetchWallets', () => {
  test('behavior: asks for what was meant, and for nothing else', async () => {
    await fetchWallets(dialog, { page: 2, search: 'zer', chains: ['eip155:1', 'eip155:10'], certified: true, platform: 'ios' })
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      projectId: 'p',
      st: 'html',
      sv: '1',
      page: '2',
      entries: '40',
      search: 'zer',
      chains: 'eip155:1,eip155:10',
      badge_type: 'certified',
      platform: 'ios',
    })
  })

  test('behavior: wallets are named by id or by rdns', async () => {
    await fetchWallets(dialog, { include: [id, 'io.metamask'], exclude: [other, 'io.rabby'] })
    expect([asked.searchParams.get('include'), asked.searchParams.get('rdns'), asked.searchParams.get('exclude')]).toEqual([
      id,
      'io.metamask',
      `${other},io.rabby`,
    ])
  })

  test('behavior: reads what it knows, and pictures come from our own API', async () => {
    const wallet = { id, name: 'A', image_id: other, badge_type: 'certified', chains: ['eip155:1', 'eip155:10', 'tron:1'], rdns: null }
    answerWith({ data: [{ ...wallet, mobile_link: 'a://', surprise: 1 }], count: 7 })
    expect(await fetchWallets(dialog, {})).toEqual({
      count: 7,
      wallets: [
        {
          id,
          name: 'A',
          icon: `https://api.example/getWalletImage/${other}`,
          certified: true,
          namespaces: ['eip155'],
          walletConnect: true,
          mobile_link: 'a://',
        },
      ],
    })
  })

  test('error: an entry that cannot be read is left out; an answer that is none is refused', async () => {
    answerWith({ data: [{ id, name: '' }, null, { id, name: 'B', chains: 'x', supports_wc: false }], count: 3 })
    expect((await fetchWallets(dialog, {})).wallets).toEqual([{ id, name: 'B', certified: false, namespaces: [], walletConnect: false }])
    answerWith({ wallets: [] })
    await expect(fetchWallets(dialog, {})).rejects.toThrow()
  })
})
