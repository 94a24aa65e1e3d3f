import { withFunds } from '@latchkey/services/src/bundler/bundlers.ts'
import { startAlto } from '@latchkey/testkit/src/chains/alto.js'
import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { installSafeContracts } from '@latchkey/testkit/src/chains/safeContracts.js'
import { freePort } from '@latchkey/testkit/src/freePort.js'
import { createPublicClient, formatEther, type Hex, hashMessage, hashTypedData, http, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handleOps } from '../../../testing/handleOps.js'
import { openSmartAccount } from '../../../testing/smartAccount.js'
import { openPaymaster } from '../../../testing/verifyingPaymaster.js'
import { evmKey } from '../../vault/derive.js'
import { prepareSendCalls } from '../calls/sendCalls.js'
import { callsStatus } from '../calls/status.js'
import type { SignerContext, SmartAccount } from '../context.js'
import { preparePersonalSign } from '../evm/personalSign.js'
import { prepareTypedData } from '../evm/typedData.js'
import { createRpc, type Rpc } from '../rpc.js'
import { awaitOperation } from './bundler.js'
import { encodeCalls } from './calls.js'
import { contracts } from './contracts.js'
import { estimateOperation } from './estimateOperation.js'
import { operationByHash } from './operationByHash.js'
import { prepareSmartTransaction } from './transaction.js'
import { prepareUserOperation } from './userOperation.js'

/* Smart accounts on a real chain with the published contracts. The bundler is a real one in the long run. */

const recipient = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const kinds = process.env.LATCHKEY_LONG ? (['handleOps', 'alto'] as const) : (['handleOps'] as const)

