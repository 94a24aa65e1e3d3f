import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { localContracts, writeGenesis } from '@latchkey/testkit/src/chains/localContracts.js'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { installSafeContracts } from '@latchkey/testkit/src/chains/safeContracts.js'
import { encodeFunctionData, type Hex, numberToHex, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Card, cardOfCall, cardOfCalls } from '../../testing/cardOf.js'
import { bragging, fakeNames, fakeToken, keeper, oneWei, tells, turning } from '../../testing/drainers/contracts.js'
import { handleOps } from '../../testing/handleOps.js'
import { dataOf, knownSignatures } from '../../testing/knownCalls.js'
import { openSmartAccount } from '../../testing/smartAccount.js'
import { createBatches } from '../signers/calls/batches.js'
import { prepareSendCalls } from '../signers/calls/sendCalls.js'
import type { SignerContext, SmartAccount } from '../signers/context.js'
import type { Log } from '../signers/evm/allowances.js'
import { addUp } from '../signers/evm/simulate.js'
import { prepareTransaction } from '../signers/evm/transaction.js'
import { createRpc } from '../signers/rpc.js'
import { prepareSmartTransaction } from '../signers/safe/transaction.js'
import { memoryKeyValue } from '../storage/keyValue.js'
import { addressesOf, evmKey } from '../vault/derive.js'
import { Changed } from './changed.js'
import { severityOf } from './severity.js'

/* Contracts of thieves on a real chain, through the frame's own code: none of them gets an ordinary card. */

const chainId = 31_337
const claim = '0x4e71d92d'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const three = toHex(parseEther('3'))
let anvil: Anvil
let context: SignerContext
/** Not deployed yet. */
let smart: SignerContext
let number = 0
const tried: string[] = []

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-drainers-'))
  anvil = await startAnvil({ args: ['--init', await writeGenesis({ chainId, folder })] })
  const rpc = createRpc(anvil.url)
  const entropy = () => new Uint8Array(16).fill(7)
  const account = (await addressesOf(entropy())).eip155 ?? ''
  await rpc('anvil_setBalance', [account, toHex(parseEther('100'))])
  const { tokens, pools, multicall3 } = contractsConfig(chainId)
  context = {
    origin: 'https://shop.example',
    network: {
      id: chainId,
      caipNetworkId: `eip155:${chainId}`,
      chainNamespace: 'eip155',
      name: 'Local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: {},
    },
    account,
    rpc,
    withKey: async (_name, use) => use(await evmKey(entropy())),
    known: [],
    contracts: { tokens, wrapped: pools.weth, others: [pools.v2Router, pools.swapRouter02, multicall3] },
    batches: createBatches(memoryKeyValue()),
  }
  await installSafeContracts(anvil.url)
  const opened = await openSmartAccount(anvil, handleOps(anvil.url, chainId), '100')
  smart = { ...opened.context, contracts: context.contracts }
}, 60_000)
afterAll(() => anvil?.stop())

/** Puts a contract where none was; it owns enough to pay for looking honest. */
async function deploy(code: Hex): Promise<Hex> {
  number += 1
  const address = numberToHex(0xd00d_0000_0000 + number, { size: 20 })
  await context.rpc('anvil_setCode', [address, code])
  await context.rpc('anvil_setBalance', [address, toHex(parseEther('50'))])
  return address
}
const ids = ({ content }: Card) => content.warnings.map(({ title }) => title.id)
function requireRed(name: string, card: Card, why?: string) {
  tried.push(name)
  expect(card.severity, `${name}: ${ids(card).join()}`).toBe('red')
  expect(card.content.title.id, name).not.toMatch(/wrap$/)
  if (why) expect(ids(card)).toContain(`warn.${why}`)
}
const cast = () =>
  ({ account: context.account as Hex, other, tokens: context.contracts.tokens.slice(0, 2).map(({ address }) => address as Hex) }) as const

describe('functions that the wallet knows by name, with coins along', () => {
  test('behavior: there are 88 of them, or more', () => expect(knownSignatures.length).toBeGreaterThanOrEqual(88))

  const withMoney = knownSignatures.filter((signature) => /^(?:deposit|withdraw|swap|exact|multicall|execute)/.test(signature))

  test.each([
    ['keeps everything', keeper, knownSignatures],
    ['keeps everything and reports a token of its own', bragging, withMoney],
    ['pays one wei back', oneWei, withMoney],
  ])(
    'error: each of them, of a contract that %s, is red',
    async (what, code, signatures) => {
      const to = await deploy(code)
      for (const signature of signatures)
        requireRed(`${signature} ${what}`, await cardOfCall({ to, data: dataOf(signature, cast()), value: three }, context))
    },
    300_000,
  )

  test('error: the same as one call of a batch', async () => {
    const to = await deploy(keeper)
    for (const signature of ['deposit()', 'withdraw(uint256 amount)'])
      requireRed(
        `batch ${signature}`,
        await cardOfCalls(
          [
            { to, data: dataOf(signature, cast()), value: three },
            { to: other, value: '0x1' },
          ],
          context,
        ),
      )
  })
})

