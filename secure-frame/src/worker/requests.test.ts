import { codes, type Network, type SecureBoot } from '@latchkey/protocol'
import { authRoutes, vaultRoutes } from '@latchkey/protocol/schemas/account'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createApprovals } from './approve/approvals.js'
import { createContacts } from './contacts.js'
import type { ApprovalView } from './contract.js'
import { createOwnAccounts } from './ownAccounts.js'
import { createRequests } from './requests.js'
import { createProof } from './security/proof.js'
import { createBatches } from './signers/calls/batches.js'
import { openVisits, type Visit } from './vault/testing/visits.js'
import type { Wallet } from './vault/wallet.js'

let visits: Awaited<ReturnType<typeof openVisits>>
beforeAll(async () => {
  visits = await openVisits()
})
beforeEach(() => visits.tick())
afterAll(() => visits?.close())

const network: Network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'One',
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: {},
}
const boot: SecureBoot = {
  projectId: 'open',
  origin: 'http://app.localhost',
  verified: true,
  mode: 'production',
  api: 'http://api.localhost',
  dialog: 'http://dialog.localhost',
  secure: 'http://secure.localhost',
  approvalSurface: 'frame',
  caps: { newDeviceUsd: 100 },
  networks: [network],
  defaultNetwork: null,
  passkeyDomain: 'secure.localhost',
  smartAccounts: [],
  contracts: {},
  defaultAccountType: 'eoa',
  build: '1',
}

/** What a page's requests meet in one document of the frame. */
async function requestsOf({ storage, session, wallet }: Pick<Visit, 'storage' | 'session' | 'wallet'>) {
  let view: ApprovalView | null = null
  const shown: string[] = []
  const approvals = createApprovals((next) => {
    view = next
    if (next) shown.push(next.requestId)
  })
  const accounts = await createOwnAccounts(storage, boot)
  const contacts = createContacts(storage, async () => (await session.stored())?.user.id)
  const proof = createProof(session, wallet, approvals.proven)
  const parts = { boot, session, storage, wallet, proof, approvals, contacts, accounts, batches: createBatches(storage) }
  return {
    requests: createRequests(parts),
    shown,
    view: () => view as ApprovalView | null,
    ready: () => vi.waitFor(() => expect(view?.state).toBe('ready')),
    approve() {
      const { requestId, digest } = view as unknown as ApprovalView
      return approvals.decide({ requestId, digest, answer: 'approve', place: 'frame' })
    },
    reject: () => approvals.decide({ requestId: '1', digest: null, answer: 'reject' }),
  }
}
const hello = '0x48656c6c6f'

/** Another user signs in on a page's device. */
async function signInAnother(page: Visit) {
  visits.world.clock.now += 60_000
  await page.storage.delete('last-email-login')
  await page.signIn(visits.newEmail())
  await page.wallet.open()
}

test('behavior: a request that is withdrawn while the wallet still opens is never shown', async () => {
  const page = await visits.visit()
  await page.signIn(visits.newEmail())
  const { eip155 } = await page.wallet.open()
  page.wallet.lock()
  const { requests, shown } = await requestsOf(page)
  const control = new AbortController()
  const asked = requests.ask('1', 'personal_sign', [hello, eip155], network, control.signal)
  control.abort()
  await expect(asked).rejects.toMatchObject({ code: codes.userRejected, message: 'Request was aborted' })
  expect(shown).toEqual([])
})

