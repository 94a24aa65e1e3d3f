import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerSessionMessage, revokeSessionMessage } from '@latchkey/protocol'
import { handleOps } from '@latchkey/secure-frame/src/testing/handleOps.ts'
import { openSmartAccount } from '@latchkey/secure-frame/src/testing/smartAccount.ts'
import { createPermissions } from '@latchkey/secure-frame/src/worker/security/permissions.ts'
import type { SignerContext } from '@latchkey/secure-frame/src/worker/signers/context.ts'
import { prepareGrant } from '@latchkey/secure-frame/src/worker/signers/permissions/grant.ts'
import { createRecords } from '@latchkey/secure-frame/src/worker/signers/permissions/records.ts'
import { prepareRevoke } from '@latchkey/secure-frame/src/worker/signers/permissions/revoke.ts'
import { signForSafe } from '@latchkey/secure-frame/src/worker/signers/safe/message.ts'
import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { writeGenesis } from '@latchkey/testkit/src/chains/localContracts.js'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { installSafeContracts } from '@latchkey/testkit/src/chains/safeContracts.js'
import { everyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { createPublicClient, type Hex, hashMessage, http, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServices } from '../startServices.js'
import { contractForLength } from '../testing/signingContract.js'
import { writeSites } from '../testing/sites.js'

/* Permissions of real smart accounts on a real chain, recorded by the wallet's own code. */

const chainId = 31_337
let folder: string
let node: Awaited<ReturnType<typeof startAnvil>>
let sites: Awaited<ReturnType<typeof writeSites>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-sessions-'))
  sites = await writeSites()
  node = await startAnvil({ chainId, args: ['--init', await writeGenesis({ chainId, folder })] })
  await installSafeContracts(node.url)
}, 300_000)
afterAll(async () => {
  await node?.stop()
  await sites?.remove()
  await rm(folder, { recursive: true, force: true })
})