/** Tries a call as a wallet does that does not care: without fees, gas and list, from the account itself, behind a question. */
async function naiveTrial(to: Hex, data: string, account: string): Promise<bigint> {
  const question = { from: account, to, data: `0x70a08231${account.slice(2).padStart(64, '0')}` }
  const calls = [question, { from: account, to, data, value: three }]
  const state = { [account]: { balance: toHex(parseEther('100')) } }
  const request = { blockStateCalls: [{ stateOverrides: state, calls }], traceTransfers: true, validation: false }
  const [block] = (await context.rpc('eth_simulateV1', [request, 'latest'])) as readonly [{ calls: readonly { logs: readonly Log[] }[] }]
  return addUp(block.calls[1]?.logs ?? [], account).native
}

describe('contracts that can tell a trial', () => {
  const lists = (to: Hex) => [{ address: to, storageKeys: [numberToHex(7, { size: 32 })] }]
  const setBy = (name: string, to: Hex) =>
    name.includes('gas than') ? { gas: '0x30d40' } : name.includes('cold') ? { accessList: lists(to) } : {}

  test.each(Object.entries(tells))('error: %s', async (name, { code, of }) => {
    const to = await deploy(code)
    for (const data of [claim, dataOf('deposit()', cast())]) {
      for (const on of [context, smart]) {
        if (of !== undefined && of !== (on.smart ? 'smart' : 'key')) continue

        // The trick works: a trial that is not what is sent finds 1 ETH that comes.
        expect(await naiveTrial(to, data, on.account), name).toBe(parseEther('1'))
        const card = await cardOfCall({ to, data, value: three, ...(on.smart ? {} : setBy(name, to)) }, on)
        requireRed(`${name} ${data} ${on.account}`, card, 'onlyOut')
        expect(card.content.changes).toContainEqual(expect.objectContaining({ direction: 'out', amount: '3', symbol: 'ETH' }))
      }
    }
  })
})

describe('tokens that are taken for others', () => {
  test.each(Object.entries(fakeNames))('error: a USDC in %s is red, and its name is nowhere', async (name, symbol) => {
    const to = await deploy(fakeToken(symbol))
    const abi = parseAbi(['function approve(address, uint256)', 'function transfer(address, uint256)'])
    const call = (functionName: 'approve' | 'transfer') => encodeFunctionData({ abi, functionName, args: [other, 5n] })
    for (const [what, data] of [
      ['an airdrop', claim],
      ['a limit', call('approve')],
      ['a payment', call('transfer')],
    ] as const) {
      const card = await cardOfCall({ to, data }, context)
      requireRed(`${what} of a USDC in ${name}`, card, 'imitates')
      expect(card.content.changes.map((change) => change.symbol).join()).not.toContain(symbol)
      expect(card.drawn.facts).toMatch(new RegExp(to, 'i'))
    }
    requireRed(`a purchase of a USDC in ${name}`, await cardOfCall({ to, data: claim, value: three }, context), 'onlyOut')
  })

  test('error: a listed name on another contract, with another symbol', async () => {
    const to = await deploy(fakeToken('XYZ', 'Ether'))
    requireRed('a token named Ether', await cardOfCall({ to, data: claim }, context), 'imitates')
  })

  test('error: any other token is not verified, and never counts as what comes back', async () => {
    const to = await deploy(fakeToken('HONEST'))
    const airdrop = await cardOfCall({ to, data: claim }, context)
    expect(airdrop.severity).toBe('caution')
    expect(ids(airdrop)).toContain('warn.unverified')
    expect(airdrop.drawn.facts).toContain('Not verified')
    requireRed('a purchase of an unknown token', await cardOfCall({ to, data: claim, value: three }, context), 'onlyOut')
  })
})

describe('contracts of the operator’s list that work for the thief', () => {
  const swap = (to: Hex) => {
    const [weth = '0x', token = '0x'] = [context.contracts.wrapped as Hex, cast().tokens.find((one) => one !== context.contracts.wrapped)]
    const abi = parseAbi(['function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable'])
    return encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: [1n, [weth, token], to, 4_000_000_000n] })
  }

  test('error: the real router, for another receiver, is red', async () => {
    const [router = '0x'] = context.contracts.others
    requireRed('a swap for another', await cardOfCall({ to: router, data: swap(other), value: three }, context), 'onlyOut')
    expect((await cardOfCall({ to: router, data: swap(context.account as Hex), value: three }, context)).severity).toBe('ordinary')
  })

  test('error: a listed contract, by a function that is not known, and nothing comes, is red', async () => {
    const to = await deploy(keeper)
    const { contracts } = context
    const on = { ...context, contracts: { ...contracts, others: [...contracts.others, to] } }
    requireRed('a dark call', await cardOfCall({ to, data: claim, value: three }, on), 'onlyOut')
  })
})

