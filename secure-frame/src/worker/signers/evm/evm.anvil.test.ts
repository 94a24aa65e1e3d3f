import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { createPublicClient, type Hex, http, parseEther, recoverTypedDataAddress, toHex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryKeyValue } from '../../storage/keyValue.js'
import { addressesOf, evmKey } from '../../vault/derive.js'
import { createBatches } from '../calls/batches.js'
import { prepareSendCalls } from '../calls/sendCalls.js'
import { callsStatus } from '../calls/status.js'
import type { SignerContext } from '../context.js'
import { createRpc } from '../rpc.js'
import { preparePersonalSign } from './personalSign.js'
import { prepareTransaction } from './transaction.js'
import { prepareTypedData } from './typedData.js'

/* The EVM signers against a real chain. */

const entropy = () => new Uint8Array(16)
const recipient = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
let anvil: Anvil
let context: SignerContext
const client = () => createPublicClient({ transport: http(anvil.url) })

beforeAll(async () => {
  anvil = await startAnvil()
  const rpc = createRpc(anvil.url)
  const account = (await addressesOf(entropy())).eip155
  await rpc('anvil_setBalance', [account, toHex(parseEther('10'))])
  context = {
    origin: 'https://shop.example',
    network: {
      id: 31_337,
      caipNetworkId: 'eip155:31337',
      chainNamespace: 'eip155',
      name: 'Local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [anvil.url] } },
    },
    account,
    rpc,
    withKey: async (_name, use) => use(await evmKey(entropy())),
    known: [],
    contracts: { tokens: [], others: [] },
    batches: createBatches(memoryKeyValue()),
  }
})
afterAll(() => anvil?.stop())

describe('prepareTransaction', () => {
  test('behavior: a send is shown as what leaves, and what was shown arrives', async () => {
    const prepared = await prepareTransaction([{ from: context.account, to: recipient, value: toHex(parseEther('0.5')) }], context)
    expect(prepared.content).toMatchObject({
      title: { id: 'title.send', values: { amount: '0.5', symbol: 'ETH' } },
      changes: [{ direction: 'out', amount: '0.5', symbol: 'ETH' }],
      preview: 'done',
      warnings: [],
      blocked: false,
      confirm: 'confirm',
      twice: false,
    })
    expect(prepared.content.rows).toContainEqual({ label: 'row.to', value: recipient, kind: 'address', firstTime: true })
    expect(prepared.counterparties).toEqual([recipient])
    const before = await client().getBalance({ address: recipient })
    const hash = (await prepared.execute(prepared.payload)) as Hex
    const receipt = await client().waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', from: context.account.toLowerCase(), to: recipient.toLowerCase() })
    expect((await client().getBalance({ address: recipient })) - before).toBe(parseEther('0.5'))
  })

  test('behavior: a legacy price is signed as a legacy transaction of this chain', async () => {
    const tx = { from: context.account, to: recipient, value: '0x1', gasPrice: toHex(3_000_000_000n) }
    const prepared = await prepareTransaction([tx], context)
    const hash = (await prepared.execute(prepared.payload)) as Hex
    await client().waitForTransactionReceipt({ hash })
    expect(await client().getTransaction({ hash })).toMatchObject({ type: 'legacy', gasPrice: 3_000_000_000n, chainId: 31_337 })
  })

  test('error: more than there is cannot be approved, and how much is missing is said', async () => {
    const { content } = await prepareTransaction([{ from: context.account, to: recipient, value: toHex(parseEther('50')) }], context)
    expect(content.blocked).toBe(true)
    expect(content.warnings[0]).toMatchObject({ tone: 'neg', title: { id: 'warn.short', values: { symbol: 'ETH' } } })
  })

  test('error: a call that nobody can read says so; when it fails, that is said and asked twice', async () => {
    // PUSH0 PUSH0 REVERT
    const reverter = '0x00000000000000000000000000000000000000aa'
    await context.rpc('anvil_setCode', [reverter, '0x5f5ffd'])
    const { content } = await prepareTransaction([{ from: context.account, to: reverter, data: '0x4e71d92d' }], context)
    expect(content).toMatchObject({ title: { id: 'title.contract' }, preview: 'failed', confirm: 'confirmAnyway', twice: true })
    expect(content.warnings.map(({ title }) => title.id)).toEqual(['warn.fails', 'warn.unread'])
    expect(content.rows).toContainEqual({ label: 'row.function', value: '0x4e71d92d', kind: 'code' })
  })

  test('error: a limit that a function of no known name sets is found by trying it, once', async () => {
    const [token, spender] = ['0x00000000000000000000000000000000000000ab', '0x000000000000000000000000000000000000dEaD']
    const event = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
    // Asked for `allowance`, it answers what it has stored. Anything else stores 7, and reports it as the limit of 0xdead.
    const code = `0x5f3560e01c63dd62ed3e1460405760075f5560075f5261dead337f${event}60205fa3005b5f545f5260205ff3`
    await context.rpc('anvil_setCode', [token, code])
    const tx = { from: context.account, to: token, data: '0x4e71d92d' }
    const prepared = await prepareTransaction([tx], context)
    expect(prepared.content).toMatchObject({ preview: 'done', twice: true, confirm: 'allowAnyway' })
    expect(prepared.content.rows).toContainEqual({ label: 'row.limit', value: '7 ?', kind: 'text' })
    expect(prepared.content.rows).toContainEqual(expect.objectContaining({ label: 'row.spender', value: spender }))
    await client().waitForTransactionReceipt({ hash: (await prepared.execute(prepared.payload)) as Hex })
    const { content } = await prepareTransaction([tx], context)
    expect(content.warnings.map(({ title }) => title.id)).toEqual(['warn.unread'])
  })

  test('behavior: an address that only looks like a known one is pointed out', async () => {
    const known = '0x3C44000000000000000000000000000000093bc'.padEnd(38, '0').concat('93BC').slice(0, 42)
    const lookAlike = { ...context, known: [`0x3C44${'1'.repeat(32)}93BC`, known] }
    const { content } = await prepareTransaction([{ from: context.account, to: recipient, value: '0x1' }], lookAlike)
    expect(content).toMatchObject({ confirm: 'sendAnyway', lookAlike: { address: recipient, known: `0x3C44${'1'.repeat(32)}93BC` } })
  })
})