describe.each(everyDatabase)('permissions that a server knows of, on $name', (kind) => {
  let database: TestDatabase
  let running: RunningServices
  const start = (url: string) =>
    startTestServices({
      database: database.options,
      folders: sites.folders,
      node: url,
      chains: [{ ...localChain(url), ...contractsConfig(chainId), blockTime: 0, testnet: true }],
      limits: { api: { perSecond: 100, burst: 1_000 }, names: { perSecond: 100, burst: 1_000 } },
    })
  beforeAll(async () => {
    database = await kind.open()
    running = await start(node.url)
  }, 60_000)
  afterAll(async () => {
    await running?.close()
    await database?.remove()
  })

  const get = (path: string, project = 'open') => ask(running.port, `${urls.api}/v1/sessions/${path}?projectId=${project}`)
  const post = (path: string, body: object) =>
    ask(running.port, `${urls.api}/v1/sessions/${path}?projectId=open`, { method: 'POST', body: JSON.stringify(body) })
  const reasonOf = (answer: { readonly status: number; readonly json: unknown }) => [
    answer.status,
    (answer.json as { reasons?: readonly { description: string }[] }).reasons?.[0]?.description,
  ]

  /** The wallet's requests reach the server by its port, whatever host it has. */
  const send: typeof fetch = async (input, init) => {
    const { method = 'GET', body } = init ?? {}
    const { status, text } = await ask(running.port, String(input), { method, ...(body ? { body: String(body) } : {}) })
    return new Response(text || null, { status })
  }

  async function open() {
    const { context: bare, smart, address } = await openSmartAccount(node, handleOps(node.url, chainId))
    const records = createRecords({ api: urls.api, projectId: 'open', build: 'test', origin: urls.app }, send)
    const context: SignerContext = { ...bare, origin: urls.app, records }
    const spender = privateKeyToAccount(generatePrivateKey()).address
    const id = `eip155:${chainId}:${address.toLowerCase()}`
    const sign = (text: string) => signForSafe(context, smart, hashMessage(text))
    const list = async () => ((await get(id)).json as { pcis: readonly Record<string, unknown>[] }).pcis
    return { context, smart, address, id, spender, sign, list }
  }
  type User = Awaited<ReturnType<typeof open>>

  async function grant({ context, spender }: User, expiry = Math.floor(Date.now() / 1_000) + 3_600) {
    const permission = { type: 'native-token-periodic', data: { periodAmount: '0x64', periodDuration: 86_400 } }
    const rules = [{ type: 'expiry', data: { timestamp: expiry } }]
    const prepared = await prepareGrant([{ chainId: numberToHex(chainId), to: spender, permission, rules }], context)
    const [answer] = (await prepared.execute(prepared.payload)) as readonly { readonly context: Hex }[]
    return { contract: answer?.context ?? '0x', expiry }
  }
  const remove = async ({ context }: User, contract: Hex) => {
    const prepared = await prepareRevoke([{ permissionContext: contract }], context)
    await prepared.execute(prepared.payload)
  }

  test('behavior: the wallet tells of what it granted, the window says whose site it is, and of what it removed', async () => {
    const user = await open()
    expect(await user.list()).toEqual([])
    const { contract, expiry } = await grant(user)
    const [row] = await user.list()
    expect(row).toEqual({
      pci: expect.stringMatching(/^[0-9a-f-]{36}$/),
      project: { id: 'open', name: expect.any(String), url: urls.app, iconUrl: '' },
      expiry,
      createdAt: expect.any(Number),
      signer: { type: 'account', data: { address: user.spender.toLowerCase() } },
      permissions: [{ type: 'native-token-periodic', data: { periodAmount: '0x64', periodDuration: 86_400 } }],
      policies: [],
      context: contract.toLowerCase(),
      revokedAt: null,
    })
    const window = createPermissions({ smartContexts: async () => [user.context] })
    const shown = await window.permissions(undefined, { signal: new AbortController().signal })
    expect(shown.permissions).toMatchObject([{ contract, site: urls.app }])
    await remove(user, contract)
    expect(await user.list()).toMatchObject([{ context: contract.toLowerCase(), revokedAt: expect.any(Number) }])
  })

  test('behavior: what was removed without telling is found on the chain', async () => {
    const user = await open()
    const { contract } = await grant(user)
    const { records: _, ...silent } = user.context
    await remove({ ...user, context: silent }, contract)
    expect(await user.list()).toMatchObject([{ revokedAt: expect.any(Number) }])
  })

  test('error: nothing is called revoked that can still be used, nor by anybody else, nor twice', async () => {
    const [user, thief] = [await open(), await open()]
    const { contract, expiry } = await grant(user)
    await grant(thief)
    const [{ pci } = { pci: '' }] = await user.list()
    const text = revokeSessionMessage(user.id, String(pci))
    const signature = await user.sign(text)
    const path = `${user.id}/revoke`
    expect(reasonOf(await post(path, { pci, signature }))).toEqual([409, expect.stringContaining('still on the chain')])
    expect(await user.list()).toMatchObject([{ revokedAt: null }])
    // Of another account, of another id, of the registration, of a key.
    const key = privateKeyToAccount(generatePrivateKey())
    const registration = registerSessionMessage({ account: user.id, context: contract, origin: urls.app })
    const foreign = [
      await thief.sign(text),
      await user.sign(revokeSessionMessage(user.id, crypto.randomUUID())),
      await user.sign(registration),
      await key.signMessage({ message: text }),
    ]
    for (const wrong of foreign) expect(reasonOf(await post(path, { pci, signature: wrong }))).toEqual([401, 'Invalid signature'])
    expect(
      reasonOf(await post(`${thief.id}/revoke`, { pci, signature: await thief.sign(revokeSessionMessage(thief.id, String(pci))) })),
    ).toEqual([400, 'PCI not found'])
    const { records: _, ...silent } = user.context
    await remove({ ...user, context: silent }, contract)
    const done = await post(path, { pci, signature })
    expect([done.status, done.text]).toEqual([200, ''])
    expect(reasonOf(await post(path, { pci, signature }))).toEqual([400, 'PCI revoked'])
    await grant(user, expiry)
    const [again] = await user.list()
    expect(again).toMatchObject({ context: contract.toLowerCase(), revokedAt: null })
    expect(again?.pci).not.toBe(pci)
    expect(reasonOf(await post(path, { pci, signature }))).toEqual([400, 'PCI not found'])
  })

  test('error: a site that the project does not allow, a permission that there is none of, a signature of somebody else', async () => {
    const [user, other] = [await open(), await open()]
    const { contract } = await grant(user)
    const tell = async (by: User, body: { context: string; origin: string }) => {
      const signature = await by.sign(registerSessionMessage({ account: user.id, ...body }))
      return reasonOf(await post(user.id, { ...body, signature }))
    }
    expect(await tell(user, { context: contract, origin: 'https://evil.example' })).toEqual([403, 'Origin Not Allowed'])
    expect(await tell(other, { context: contract, origin: urls.app })).toEqual([401, 'Invalid signature'])
    expect(await tell(user, { context: user.spender, origin: urls.app })).toEqual([400, 'PCI not found'])
    const { contract: foreign } = await grant(other)
    expect(await tell(user, { context: foreign, origin: urls.app })).toEqual([400, 'PCI not found'])
    const [before] = await user.list()
    expect((await tell(user, { context: contract, origin: urls.app }))[0]).toBe(200)
    expect(await user.list()).toEqual([before])
  })

  test('behavior: an account whose contract confirms a signature of any length tells of its permission, and of its end', async () => {
    const user = await open()
    const { contract } = await grant(user)
    const { records: _, ...silent } = user.context
    const ask = createPublicClient({ transport: http(node.url) })
    const setCode = (code: Hex) => ask.request({ method: 'anvil_setCode', params: [user.address, code] } as never)
    const safe = (await ask.getCode({ address: user.address as Hex })) ?? '0x'
    for (const length of [0, 1, 31, 32, 64, 65, 66, 130]) {
      await setCode(contractForLength(length))
      const tell = (bytes: number) => post(user.id, { context: contract, origin: urls.app, signature: `0x${'00'.repeat(bytes)}` })
      expect([length, (await tell(length)).status, (await tell(length + 1)).status]).toEqual([length, 200, 401])
    }
    const [{ pci } = { pci: '' }] = await user.list()
    await setCode(safe)
    await remove({ ...user, context: silent }, contract)
    await setCode(contractForLength(0))
    expect(await post(`${user.id}/revoke`, { pci, signature: '0x' })).toMatchObject({ status: 200 })
  })

  test.each([
    ['solana:mainnet:abc', 400, 'Invalid CAIP-10 address'],
    ['0x12', 400, 'Invalid CAIP-10 address'],
    ['eip155:31337:0x12', 400, 'Invalid CAIP-10 address'],
    ['eip155:31337', 400, 'Invalid CAIP-10 address'],
    ['cosmos:cosmoshub-4:cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd03', 400, 'Invalid CAIP-10 address'],
    ['tron:1:0x00000000000000000000000000000000000a11ce', 400, 'Invalid CAIP-10 address'],
    ['%00', 400, 'Invalid CAIP-10 address'],
    ['eip155:31337:0x00000000000000000000000000000000000a11ce%00', 400, 'Invalid CAIP-10 address'],
    ['eip155:1%ED%A0%80:0x00000000000000000000000000000000000a11ce', 400, 'Invalid CAIP-10 address'],
  ])('error: %s is no account', async (id, status, description) => {
    expect(reasonOf(await get(id))).toEqual([status, description])
    expect(reasonOf(await post(id, {}))).toEqual([status, description])
    expect(reasonOf(await post(`${id}/revoke`, {}))).toEqual([status, description])
  })

  test.each([
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
    'bip122:000000000019d6689c085ae165831e93:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'cosmos:cosmoshub-4:cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02',
    'polkadot:91b171bb158e2d3848fa23a9f1c25182:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  ])('behavior: %s, an account of another family, has none, and cannot tell of any', async (id) => {
    const answer = await get(id)
    expect([answer.status, answer.json]).toEqual([200, { pcis: [] }])
    for (const path of [id, `${id}/revoke`]) expect(reasonOf(await post(path, {}))).toEqual([400, 'Invalid CAIP-10 address'])
  })

  test('behavior: the bare address of the account is enough to record that a permission was removed: its network is that of the permission', async () => {
    const [user, thief] = [await open(), await open()]
    const { contract } = await grant(user)
    const [{ pci } = { pci: '' }] = await user.list()
    const text = revokeSessionMessage(user.id, String(pci))
    const signature = await user.sign(text)
    const revoke = async (id: string, body: object = {}) => reasonOf(await post(`${id}/revoke`, { pci, signature, ...body }))
    expect(await revoke(user.address)).toEqual([409, expect.stringContaining('still on the chain')])
    // What is signed names the network.
    const bare = await user.sign(revokeSessionMessage(user.address.toLowerCase(), String(pci)))
    expect(await revoke(user.address, { signature: bare })).toEqual([401, 'Invalid signature'])
    expect(await revoke(user.address, { signature: await thief.sign(text) })).toEqual([401, 'Invalid signature'])
    expect(await revoke(thief.address, { signature: await thief.sign(text) })).toEqual([400, 'PCI not found'])
    expect(await revoke(user.address, { pci: crypto.randomUUID() })).toEqual([400, 'PCI not found'])
    const { records: _, ...silent } = user.context
    await remove({ ...user, context: silent }, contract)
    const done = await post(`${user.address}/revoke`, { pci, signature })
    expect([done.status, done.text]).toEqual([200, ''])
    expect(await revoke(user.address)).toEqual([400, 'PCI revoked'])
    // A list is of one network.
    expect(reasonOf(await get(user.address))).toEqual([400, 'Invalid CAIP-10 address'])
  })

  test('error: a site that is no page’s address, or has characters that no database keeps', async () => {
    const user = await open()
    const { contract } = await grant(user)
    for (const origin of ['javascript:alert(1)', 'x:\0', 'https://shop.example.com/\0', 'x:\ud800', 'x:y z', 'x:ü']) {
      const signature = await user.sign(registerSessionMessage({ account: user.id, context: contract, origin }))
      const answer = await post(user.id, { context: contract, origin, signature })
      expect([origin, answer.status]).toEqual([origin, 422])
    }
    for (const pci of ['\0', 'ffffffff-ffff-4fff-8fff-ffffffffff\0'])
      for (const id of [user.id, user.address]) expect((await post(`${id}/revoke`, { pci, signature: '0x12' })).status).toBe(422)
  })

  test('behavior: another network has none; an unknown project and another shape are refused; nothing is cached', async () => {
    const nobody = `eip155:9:0x${'1'.repeat(40)}`
    const answer = await get(nobody)
    expect([answer.status, answer.json, answer.headers['cache-control']]).toEqual([200, { pcis: [] }, 'no-store'])
    expect((await get(nobody, 'nobody')).status).toBe(401)
    expect((await post(nobody, {})).status).toBe(422)
    expect((await post(`${nobody}/revoke`, { pci: 'x', signature: '0x12' })).status).toBe(422)
    const large = { pci: crypto.randomUUID(), signature: `0x${'00'.repeat(70_000)}` }
    expect((await post(`${nobody}/revoke`, large)).status).toBe(413)
  })

  test('error: a chain that does not answer is said, and nothing is invented', async () => {
    const user = await open()
    await grant(user)
    const [{ pci } = { pci: '' }] = await user.list()
    await running.close()
    running = await start('http://127.0.0.1:9')
    expect((await get(user.id)).status).toBe(503)
    const signature = await user.sign(revokeSessionMessage(user.id, String(pci)))
    expect((await post(`${user.id}/revoke`, { pci, signature })).status).toBe(503)
    await running.close()
    running = await start(node.url)
    expect(await user.list()).toMatchObject([{ revokedAt: null }])
  })
})
