import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AccountName, defaultEvmCoinType, type NameSuggestions, registrationMessage } from '@latchkey/protocol'
import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { localContracts, writeGenesis } from '@latchkey/testkit/src/chains/localContracts.js'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { everyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import {
  type Address,
  createClient,
  type Hex,
  hexToBigInt,
  http,
  numberToHex,
  parseAbi,
  parseSignature,
  publicActions,
  serializeSignature,
  testActions,
  toHex,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RunningServices } from '../startServices.js'
import { contractForLength, deployer, signingContract } from '../testing/signingContract.js'
import { writeSites } from '../testing/sites.js'

/* Names on a real chain with real contracts: the registry is asked over HTTP, and by viem through the resolver of the zone (EIP-3668). */

const zone = 'wallet.test'
const localCoin = 0x80000000 + 31_337
const { ens, faucet } = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
const resolver = ens?.offchainResolver ?? expect.fail('There is no resolver.')
const gatewayKey = generatePrivateKey()
/** The order of the curve (SEC 2). */
const secp256k1Order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** The ninth development account, whose primary name is alice.eth. */
const alice = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'

let folder: string
let node: Awaited<ReturnType<typeof startAnvil>>
let sites: Awaited<ReturnType<typeof writeSites>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-names-'))
  sites = await writeSites()
  node = await startAnvil({ chainId: 31_337, args: ['--init', await writeGenesis({ chainId: 31_337, folder })] })
  await fromFaucet(resolver, 'function setGateway(string,address)', [
    `${urls.api}/ccip/{sender}/{data}.json`,
    privateKeyToAccount(gatewayKey).address,
  ])
}, 60_000)
afterAll(async () => {
  await node?.stop()
  await sites?.remove()
  await rm(folder, { recursive: true, force: true })
})

/** A client that asks gateways at the port of a server, whatever name the gateway has: Node does not know names under `.localhost`. */
function chain(port = 0) {
  const local = {
    ...localChain(node.url),
    rpcUrls: { default: { http: [node.url] } },
    contracts: { ensUniversalResolver: { address: ens?.universalResolver as Address } },
  }
  const request = async ({ data, sender, urls: [url = ''] }: { data: Hex; sender: Address; urls: readonly string[] }) => {
    const answer = await ask(port, url.replace('{sender}', sender).replace('{data}', data))
    const said = answer.json as { data: Hex; message?: string }
    if (answer.status !== 200) throw new Error(said.message)
    return said.data
  }
  return createClient({ chain: local, transport: http(), pollingInterval: 20, ccipRead: { request } })
    .extend(testActions({ mode: 'anvil' }))
    .extend(publicActions)
    .extend(walletActions)
}

async function send(to: Address, data: Hex): Promise<void> {
  const client = chain()
  await client.impersonateAccount({ address: faucet })
  const hash = await client.sendTransaction({ account: faucet, to, data })
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
}

async function fromFaucet(to: Address, signature: string, args: readonly unknown[]): Promise<void> {
  const client = chain()
  await client.impersonateAccount({ address: faucet })
  const abi = parseAbi([signature] as never) as never
  const [, functionName = ''] = /function (\w+)/.exec(signature) ?? []
  const hash = await client.writeContract({ account: faucet, address: to, abi, functionName, args } as never)
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
}

const nowSeconds = () => Math.floor(Date.now() / 1_000)
const newOwner = () => privateKeyToAccount(generatePrivateKey())