describe('prepareSendCalls of a key’s own account', () => {
  const to = ['0x00000000000000000000000000000000000000c1', '0x00000000000000000000000000000000000000c2'] as const
  const batch = (change: object = {}) => [
    { version: '2.0.0', chainId: '0x7a69', atomicRequired: false, calls: to.map((one) => ({ to: one, value: '0x7' })), ...change },
  ]

  test('behavior: one transaction after the other; the status has each receipt', async () => {
    const prepared = await prepareSendCalls(batch({ id: 'two' }), context)
    expect(prepared.content).toMatchObject({
      title: { id: 'title.batch', values: { count: 2 } },
      changes: [{ direction: 'out', amount: '0.000000000000000014', symbol: 'ETH' }],
      notes: [{ id: 'note.sequence' }],
      blocked: false,
    })
    expect(prepared.content.calls?.length).toBe(2)
    expect(await prepared.execute(prepared.payload)).toEqual({ id: 'two' })
    const sent = await context.batches.find('two')
    const status = () =>
      callsStatus(sent, 31_337, context.rpc, async () => {
        throw new Error('Not a bundler’s')
      })
    await expect
      .poll(status, { timeout: 10_000 })
      .toMatchObject({ status: 200, atomic: false, chainId: '0x7a69', receipts: [{ status: '0x1' }, { status: '0x1' }] })
    for (const address of to) expect(await client().getBalance({ address })).toBe(7n)
  })

  test('behavior: version 1.0 gets its answers in its own words', async () => {
    const prepared = await prepareSendCalls(batch({ version: '1.0' }), context)
    const id = await prepared.execute(prepared.payload)
    expect(id).toMatch(/^0x[0-9a-f]{64}$/)
    const sent = await context.batches.find(String(id))
    const status = () => callsStatus(sent, 31_337, context.rpc, () => Promise.reject(new Error('Not a bundler’s')))
    await expect.poll(status, { timeout: 10_000 }).toMatchObject({ status: 'CONFIRMED' })
  })

  test('error: all or nothing is more than it can do; one call is all there is', async () => {
    await expect(prepareSendCalls(batch({ atomicRequired: true }), context)).rejects.toMatchObject({ code: 5760 })
    await expect(prepareSendCalls(batch({ atomicRequired: true, calls: [{ to: to[0], value: '0x1' }] }), context)).resolves.toBeDefined()
  })

  test('error: nobody learns of a batch that they did not send', async () => {
    await expect(context.batches.find('another')).rejects.toMatchObject({ code: 5730 })
  })
})