describe('what changes between the card and the press', () => {
  const turn = async (to: Hex) => {
    const [sender] = (await context.rpc('eth_accounts', [])) as readonly Hex[]
    const hash = await context.rpc('eth_sendTransaction', [{ from: sender, to, data: '0xdeadbeef' }])
    await expect.poll(() => context.rpc('eth_getTransactionReceipt', [hash])).not.toBeNull()
  }
  const balance = async () => BigInt(String(await context.rpc('eth_getBalance', [context.account, 'latest'])))

  test.each([claim, 'deposit()'])('error: %s: nothing is signed', async (function_) => {
    const to = await deploy(turning)
    const data = function_ === claim ? claim : dataOf(function_, cast())
    const prepared = await prepareTransaction([{ from: context.account, to, data, value: three }], context)
    tried.push(`turned ${function_}`)
    const shown = await cardOfCall({ to, data, value: three }, context)
    expect(shown.severity).not.toBe('ordinary')
    await turn(to)
    const before = await balance()
    await expect(prepared.execute(prepared.payload)).rejects.toBeInstanceOf(Changed)
    expect(await balance()).toBe(before)
  })

  test('error: of a smart account, and of transactions one after the other', async () => {
    const [first, second] = [await deploy(turning), await deploy(turning)]
    const operation = await prepareSmartTransaction(
      [{ from: smart.account, to: first, data: claim, value: three }],
      smart,
      smart.smart as SmartAccount,
    )
    const calls = [
      { to: other, value: '0x1' },
      { to: second, data: claim, value: three },
    ]
    const sequence = await prepareSendCalls([{ version: '2.0.0', chainId: toHex(chainId), atomicRequired: false, calls }], context)
    expect(severityOf(operation.content)).not.toBe('ordinary')
    expect(severityOf(sequence.content)).not.toBe('ordinary')
    tried.push('turned operation', 'turned sequence')
    await turn(first)
    await turn(second)
    for (const prepared of [operation, sequence]) await expect(prepared.execute(prepared.payload)).rejects.toBeInstanceOf(Changed)
  })

  test('behavior: nothing turned: it is sent, by the second trial of the moment in which the button was armed', async () => {
    const to = await deploy(turning)
    const prepared = await prepareTransaction([{ from: context.account, to, data: claim, value: three }], context)
    prepared.arm?.()
    const hash = await prepared.execute(prepared.payload)
    await expect.poll(() => context.rpc('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  })
})

describe('honest contracts', () => {
  const weth = () => localContracts()['eip155:31337']?.pools.weth as Hex

  test('behavior: the real wrapped coin: an ordinary card, with what really comes', async () => {
    const wrap = await cardOfCall({ to: weth(), data: dataOf('deposit()', cast()), value: three }, context)
    expect(wrap.content).toMatchObject({ title: { id: 'title.wrap', values: { symbol: 'WETH' } }, warnings: [] })
    expect(wrap.content.changes).toEqual([
      { direction: 'out', amount: '3', symbol: 'ETH' },
      { direction: 'in', amount: '3', symbol: 'WETH', token: weth().toLowerCase() },
    ])
    expect(wrap.severity).toBe('ordinary')
  })

  test('behavior: the same of a smart account, before it is deployed and afterwards', async () => {
    const tx = { to: weth(), data: dataOf('deposit()', cast()), value: three }
    for (const isDeployed of [false, true]) {
      const card = await cardOfCall(tx, smart)
      expect(card.content.changes.map(({ direction, amount, symbol }) => `${direction} ${amount} ${symbol}`)).toEqual([
        'out 3 ETH',
        'in 3 WETH',
      ])
      expect([isDeployed, ids(card), card.severity]).toEqual([isDeployed, [], 'ordinary'])
      if (isDeployed) return
      const prepared = await prepareSmartTransaction([{ from: smart.account, to: other, value: '0x1' }], smart, smart.smart as SmartAccount)
      await prepared.execute(prepared.payload)
    }
  })

  test('behavior: the real router: an ordinary card, with what the trial brought', async () => {
    const { pools } = contractsConfig(chainId)
    const usdc = context.contracts.tokens.find(({ symbol }) => symbol === 'USDC')?.address as Hex
    const abi = parseAbi(['function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable'])
    const args = [1n, [weth(), usdc], context.account as Hex, 4_000_000_000n] as const
    const data = encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args })
    const card = await cardOfCall({ to: pools.v2Router as Hex, data, value: toHex(parseEther('0.01')) }, context)
    expect(card.content.warnings).toEqual([])
    expect(card.content.changes).toEqual([
      { direction: 'out', amount: '0.01', symbol: 'ETH' },
      expect.objectContaining({ direction: 'in', symbol: 'USDC' }),
    ])
    expect(card.drawn.facts).toContain('It says you get at least')
    expect(card.severity).toBe('ordinary')
  })
})

test('behavior: more than 60 thefts were tried', () => {
  // biome-ignore lint/suspicious/noConsole: the count belongs into the output of the tests
  console.log(`drainers: ${tried.length} contracts and calls on the local chain, none with an ordinary card`)
  expect(tried.length).toBeGreaterThanOrEqual(60)
})