test.each(['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'signIns'])(
  'error: each approval (%s) of an account that carries the code of a contract says so, and names it',
  async (method) => {
    const contract = `0x${'ab'.repeat(20)}`
    const real = fetch
    const answers: Record<string, unknown> = { eth_getCode: `0xef0100${contract.slice(2)}`, eth_getBlockByNumber: { baseFeePerGas: '0x1' } }
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (!String(input).includes('/v1/')) return real(input, init)
      const { method: asked } = JSON.parse(String(init?.body)) as { method: string }
      return Response.json({ result: answers[asked] ?? '0x5208' })
    })
    const page = await visits.visit()
    await page.signIn(visits.newEmail())
    const { eip155 } = await page.wallet.open()
    const { requests, ready, view, reject } = await requestsOf(page)
    const EIP712Domain = [{ name: 'chainId', type: 'uint256' }]
    const types = { EIP712Domain, Mail: [{ name: 'a', type: 'string' }] }
    const { host } = new URL(boot.origin)
    const fields = `URI: ${boot.origin}\nVersion: 1\nChain ID: 1\nNonce: 12345678\nIssued At: 2026-01-01T00:00:00Z`
    const message = `${host} wants you to sign in with your Ethereum account:\n${eip155}\n\n\n${fields}`
    const params: Record<string, unknown> = {
      personal_sign: [hello, eip155],
      eth_signTypedData_v4: [eip155, { types, primaryType: 'Mail', domain: { chainId: 1 }, message: { a: 'b' } }],
      eth_sendTransaction: [{ from: eip155, to: eip155, value: '0x1' }],
    }
    const asked =
      method === 'signIns'
        ? requests.askSignIns('1', [{ network, message }], page.signal)
        : requests.ask('1', method, params[method], network, page.signal)
    const ended = expect(asked).rejects.toMatchObject({ code: codes.userRejected })
    await ready()
    expect(view()?.content?.warnings.map(({ title }) => title.id)).toContain('warn.foreignCode')
    expect(view()?.content?.rows[0]).toEqual({ label: 'row.foreignCode', value: contract, kind: 'address' })
    await reject()
    await ended
    vi.unstubAllGlobals()
  },
)

test('error: what was shown for one user is not signed by another one who signed in meanwhile, in another tab', async () => {
  const page = await visits.visit()
  await page.signIn(visits.newEmail())
  const tab = await visits.visit({ storage: page.storage })
  const { eip155 } = await tab.wallet.open()
  const { requests, ready, approve } = await requestsOf(tab)
  const outcome = requests.ask('1', 'personal_sign', [hello, eip155], network, tab.signal).then(
    (signature) => signature,
    (error: { readonly data?: unknown }) => error.data,
  )
  await ready()
  await signInAnother(page)
  await approve()
  expect(await outcome).toEqual({ reason: 'session_expired' })
})

test('error: nor when they sign in at the very moment of the signature', async () => {
  const page = await visits.visit()
  await page.signIn(visits.newEmail())
  const tab = await visits.visit({ storage: page.storage })
  const { eip155 } = await tab.wallet.open()
  const wallet: Wallet = {
    ...tab.wallet,
    async withKey(...parameters) {
      await signInAnother(page)
      return tab.wallet.withKey(...parameters)
    },
  }
  const { requests, ready, approve } = await requestsOf({ ...tab, wallet })
  const outcome = requests.ask('1', 'personal_sign', [hello, eip155], network, tab.signal).catch((error) => error.data)
  await ready()
  await approve()
  expect(await outcome).toEqual({ reason: 'session_expired' })
})

test('error: what one user was asked stands in no log of another one', async () => {
  const page = await visits.visit()
  await page.signIn(visits.newEmail())
  const called: string[] = []
  const tab = await visits.visit({ storage: page.storage, intercept: (path) => void called.push(path) })
  const { eip155 } = await tab.wallet.open()
  const { requests, ready, reject } = await requestsOf(tab)
  const asked = requests.ask('1', 'personal_sign', [hello, eip155], network, tab.signal)
  await ready()
  await signInAnother(page)
  await reject()
  await expect(asked).rejects.toMatchObject({ code: codes.userRejected })
  await tab.session.call(authRoutes.me, {})
  expect(called).toContain(authRoutes.me.path)
  expect(called).not.toContain(vaultRoutes.report.path)
})

test('error: nobody is asked who signed out while the request was looked at', async () => {
  const page = await visits.visit()
  await page.signIn(visits.newEmail())
  const { eip155 } = await page.wallet.open()
  const wallet: Wallet = {
    ...page.wallet,
    async open() {
      const addresses = await page.wallet.open()
      await page.session.end()
      return addresses
    },
  }
  const { requests, shown } = await requestsOf({ ...page, wallet })
  await expect(requests.ask('1', 'personal_sign', [hello, eip155], network, page.signal)).rejects.toMatchObject({
    data: { reason: 'session_expired' },
  })
  expect(shown).toEqual([])
})