describe('preparePersonalSign', () => {
  test('behavior: the signature is the account’s', async () => {
    const message = 'Hello ✓'
    const prepared = await preparePersonalSign([message, context.account], context)
    expect(prepared.content).toMatchObject({ kind: 'message', message, blocked: false, confirm: 'sign' })
    const signature = (await prepared.execute(prepared.payload)) as Hex
    expect(await verifyMessage({ address: context.account as Hex, message, signature })).toBe(true)
  })

  const siwe = (domain: string, uri = `https://${domain}`) =>
    `${domain} wants you to sign in with your Ethereum account:\n${context.account}\n\nWelcome.\n\nURI: ${uri}\nVersion: 1\nChain ID: 31337\nNonce: abcdefgh1\nIssued At: 2026-01-01T00:00:00Z`

  test('behavior: a sign-in for this site is shown as its fields', async () => {
    const { content } = await preparePersonalSign([siwe('shop.example'), context.account], context)
    expect(content).toMatchObject({ kind: 'signIn', title: { id: 'title.signIn' }, blocked: false, confirm: 'signIn', warnings: [] })
    expect(content.rows).toContainEqual({ label: 'row.statement', value: 'Welcome.', kind: 'text' })
  })

  test.each([
    ['another domain', () => siwe('evil.example')],
    ['a domain that ends like ours', () => siwe('evilshop.example')],
    ['a subdomain', () => siwe('a.shop.example')],
    ['a URI of another site', () => siwe('shop.example', 'https://evil.example')],
  ])('error: a sign-in for %s cannot be signed', async (_what, message) => {
    const { content } = await preparePersonalSign([message(), context.account], context)
    expect(content).toMatchObject({ blocked: true, warnings: [{ tone: 'neg', title: { id: 'warn.otherSite' } }] })
  })

  test('behavior: what cannot be seen is written out', async () => {
    const { content } = await preparePersonalSign(['pay \u202eevil\u200b now', context.account], context)
    expect(content.message).toBe('pay \\u{202e}evil\\u{200b} now')
  })

  test('behavior: bytes that are no text are shown as hex and asked twice', async () => {
    const { content } = await preparePersonalSign(['0xff00ff', context.account], context)
    expect(content).toMatchObject({ message: '0xff00ff', twice: true, warnings: [{ title: { id: 'warn.unreadable' } }] })
  })
})

describe('prepareTypedData', () => {
  const permit = (change: object = {}) => ({
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', chainId: 31_337, verifyingContract: '0x00000000000000000000000000000000000000bb' },
    message: { owner: context.account, spender: recipient, value: (2n ** 256n - 1n).toString(), nonce: '0', deadline: '9999999999' },
    ...change,
  })

  test('behavior: a permit is shown as money, without limit in words, and signed by the account', async () => {
    const data = permit()
    const prepared = await prepareTypedData([context.account, JSON.stringify(data)], context)
    expect(prepared.content).toMatchObject({
      title: { id: 'title.allow' },
      confirm: 'allowAnyway',
      // Who may spend is somebody's own account here, and no contract: that is said too.
      warnings: [{ title: { id: 'warn.unverified' } }, { title: { id: 'warn.person' } }, { title: { id: 'warn.noLimit' } }],
    })
    expect(prepared.content.rows).toContainEqual({ label: 'row.spender', value: recipient, kind: 'address', firstTime: true })
    const signature = (await prepared.execute(prepared.payload)) as Hex
    expect(await recoverTypedDataAddress({ ...data, signature } as never)).toBe(context.account)
  })

  const refused = { code: 4200, message: 'Requested RPC call is not allowed' }
  test.each([
    ['another chain', { chainId: 1 }],
    ['the account itself', { verifyingContract: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' }],
    ['an entry point', { verifyingContract: '0x0000000071727De22E5E9d8BAf0edAc6f37da032' }],
  ])('error: a domain of %s is refused', async (_what, domain) => {
    await expect(prepareTypedData([context.account, permit({ domain })], context)).rejects.toMatchObject(refused)
  })
})