describe.each(everyDatabase)('names on $kind', ({ open }) => {
  let database: TestDatabase
  let running: RunningServices
  beforeAll(async () => {
    database = await open()
    running = await startTestServices({
      database: database.options,
      folders: sites.folders,
      node: node.url,
      limits: { api: { perSecond: 1_000, burst: 10_000 }, names: { perSecond: 1_000, burst: 10_000 } },
      chains: [{ ...localChain(node.url), blockTime: 0, testnet: true, ...contractsConfig(31_337) }],
      names: { zones: [zone, 'old.example'], reserved: ['acme'], perOwner: 2, gateway: { resolver, key: gatewayKey } },
    })
  }, 120_000)
  afterAll(async () => {
    await running?.close()
    await database?.remove()
  }, 60_000)

  const get = (path: string, query: Record<string, string> = {}) =>
    ask(running.port, `${urls.api}${path}?${new URLSearchParams({ projectId: 'open', ...query })}`)
  const post = (path: string, body: object | string, query = 'projectId=open') =>
    ask(running.port, `${urls.api}${path}?${query}`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
  type Owner = ReturnType<typeof newOwner>
  /** What an owner asks for, signed. */
  const signed = async (owner: Owner, message: string, more: object = {}) => ({
    coin_type: localCoin,
    address: owner.address,
    message,
    signature: await owner.signMessage({ message }),
    ...more,
  })
  const register = async (owner: Owner, label: string, more: object = {}) =>
    post('/v1/profile/account', await signed(owner, registrationMessage(`${label}.${zone}`, nowSeconds()), more))
  const reason = ({ status, json }: Awaited<ReturnType<typeof ask>>) => [
    status,
    (json as { reasons?: { description: string }[] }).reasons?.[0]?.description,
  ]
  const nameOf = async (address: string, query = {}) => ((await get(`/v1/identity/${address}`, query)).json as { name: string | null }).name
  let count = 0
  /** A label that nothing else here has. */
  const fresh = () => `visitor-x${(count++).toString(16)}${'abcd'[count % 4]}k`

  test('behavior: a registered name is found by name and by address, is the identity of its owner, and stands in the boot of dialogs', async () => {
    const owner = newOwner()
    const label = fresh()
    expect(await nameOf(owner.address)).toBeNull()
    const registered = await register(owner, label)
    expect(registered.status).toBe(200)
    const name = `${label}.${zone}`
    const address = owner.address.toLowerCase()
    const { success, ...shown } = registered.json as AccountName & { readonly success: boolean }
    expect(success).toBe(true)
    expect(shown).toMatchObject({
      name,
      attributes: {},
      addresses: { 60: { address }, [localCoin]: { address }, [defaultEvmCoinType]: { address } },
    })
    expect(shown).not.toHaveProperty('owner')
    expect((await get(`/v1/profile/account/${name.toUpperCase()}`)).json).toEqual(shown)
    expect((await get(`/v1/profile/reverse/${owner.address}`)).json).toEqual([shown])
    const identity = await get(`/v1/identity/${owner.address}`)
    expect(identity.json).toMatchObject({ name })
    expect(identity.headers['cache-control']).toMatch(/^public, max-age=(?:59|60)$/)
    const document = await ask(running.port, `${urls.dialog}/?project=open&origin=http://localhost:1`)
    expect(document.text).toContain(`"nameZones":["${zone}","old.example"]`)
  })

  test('behavior: viem resolves a registered name through the resolver on the chain, and what else is said of it', async () => {
    const owner = newOwner()
    const label = fresh()
    const name = `${label}.${zone}`
    const client = chain(running.port)
    expect(await client.getEnsAddress({ name })).toBeNull()
    expect((await register(owner, label)).status).toBe(200)
    expect(await client.getEnsAddress({ name })).toBe(owner.address)
    expect((await client.getEnsAddress({ name, coinType: BigInt(localCoin) }))?.toLowerCase()).toBe(owner.address.toLowerCase())
    expect(await client.getEnsAddress({ name, coinType: 0n })).toBeNull()
    const message = JSON.stringify({ name, attributes: { bio: 'Hello there' }, timestamp: nowSeconds() })
    const said = await post(`/v1/profile/account/${name}/attributes`, await signed(owner, message))
    expect([said.status, said.json]).toEqual([200, { bio: 'Hello there' }])
    expect(await client.getEnsText({ name, key: 'bio' })).toBe('Hello there')
    expect(await client.getEnsText({ name, key: 'url' })).toBeNull()
  })

  test('security: an answer of the gateway that somebody else signed is refused by the chain', async () => {
    const owner = newOwner()
    const label = fresh()
    expect((await register(owner, label)).status).toBe(200)
    const client = chain(running.port)
    const original = client.ccipRead
    const request = original ? original.request : undefined
    if (!request) throw new Error('There is no way to ask gateways.')
    // The address in the answer becomes another one.
    const forged = async (question: Parameters<typeof request>[0]) => {
      const answer = await request(question)
      expect(answer).toContain(owner.address.slice(2).toLowerCase())
      return answer.replace(owner.address.slice(2).toLowerCase(), faucet.slice(2).toLowerCase()) as Hex
    }
    Object.assign(client, { ccipRead: { request: forged } })
    expect(await client.getEnsAddress({ name: `${label}.${zone}` }).catch(() => 'refused')).not.toBe(faucet)
  })

  test('behavior: of ten who register one name at the same time one gets it', async () => {
    const label = fresh()
    const owners = Array.from({ length: 10 }, newOwner)
    const answers = await Promise.all(owners.map((owner) => register(owner, label)))
    const winners = owners.filter((_, index) => answers[index]?.status === 200)
    expect(winners).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(reason(answer)).toEqual([400, 'Name is already registered'])
    const found = (await get(`/v1/profile/account/${label}.${zone}`)).json as AccountName
    expect(found.addresses[60]?.address).toBe(winners[0]?.address.toLowerCase())
    expect(await Promise.all(owners.map(({ address }) => nameOf(address).then(Boolean)))).toEqual(
      owners.map((owner) => owner === winners[0]),
    )
  })

  test('behavior: of names that one owner registers at the same time as many are theirs as one may have', async () => {
    const owner = newOwner()
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(owner, fresh())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(reason(answer)).toEqual([400, 'This address has as many names as it may have'])
  })

  test('security: what was signed once works once: at the same time, as another request, and with the other signature of the same message', async () => {
    const owner = newOwner()
    const name = `${fresh()}.${zone}`
    const body = await signed(owner, registrationMessage(name, nowSeconds()))
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('/v1/profile/account', body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    const used = [400, 'Message is already used']
    // A registration has the shape of a change of what is said of the name.
    expect(reason(await post(`/v1/profile/account/${name}/attributes`, body))).toEqual(used)
    // Every signature of secp256k1 has a second one, with the other `s`.
    const { r, s, yParity } = parseSignature(body.signature)
    const other = serializeSignature({ r, s: numberToHex(secp256k1Order - hexToBigInt(s), { size: 32 }), yParity: 1 - yParity })
    expect((await post('/v1/profile/account', { ...body, signature: other })).status).not.toBe(200)
    const change = JSON.stringify({ name, attributes: { bio: 'One' }, timestamp: nowSeconds() })
    const changes = await Promise.all(
      Array.from({ length: 5 }, async () => post(`/v1/profile/account/${name}/attributes`, await signed(owner, change))),
    )
    expect(changes.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  })

  test('error: names that look like one that is taken, reserved ones, and what is no name', async () => {
    const label = fresh()
    expect((await register(newOwner(), `${label}-10o`)).status).toBe(200)
    expect(reason(await register(newOwner(), `${label}-lo0`))).toEqual([400, 'Name is already registered'])
    for (const reserved of ['support', 'supp0rt', 'sup-port', 'adrnin', 'ACME', 'wa11et'])
      expect([reserved, ...reason(await register(newOwner(), reserved))]).toEqual([reserved, 400, 'This name is reserved'])
    for (const [text, why] of [
      ['abc', 'A name has at least 4 characters'],
      ['a'.repeat(64), 'A name has at most 63 characters'],
      ['-mira', 'A hyphen stands alone, between other characters'],
      ['xn--80ak6aa92e', 'A hyphen stands alone, between other characters'],
      // Cyrillic а; Greek ο; fullwidth; an invisible joiner; a dot.
      ['mirа', 'A name has letters, digits and hyphens only'],
      ['cοffee', 'A name has letters, digits and hyphens only'],
      ['ｍｉｒａ', 'A name has letters, digits and hyphens only'],
      ['mi\u200dra', 'A name has letters, digits and hyphens only'],
      ['my.mira', 'A name has letters, digits and hyphens only'],
    ] as const)
      expect([text, ...reason(await register(newOwner(), text))]).toEqual([text, 400, why])
    const elsewhere = await signed(newOwner(), registrationMessage('mira.eth', nowSeconds()))
    expect(reason(await post('/v1/profile/account', elsewhere))).toEqual([400, 'Names of this zone are not registered here'])
  })

  test('error: a message that is too old, too early, used, of another key, of another shape', async () => {
    const owner = newOwner()
    const label = fresh()
    const name = `${label}.${zone}`
    const at = async (timestamp: number) => post('/v1/profile/account', await signed(owner, registrationMessage(name, timestamp)))
    expect(reason(await at(nowSeconds() - 310))).toEqual([400, 'Expired timestamp'])
    expect(reason(await at(nowSeconds() + 310))).toEqual([400, 'Expired timestamp'])
    const body = await signed(owner, registrationMessage(name, nowSeconds()))
    expect(reason(await post('/v1/profile/account', { ...body, address: newOwner().address }))).toEqual([401, 'Invalid signature'])
    expect(reason(await post('/v1/profile/account', { ...body, address: owner.address.replace('0x', '0x0').slice(0, 42) }))).toEqual([
      400,
      'Invalid address',
    ])
    expect(reason(await post('/v1/profile/account', { ...body, coin_type: 0 }))).toEqual([400, 'Unsupported coin type'])
    for (const message of [
      `{"name":"${name}","attributes":{},"timestamp": ${nowSeconds()}}`,
      `{"name":"${name}","name":"${name}","attributes":{},"timestamp":${nowSeconds()}}`,
      `{"name":"${name}","attributes":{},"timestamp":${nowSeconds()},"more":1}`,
      `{"name":"${name}","attributes":{"bio":"<b>"},"timestamp":${nowSeconds()}}`,
      'no JSON',
    ])
      expect((await post('/v1/profile/account', await signed(owner, message))).status).toBe(400)
    // None of them used the message up.
    expect((await post('/v1/profile/account', body)).status).toBe(200)
    expect(reason(await post('/v1/profile/account', body))).toEqual([400, 'Message is already used'])
    const change = await signed(owner, JSON.stringify({ name, attributes: { bio: 'One' }, timestamp: nowSeconds() }))
    const path = `/v1/profile/account/${name}/attributes`
    expect((await post(path, change)).status).toBe(200)
    expect(reason(await post(path, change))).toEqual([400, 'Message is already used'])
  })

  test('error: only its owner changes a name; a change for another name is none for this one', async () => {
    const owner = newOwner()
    const [first, second] = [`${fresh()}.${zone}`, `${fresh()}.${zone}`]
    for (const name of [first, second]) expect((await register(owner, name.slice(0, -zone.length - 1))).status).toBe(200)
    const message = JSON.stringify({ name: first, attributes: { bio: 'Mine' }, timestamp: nowSeconds() })
    expect(reason(await post(`/v1/profile/account/${first}/attributes`, await signed(newOwner(), message)))).toEqual([
      401,
      'Address is not the owner of the name',
    ])
    expect(reason(await post(`/v1/profile/account/${second}/attributes`, await signed(owner, message)))).toEqual([
      400,
      'The message is about another name',
    ])
    expect(reason(await post(`/v1/profile/account/nobody-has-it.${zone}/attributes`, await signed(owner, message)))).toEqual([
      404,
      'Name is not registered',
    ])
    expect(reason(await register(owner, fresh()))).toEqual([400, 'This address has as many names as it may have'])
  })

  test('behavior: a name that was handed to another address is shown for neither, as the other one never asked for it', async () => {
    const owner = newOwner()
    const other = newOwner()
    const label = fresh()
    const name = `${label}.${zone}`
    expect((await register(owner, label)).status).toBe(200)
    for (const coin_type of [localCoin, 60]) {
      const message = JSON.stringify({ name, coin_type, address: other.address, timestamp: nowSeconds() })
      const path = coin_type === 60 ? 'address' : 'addresses'
      const moved = await post(`/v1/profile/account/${name}/${path}`, await signed(owner, message))
      expect([moved.status, (moved.json as AccountName['addresses'])[coin_type]?.address]).toEqual([200, other.address.toLowerCase()])
    }
    expect(await chain(running.port).getEnsAddress({ name })).toBe(other.address)
    expect([await nameOf(owner.address), await nameOf(other.address)]).toEqual([null, null])
    expect((await get(`/v1/profile/reverse/${owner.address}`, { apiVersion: '2' })).json).toEqual([])
  })

  test('behavior: the name of a key leads to it on every EVM chain, and back; one that says another address for a chain, to that', async () => {
    const owner = newOwner()
    const other = newOwner()
    const label = fresh()
    const name = `${label}.${zone}`
    expect((await register(owner, label)).status).toBe(200)
    const client = chain(running.port)
    const base = 0x80000000 + 8_453
    for (const coinType of [60, base, 0x80000000 + 10, localCoin, defaultEvmCoinType])
      expect((await client.getEnsAddress({ name, coinType: BigInt(coinType) }))?.toLowerCase()).toBe(owner.address.toLowerCase())
    expect(await nameOf(owner.address, { chainId: 'eip155:8453' })).toBe(name)
    const message = JSON.stringify({ name, coin_type: base, address: other.address, timestamp: nowSeconds() })
    expect((await post(`/v1/profile/account/${name}/address`, await signed(owner, message))).status).toBe(200)
    expect((await client.getEnsAddress({ name, coinType: BigInt(base) }))?.toLowerCase()).toBe(other.address.toLowerCase())
    expect([await nameOf(owner.address, { chainId: 'eip155:8453' }), await nameOf(owner.address, { chainId: 'eip155:10' })]).toEqual([
      null,
      name,
    ])
  })

  test('behavior: a contract owns a name by what it says of a signature, before (ERC-6492) and after (ERC-1271) it is deployed', async () => {
    const key = newOwner()
    const contract = signingContract(key.address)
    const byContract = async (label: string, how: (signature: Hex) => Hex, more: object = {}) => {
      const message = registrationMessage(`${label}.${zone}`, nowSeconds())
      const signature = how(await key.signMessage({ message }))
      return post('/v1/profile/account', { coin_type: localCoin, address: contract.address, message, signature, ...more })
    }
    const plain = (signature: Hex) => signature
    const [before, after] = [fresh(), fresh()]
    expect(reason(await byContract(before, plain))).toEqual([401, 'Invalid signature'])
    const counterfactual = await byContract(before, contract.wrap)
    expect(counterfactual.status).toBe(200)
    // On another chain the same address may be somebody else's.
    expect(Object.keys((counterfactual.json as AccountName).addresses)).toEqual([String(localCoin)])
    await send(deployer, contract.deployment)
    expect((await byContract(after, plain)).status).toBe(200)
    expect(await nameOf(contract.address)).toBe(`${before}.${zone}`)
    const onChain = async (chainId: string) => nameOf(contract.address, { chainId })
    expect([await onChain('eip155:31337'), await onChain('eip155:8453'), await onChain('eip155:1')]).toEqual([
      `${before}.${zone}`,
      null,
      null,
    ])
    const client = chain(running.port)
    const resolve = (coinType?: bigint) =>
      client.getEnsAddress({ name: `${before}.${zone}`, ...(coinType === undefined ? {} : { coinType }) })
    expect((await resolve(BigInt(localCoin)))?.toLowerCase()).toBe(contract.address.toLowerCase())
    for (const coinType of [undefined, 60n, 0x80000000n + 8_453n, BigInt(defaultEvmCoinType)]) expect(await resolve(coinType)).toBeNull()
    const everywhere = JSON.stringify({
      name: `${before}.${zone}`,
      coin_type: defaultEvmCoinType,
      address: contract.address,
      timestamp: nowSeconds(),
    })
    const asked = await post(`/v1/profile/account/${before}.${zone}/address`, {
      ...(await signed(key, everywhere)),
      address: contract.address,
    })
    expect(reason(asked)).toEqual([400, 'A contract has no address for all chains'])
    const stranger = signingContract(newOwner().address)
    const message = registrationMessage(`${fresh()}.${zone}`, nowSeconds())
    const forged = stranger.wrap(await key.signMessage({ message }))
    expect(
      reason(await post('/v1/profile/account', { coin_type: localCoin, address: stranger.address, message, signature: forged })),
    ).toEqual([401, 'Invalid signature'])
    // Who may sign for the contract changes the name as the contract, and not as themselves.
    const name = `${before}.${zone}`
    const change = JSON.stringify({ name, attributes: { bio: 'By contract' }, timestamp: nowSeconds() })
    const path = `/v1/profile/account/${name}/attributes`
    expect(reason(await post(path, await signed(key, change)))).toEqual([401, 'Address is not the owner of the name'])
    const byStranger = { ...(await signed(newOwner(), change)), address: contract.address }
    expect(reason(await post(path, byStranger))).toEqual([401, 'Invalid signature'])
    const said = await post(path, { ...(await signed(key, change)), address: contract.address })
    expect([said.status, said.json]).toEqual([200, { bio: 'By contract' }])
  })

  test.each([0, 1, 31, 32, 64, 65, 66, 130])('behavior: a contract that confirms %i bytes registers a name with them', async (length) => {
    const { address } = newOwner()
    const register = (bytes: number) => {
      const message = registrationMessage(`${fresh()}.${zone}`, nowSeconds())
      return post('/v1/profile/account', { coin_type: localCoin, address, message, signature: `0x${'00'.repeat(bytes)}` })
    }
    expect(reason(await register(length))).toEqual([401, 'Invalid signature'])
    await chain().setCode({ address, bytecode: contractForLength(length) })
    expect((await register(length)).status).toBe(200)
    expect(reason(await register(length + 1))).toEqual([401, 'Invalid signature'])
  })

  test('behavior: suggestions say whether a name is free, and name free ones like it', async () => {
    const label = fresh()
    const of = async (name: string, query = {}) => (await get(`/v1/profile/suggestions/${name}`, query)).json as NameSuggestions
    const before = await of(label)
    expect(before.suggestions[0]).toEqual({ name: `${label}.${zone}`, registered: false })
    expect((await register(newOwner(), label)).status).toBe(200)
    const [own, ...others] = (await of(label.toUpperCase(), { zone })).suggestions
    expect(own).toEqual({ name: `${label}.${zone}`, registered: true })
    expect(others).toHaveLength(4)
    const [first] = others
    expect((await register(newOwner(), first?.name.slice(0, -zone.length - 1) ?? '')).status).toBe(200)
    const later = (await of(label)).suggestions
    expect(later).not.toContainEqual({ name: first?.name, registered: false })
    expect((await of('support')).suggestions[0]?.registered).toBe(true)
    expect((await of(label, { zone: 'old.example' })).suggestions[0]?.name).toBe(`${label}.old.example`)
    expect((await of(label, { zone: '' })).suggestions[0]?.name).toBe(`${label}.${zone}`)
    expect(reason(await get('/v1/profile/suggestions/ab'))).toEqual([400, 'A name has at least 4 characters'])
    expect(reason(await get(`/v1/profile/suggestions/${label}`, { zone: 'reown.id' }))).toEqual([
      400,
      'Names of this zone are not registered here',
    ])
  })

  test('behavior: names of the Ethereum Name Service come first', async () => {
    const found = (await get('/v1/profile/account/alice.eth')).json as AccountName
    expect(found).toMatchObject({ name: 'alice.eth', registered_at: null, addresses: { 60: { address: alice } } })
    expect((await get(`/v1/profile/reverse/${alice}`)).json).toMatchObject([{ name: 'alice.eth' }])
    // A contract at her address exists on this chain alone; code that she delegates to (EIP-7702) leaves the address with her key.
    const types = async () => Object.keys(((await get('/v1/profile/account/alice.eth')).json as AccountName).addresses)
    const everywhere = ['60', String(defaultEvmCoinType)]
    expect(await types()).toEqual(everywhere)
    onTestFinished(() => chain().setCode({ address: alice, bytecode: '0x' }))
    await chain().setCode({ address: alice, bytecode: '0x60006000fd' })
    expect(await types()).toEqual(['60'])
    await chain().setCode({ address: alice, bytecode: `0xef0100${'11'.repeat(20)}` })
    expect(await types()).toEqual(everywhere)
    expect(reason(await get('/v1/profile/account/nobody-has-this.eth'))).toEqual([404, 'Name is not registered'])
    expect((await get('/v1/profile/account/nobody-has-this.eth', { apiVersion: '2' })).json).toEqual([])
    expect(reason(await get(`/v1/profile/reverse/${newOwner().address}`))).toEqual([404, 'No name for this address'])
  })

  test('behavior: who has no project in the query may name it in the body', async () => {
    const owner = newOwner()
    const name = `${fresh()}.${zone}`
    const path = `/v1/profile/account/${name}`
    const at = { timestamp: nowSeconds() }
    const body = await signed(owner, registrationMessage(name, at.timestamp), { projectId: 'open' })
    const inBody = async (id: unknown, query = '') => reason(await post('/v1/profile/account', { ...body, projectId: id }, query))
    expect(await inBody('nobody')).toEqual([401, 'Invalid Project ID'])
    for (const id of [undefined, '', 7, null, { id: 'open' }, '\0']) expect([id, (await inBody(id))[0]]).toEqual([id, 401])
    // What the query says counts.
    expect(await inBody('open', 'projectId=nobody')).toEqual([401, 'Invalid Project ID'])
    expect((await post('/v1/profile/account', body, 'projectId=')).status).toBe(200)
    const said = await signed(owner, JSON.stringify({ name, attributes: { bio: 'Hello' }, ...at }), { projectId: 'open' })
    expect(reason(await post(`${path}/attributes`, { ...said, projectId: undefined }, ''))[0]).toBe(401)
    expect((await post(`${path}/attributes`, said, '')).json).toEqual({ bio: 'Hello' })
    for (const [index, end] of ['address', 'addresses'].entries()) {
      const message = JSON.stringify({ name, coin_type: 60, address: owner.address, timestamp: at.timestamp + index })
      const change = await signed(owner, message, { projectId: 'open' })
      expect((await post(`${path}/${end}`, { ...change, projectId: 'nobody' }, '')).status).toBe(401)
      expect((await post(`${path}/${end}`, change, '')).status).toBe(200)
    }
    // A page of an origin that the project does not allow.
    const foreign = { method: 'POST', headers: { origin: 'https://evil.example' }, body: JSON.stringify({ ...body, projectId: 'listed' }) }
    expect((await ask(running.port, `${urls.api}/v1/profile/account`, foreign)).status).toBe(403)
    expect((await post('/v1/profile/account', { ...body, filling: 'x'.repeat(70_000) }, '')).status).toBe(413)
  })

  test('behavior: the described answer of a registration has what the answer has', async () => {
    const { paths, components } = (await ask(running.port, `${urls.api}/openapi.json`)).json as {
      paths: Record<string, { post: { requestBody: unknown; responses: Record<string, unknown> } }>
      components: { schemas: Record<string, unknown> }
    }
    const { requestBody, responses } = paths['/v1/profile/account']?.post ?? expect.fail('It is not described.')
    const [, name = ''] = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(responses[200])) ?? []
    expect(JSON.stringify(components.schemas[name])).toContain('"success":{"type":"boolean"')
    expect(JSON.stringify(requestBody)).toContain('"projectId"')
  })

  test('error: characters that no database keeps: in paths, queries and what is signed', async () => {
    const owner = newOwner()
    for (const path of ['account/mi%00ra.wallet.test', 'account/%00', 'account/mira.wallet.test%00', 'account/a%00.eth'])
      expect([path, (await get(`/v1/profile/${path}`)).status]).toEqual([path, 404])
    // Bytes that are no text, as those of half of a surrogate pair are.
    for (const path of ['account/mi%ED%A0%80ra.wallet.test', 'account/%FF.wallet.test'])
      expect([path, (await get(`/v1/profile/${path}`)).status]).toEqual([path, 404])
    for (const path of ['suggestions/mi%00ra', 'suggestions/a%00b', 'suggestions/%ED%A0%80mira', 'reverse/%00', 'reverse/0x%00'])
      expect([path, (await get(`/v1/profile/${path}`)).status]).toEqual([path, 400])
    expect((await get('/v1/profile/suggestions/mira', { zone: `${zone}\0` })).status).toBe(400)
    expect((await get('/v1/identity/%00')).status).toBe(400)
    for (const text of ['\0', '\ud800']) {
      const name = `mi${text}ra.${zone}`
      const messages = [
        registrationMessage(name, nowSeconds()),
        JSON.stringify({ name: `${fresh()}.${zone}`, attributes: { bio: text }, timestamp: nowSeconds() }),
        text,
      ]
      for (const message of messages) expect((await post('/v1/profile/account', await signed(owner, message))).status).toBe(400)
      const message = registrationMessage(`${fresh()}.${zone}`, nowSeconds())
      const body = await signed(owner, message)
      expect((await post('/v1/profile/account', { ...body, address: `${owner.address}${text}` })).status).toBe(400)
      const path = `/v1/profile/account/${encodeURIComponent('mi\0ra')}.${zone}`
      for (const end of ['attributes', 'address', 'addresses']) expect((await post(`${path}/${end}`, body)).status).toBe(404)
    }
  })

  test('error: no project, no JSON, another shape; what the gateway does not answer', async () => {
    expect((await get('/v1/profile/account/alice.eth', { projectId: 'nobody' })).status).toBe(401)
    expect((await post('/v1/profile/account', '{', 'projectId=nobody')).status).toBe(401)
    expect((await post('/v1/profile/account', '{')).status).toBe(400)
    expect((await post('/v1/profile/account', { coin_type: 60 })).status).toBe(422)
    const ccip = async (data: string) => {
      const { status, json } = await ask(running.port, `${urls.api}/ccip/${resolver}/${data}.json`)
      return [status, (json as { message: string }).message]
    }
    expect(await ccip('0x1234')).toEqual([400, 'The data is no call of resolve(bytes,bytes)'])
    expect(await ccip('zzzz')).toEqual([400, 'The data is not hexadecimal'])
    expect((await ask(running.port, `${urls.api}/ccip/nobody/0x`)).status).toBe(400)
    expect((await ask(running.port, `${urls.api}/ccip`, { method: 'POST', body: '{}' })).status).toBe(400)
  })

  test('error: a name below eth whose rent has ended is nobody’s', async () => {
    // Answers every call with one number: until when a name is rented.
    const registrar = '0x00000000000000000000000000000000000e4501' as Address
    const rentedUntil = (seconds: number) =>
      chain().setCode({ address: registrar, bytecode: `0x7f${toHex(seconds, { size: 32 }).slice(2)}5f5260205ff3` })
    const [other, another] = [await open(), await open()]
    const config = contractsConfig(31_337)
    const second = await startTestServices({
      database: other.options,
      node: node.url,
      chains: [{ ...localChain(node.url), blockTime: 0, ...config, ens: { universalResolver: ens?.universalResolver ?? '', registrar } }],
    })
    try {
      const at = (path: string) => ask(second.port, `${urls.api}${path}?projectId=open`)
      await rentedUntil(nowSeconds() - 1)
      expect((await at('/v1/profile/account/alice.eth')).status).toBe(404)
      expect((await at(`/v1/identity/${alice}`)).json).toMatchObject({ name: null })
      await rentedUntil(nowSeconds() + 1_000)
      expect((await at('/v1/profile/account/alice.eth')).status).toBe(200)
      // A name whose rent ends soon is kept no longer than that, here and in browsers.
      const third = await startTestServices({
        database: another.options,
        node: node.url,
        chains: [{ ...localChain(node.url), blockTime: 0, ...config, ens: { universalResolver: ens?.universalResolver ?? '', registrar } }],
      })
      const named = () => ask(third.port, `${urls.api}/v1/identity/${alice}?projectId=open`)
      try {
        await rentedUntil(nowSeconds() + 5)
        const first = await named()
        expect(first.json).toMatchObject({ name: 'alice.eth' })
        expect(Number(/max-age=(\d+)/.exec(String(first.headers['cache-control']))?.[1])).toBeLessThanOrEqual(5)
        await vi.waitFor(async () => expect((await named()).json).toMatchObject({ name: null }), { timeout: 20_000, interval: 200 })
      } finally {
        await third.close()
      }
      // No zone, no registry.
      const message = registrationMessage(`${fresh()}.${zone}`, nowSeconds())
      const refused = await ask(second.port, `${urls.api}/v1/profile/account?projectId=open`, {
        method: 'POST',
        body: JSON.stringify(await signed(newOwner(), message)),
      })
      expect(refused.status).toBe(400)
    } finally {
      await second.close()
      await Promise.all([other.remove(), another.remove()])
    }
  }, 60_000)
})
