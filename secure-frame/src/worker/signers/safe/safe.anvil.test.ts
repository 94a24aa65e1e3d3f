import { createPublicClient, type Hex, hashMessage, hashTypedData, http, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deployContracts } from '../../../../../e2e/tools/contracts/deploy.js'
import { startAlto } from '../../../../../scripts/dev/alto.js'
import { installTool } from '../../../../../scripts/lib/installTool.js'
import { type Anvil, freePort, startAnvil } from '../../../../../services/src/testing/anvil.js'
import { handleOps } from '../../../testing/handleOps.js'
import { memoryKeyValue } from '../../storage/keyValue.js'
import { addressesOf } from '../../vault/derive.js'
import { createBatches } from '../calls/batches.js'
import type { Sent, SignerContext, SmartAccount } from '../context.js'
import { preparePersonalSign } from '../evm/personalSign.js'
import { prepareTypedData } from '../evm/typedData.js'
import { createRpc, type Rpc } from '../rpc.js'
import { safeAddressOf } from './account.js'
import { prepareSmartTransaction } from './transaction.js'

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
    await installTool('contracts')
    await deployContracts(anvil.url)
    if (kind === 'handleOps') bundler = handleOps(anvil.url, anvil.chainId)
    else {
      const alto = await startAlto({ chainId: anvil.chainId, node: anvil.url, port: await freePort() })
      stop = alto.stop
      bundler = createRpc(alto.url)
    }
  }, 300_000)
  afterAll(async () => {
    await stop?.()
    await anvil?.stop()
  })

  /** An account that nobody used before. */
  async function open(coins = '10') {
    const entropy = crypto.getRandomValues(new Uint8Array(16))
    const owner = (await addressesOf(entropy.slice())).eip155
    if (!owner) throw new Error('No address')
    const address = safeAddressOf(owner as Hex)
    const rpc = createRpc(anvil.url)
    await rpc('anvil_setBalance', [address, toHex(parseEther(coins))])
    let sent: Sent | null = null
    const underway = {
      get: () => sent,
      set: (next: Sent | null) => {
        sent = next
      },
    }
    const smart: SmartAccount = { address, owner: owner as Hex, bundler, sponsored: false, underway }
    const context: SignerContext = {
      origin: 'https://shop.example',
      network: {
        id: anvil.chainId,
        caipNetworkId: `eip155:${anvil.chainId}`,
        chainNamespace: 'eip155',
        name: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [anvil.url] } },
      },
      account: address,
      smart,
      rpc,
      withSeed: (use) => use(entropy.slice()),
      known: [],
      batches: createBatches(memoryKeyValue()),
    }
    return { context, smart, address }
  }

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

  test('error: more than there is cannot be approved', async () => {
    const { context, smart, address } = await open('1')
    const { content } = await prepareSmartTransaction([{ from: address, to: recipient, value: toHex(parseEther('1')) }], context, smart)
    expect(content).toMatchObject({ blocked: true, warnings: [{ tone: 'neg', title: { id: 'warn.short' } }] })
  })

  test('error: a call of the account to itself is refused: it could give it away', async () => {
    const { context, smart, address } = await open()
    await expect(prepareSmartTransaction([{ from: address, to: address, data: '0x694e80c3' }], context, smart)).rejects.toMatchObject({
      code: 4200,
      data: { why: 'account' },
    })
  })
})