describe.each(kinds)('a smart account, with %s', (kind) => {
  let anvil: Anvil
  let stop: (() => Promise<void>) | undefined
  let bundler: Rpc
  const client = () => createPublicClient({ transport: http(anvil.url) })

  beforeAll(async () => {
    anvil = await startAnvil()
    await installSafeContracts(anvil.url)
    if (kind === 'handleOps') bundler = handleOps(anvil.url, anvil.chainId)
    else {
      const alto = await startAlto({ chainId: anvil.chainId, node: anvil.url, port: await freePort() })
      stop = alto.stop
      const rpc = createRpc(alto.url)
      // As our services pass it on.
      bundler = (method, params) => {
        const funded = withFunds({ method, params: Array.isArray(params) ? params : [] })
        return rpc(funded.method, funded.params)
      }
    }
  }, 300_000)
  afterAll(async () => {
    await stop?.()
    await anvil?.stop()
  })

  const open = (coins = '10') => openSmartAccount(anvil, bundler, coins)

  test('behavior: the first send deploys the account, the second does not; what was shown arrives', async () => {
    const { context, smart, address } = await open()
    const send = async () => {
      const prepared = await prepareSmartTransaction([{ from: address, to: recipient, value: toHex(parseEther('0.5')) }], context, smart)
      const before = await client().getBalance({ address: recipient })
      const hash = (await prepared.execute(prepared.payload)) as Hex
      expect(await client().getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
      expect((await client().getBalance({ address: recipient })) - before).toBe(parseEther('0.5'))
      return prepared.content
    }
    expect(await client().getCode({ address })).toBeUndefined()
    const first = await send()
    expect(first).toMatchObject({
      title: { id: 'title.send', values: { amount: '0.5', symbol: 'ETH' } },
      changes: [{ direction: 'out', amount: '0.5', symbol: 'ETH' }],
      preview: 'done',
      warnings: [],
      blocked: false,
      notes: [{ id: 'note.deploys' }],
    })
    expect(await client().getCode({ address })).toBeDefined()
    expect((await send()).notes).toEqual([])
  })

  test('behavior: its signatures hold before it is deployed, and after', async () => {
    const { context, smart, address } = await open()
    const message = 'Hello ✓'
    const sign = async () => {
      const prepared = await preparePersonalSign([message, address], context)
      return (await prepared.execute(prepared.payload)) as Hex
    }
    const before = await sign()
    expect(before.endsWith('6492'.repeat(16))).toBe(true)
    expect(await client().verifyMessage({ address, message, signature: before })).toBe(true)
    expect(await client().verifyMessage({ address, message: 'Another', signature: before })).toBe(false)

    const data = {
      types: { Offer: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Offer',
      domain: { name: 'Shop', chainId: anvil.chainId },
      message: { amount: '5' },
    } as const
    const typed = await prepareTypedData([address, data], context)
    const signature = (await typed.execute(typed.payload)) as Hex
    const hash = hashTypedData({ ...data, message: { amount: 5n } })
    expect(await client().verifyHash({ address, hash, signature })).toBe(true)

    const sent = await prepareSmartTransaction([{ from: address, to: recipient, value: '0x1' }], context, smart)
    await sent.execute(sent.payload)
    const after = await sign()
    expect(after.length).toBe(132)
    expect(await client().verifyHash({ address, hash: hashMessage(message), signature: after })).toBe(true)
  })

  test('behavior: the operator’s paymaster pays, if it wants to', async () => {
    let willing = true
    const paymaster = await openPaymaster(anvil.url, () => willing)
    const { context, smart: own, address } = await open('0')
    const smart: SmartAccount = {
      ...own,
      sponsored: true,
      bundler: (method, params) => (method.startsWith('pm_') ? paymaster.ask(method, params) : bundler(method, params)),
    }
    const prepare = () => prepareSmartTransaction([{ from: address, to: recipient, value: '0x0' }], context, smart)
    const estimate = () => estimateOperation([{ to: recipient, value: '0x0' }], context, smart)
    expect(await estimate()).toEqual({ fee: '0x0', isSponsored: true })
    const prepared = await prepare()
    expect(prepared.content).toMatchObject({ blocked: false, notes: [{ id: 'note.deploys' }, { id: 'note.sponsored' }] })
    expect(prepared.content.rows).toContainEqual({ label: 'row.fee', value: '0 ETH', kind: 'text' })
    expect(prepared.content.details).toContainEqual({ label: 'detail.paymaster', value: paymaster.address, kind: 'code' })
    const hash = (await prepared.execute(prepared.payload)) as Hex
    expect(await client().getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
    expect(await client().getCode({ address })).toBeDefined()
    willing = false
    const { content } = await prepare()
    expect(content).toMatchObject({ blocked: true, notes: [], warnings: [{ title: { id: 'warn.short' } }] })
    // What the dialog tells beforehand is what the approval shows.
    const { fee, isSponsored } = await estimate()
    expect(isSponsored).toBe(false)
    expect(content.rows).toContainEqual({ label: 'row.fee', value: `${formatEther(BigInt(fee))} ETH`, kind: 'text' })
  })

  test('error: what could change who owns the account is not even estimated', async () => {
    const { context, smart, address } = await open('1')
    const estimated = estimateOperation([{ to: address, value: '0x0', data: '0x12345678' }], context, smart)
    await expect(estimated).rejects.toMatchObject({ code: 4200 })
  })

  test('error: more than there is cannot be approved', async () => {
    const { context, smart, address } = await open('1')
    const { content } = await prepareSmartTransaction([{ from: address, to: recipient, value: toHex(parseEther('1')) }], context, smart)
    expect(content).toMatchObject({ blocked: true, warnings: [{ tone: 'neg', title: { id: 'warn.short' } }] })
  })

  test('behavior: a batch is shown call by call, and happens whole', async () => {
    const { context, address } = await open()
    const to = ['0x00000000000000000000000000000000000000a1', '0x00000000000000000000000000000000000000a2'] as const
    const before = await Promise.all(to.map((one) => client().getBalance({ address: one })))
    const calls = to.map((one) => ({ to: one, value: '0x5' }))
    const prepared = await prepareSendCalls([{ version: '2.0.0', id: 'mine', chainId: '0x7a69', atomicRequired: true, calls }], context)
    expect(prepared.content).toMatchObject({
      title: { id: 'title.batch', values: { count: 2 } },
      changes: [{ direction: 'out', amount: '0.00000000000000001', symbol: 'ETH' }],
      notes: [{ id: 'note.atomic' }, { id: 'note.deploys' }],
    })
    expect(prepared.content.calls?.map(({ rows }) => rows.map(({ value }) => value.toLowerCase()))).toEqual(to.map((one) => [one]))
    expect(await prepared.execute(prepared.payload)).toEqual({ id: 'mine' })
    const batch = await context.batches.find('mine')
    const status = () => callsStatus(batch, anvil.chainId, context.rpc, async () => bundler)
    await expect
      .poll(status, { timeout: 10_000 })
      .toMatchObject({ version: '2.0.0', id: 'mine', status: 200, atomic: true, receipts: [{ status: '0x1' }] })
    const after = await Promise.all(to.map((one) => client().getBalance({ address: one })))
    expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([5n, 5n])
    await expect(
      prepareSendCalls([{ version: '2.0.0', id: 'mine', from: address, atomicRequired: true, calls }], context),
    ).rejects.toMatchObject({ code: 5720 })
  })

  test('behavior: one operation after the other, although a page does not wait', async () => {
    const { context, smart, address } = await open()
    const send = async () => {
      const prepared = await prepareUserOperation(
        [{ sender: address, callData: encodeCalls([{ to: recipient, value: 3n, data: '0x' }]) }, contracts.entryPoint],
        context,
      )
      return (await prepared.execute(prepared.payload)) as Hex
    }
    const before = await client().getBalance({ address: recipient })
    const hashes = [await send(), await send()]
    const receipts = await Promise.all(hashes.map((hash) => awaitOperation(smart.bundler, hash, Date.now() + 10_000)))
    expect(receipts.map((receipt) => receipt?.success)).toEqual([true, true])
    const [first = '0x'] = hashes
    expect(await operationByHash(first, smart.bundler, context.rpc)).toMatchObject({
      userOperation: {
        sender: address,
        nonce: '0x0',
        factory: contracts.proxyFactory.toLowerCase(),
        callData: encodeCalls([{ to: recipient, value: 3n, data: '0x' }]),
      },
      entryPoint: contracts.entryPoint,
      transactionHash: receipts[0]?.receipt.transactionHash,
    })
    expect(await operationByHash(`0x${'0'.repeat(64)}`, smart.bundler, context.rpc)).toBeNull()
    expect((await client().getBalance({ address: recipient })) - before).toBe(6n)
  })

  test('error: a batch of which one call fails cannot be sent, or says that it fails', async () => {
    const { context } = await open()
    // PUSH0 PUSH0 REVERT
    const reverter = '0x00000000000000000000000000000000000000bb'
    await context.rpc('anvil_setCode', [reverter, '0x5f5ffd'])
    const calls = [
      { to: recipient, value: '0x1' },
      { to: reverter, data: '0x4e71d92d' },
    ]
    const { content } = await prepareSendCalls([{ version: '2.0.0', atomicRequired: true, calls }], context)
    expect(content.preview).toBe('failed')
    expect(content.warnings.map(({ title }) => title.id)).toEqual([kind === 'alto' ? 'warn.refused' : 'warn.fails', 'warn.unread'])
    expect(content.blocked).toBe(kind === 'alto')
  })

  test('error: a signature of another key, or one that is too late, moves nothing', async () => {
    const { context, smart } = await open()
    const key = await evmKey(new Uint8Array(16))
    const other: SignerContext = { ...context, withKey: async (_name, use) => use(key) }
    const forged = await prepareSmartTransaction([{ from: smart.address, to: recipient, value: '0x1' }], other, smart)
    await expect(forged.execute(forged.payload)).rejects.toThrow(/AA24|AA23|signature/i)
    expect(smart.underway.get()).toBeNull()
  })

  test('error: a call of the account to itself is refused: it could give it away', async () => {
    const { context, smart, address } = await open()
    await expect(prepareSmartTransaction([{ from: address, to: address, data: '0x694e80c3' }], context, smart)).rejects.toMatchObject({
      code: 4200,
      data: { why: 'account' },
    })
  })
})
