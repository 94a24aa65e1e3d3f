import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { localContracts, writeGenesis } from '@latchkey/testkit/src/chains/localContracts.js'
import { installSafeContracts } from '@latchkey/testkit/src/chains/safeContracts.js'
import {
  concat,
  createPublicClient,
  createTestClient,
  createWalletClient,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  encodePacked,
  erc20Abi,
  getContractAddress,
  type Hex,
  http,
  keccak256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  parseEther,
  parseUnits,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handleOps } from '../../../testing/handleOps.js'
import { renderCard } from '../../../testing/renderCard.js'
import { openSmartAccount } from '../../../testing/smartAccount.js'
import { createPermissions } from '../../security/permissions.js'
import type { SignerContext } from '../context.js'
import type { Rpc } from '../rpc.js'
import { contracts, safeAbi } from '../safe/contracts.js'
import { prepareSmartTransaction } from '../safe/transaction.js'
import { allowanceAbi, permissionAbi } from './abis.js'
import { formerCodes } from './formerCode.js'
import { prepareGrant } from './grant.js'
import { grantedPermissions } from './granted.js'
import { listedPermissions } from './listed.js'
import { isPermissionOf, permissionAddress, permissionDeployment } from './permissionContract.js'
import { prepareRevoke } from './revoke.js'
import { supportedPermissions } from './supported.js'

/* Permissions on a real chain: what is granted can be spent, and nothing else. */

const chainId = 31_337
const known = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
const tokenOf = (key: string) => known.tokens[key]?.address ?? expect.fail(`There is no token ${key}.`)
const shop: Hex = '0x00000000000000000000000000000000000000a1'
const day = 86_400

let anvil: Anvil
let bundler: Rpc
let folder: string
const client = () => createPublicClient({ transport: http(anvil.url) })
const node = () => createTestClient({ transport: http(anvil.url), mode: 'anvil' })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-permissions-'))
  anvil = await startAnvil({ chainId, args: ['--init', await writeGenesis({ chainId, folder })] })
  await installSafeContracts(anvil.url)
  bundler = handleOps(anvil.url, chainId)
}, 300_000)
afterAll(async () => {
  await anvil?.stop()
  await rm(folder, { recursive: true, force: true })
})

const chainTime = async () => Number((await client().getBlock()).timestamp)

/** Gives coins of the chain's faucet. */
async function give(token: Hex, to: Hex, amount: bigint) {
  await node().impersonateAccount({ address: known.faucet })
  const wallet = createWalletClient({ account: known.faucet, transport: http(anvil.url) })
  const abi = parseAbi(['function transfer(address to, uint256 amount)'])
  const hash = await wallet.writeContract({ chain: null, address: token, abi, functionName: 'transfer', args: [to, amount] })
  await client().waitForTransactionReceipt({ hash, pollingInterval: 20 })
}

/** Who spends for a page: a key of its own, with coins for fees. */
async function openSpender() {
  const account = privateKeyToAccount(generatePrivateKey())
  await node().setBalance({ address: account.address, value: parseEther('1') })
  const wallet = createWalletClient({ account, transport: http(anvil.url) })
  const redeem = async (address: Hex, executions: readonly Hex[]) => {
    const args = [executions.map(() => '0x' as const), executions.map(() => zeroHash), executions] as const
    const { request } = await client().simulateContract({ account, address, abi: permissionAbi, functionName: 'redeemDelegations', args })
    const hash = await wallet.writeContract({ ...request, chain: null })
    await client().waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }
  return {
    address: account.address,
    redeem,
    send: (contract: Hex, to: Hex, amount: bigint) => redeem(contract, [encodePacked(['address', 'uint256'], [to, amount])]),
    sendToken: (contract: Hex, token: Hex, to: Hex, amount: bigint) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
      return redeem(contract, [concat([encodePacked(['address', 'uint256'], [token, 0n]), data])])
    },
  }
}

const noNode: Rpc = async () => {
  throw new TypeError('fetch failed')
}

const asked = (to: Hex, permission: object, rules: object = {}) => [{ chainId: numberToHex(chainId), to, permission, ...rules }]
const coins = (to: Hex, amount: bigint, expiry?: number) =>
  asked(
    to,
    { type: 'native-token-allowance', isAdjustmentAllowed: false, data: { allowanceAmount: numberToHex(amount) } },
    expiry === undefined ? {} : { rules: [{ type: 'expiry', data: { timestamp: expiry } }] },
  )

type Granted = { readonly context: Hex; readonly delegationManager: Hex; readonly expiry: number }
async function grant(params: unknown, context: SignerContext) {
  const prepared = await prepareGrant(params, context)
  const answer = (await prepared.execute(prepared.payload)) as readonly Granted[]
  return { content: prepared.content, contract: answer[0]?.context ?? '0x', answer: answer[0] }
}

describe('a permission', () => {
  test('behavior: what is shown can be spent without asking, and not a unit more; removed, nothing', async () => {
    const { context, address } = await openSmartAccount(anvil, bundler)
    const spender = await openSpender()
    const { content, contract, answer } = await grant(coins(spender.address, parseEther('1')), context)
    expect(content).toMatchObject({ title: { id: 'title.permission', values: { symbol: 'ETH' } }, confirm: 'allow', blocked: false })
    expect(content.rows).toEqual(
      expect.arrayContaining([
        { label: 'row.spender', value: spender.address, kind: 'address', firstTime: true },
        { label: 'row.limit', value: '1 ETH', kind: 'text' },
        { label: 'row.often', value: '1', words: { id: 'period.once' }, kind: 'text' },
        { label: 'row.until', value: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/), kind: 'text' },
        { label: 'row.network', value: 'Local', kind: 'text' },
      ]),
    )
    expect(content.warnings.map(({ title }) => title.id)).toEqual(['warn.unasked'])
    expect(content.notes?.map(({ id }) => id)).toEqual(['note.removable', 'note.atomic', 'note.deploys'])
    expect(answer).toMatchObject({ delegationManager: contract, expiry: expect.any(Number), dependencies: [] })

    const before = await client().getBalance({ address: shop })
    await spender.send(contract, shop, parseEther('0.6'))
    await spender.send(contract, shop, parseEther('0.4'))
    await expect(spender.send(contract, shop, 1n)).rejects.toThrow('newSpent')
    expect((await client().getBalance({ address: shop })) - before).toBe(parseEther('1'))

    const other = await grant(coins(spender.address, parseEther('1'), (await chainTime()) + 7_200), context)
    expect((await grantedPermissions(context.rpc, address)).map(({ amount, spent }) => [amount, spent]).sort()).toEqual([
      [parseEther('1'), 0n],
      [parseEther('1'), parseEther('1')],
    ])
    const removal = await prepareRevoke([{ permissionContext: other.contract }], context)
    expect(removal.content.rows).toContainEqual({ label: 'row.limit', value: '1 ETH', kind: 'text' })
    expect(await removal.execute(removal.payload)).toEqual({})
    await expect(spender.send(other.contract, shop, 1n)).rejects.toThrow()
    await expect(prepareRevoke([{ permissionContext: other.contract }], context)).rejects.toMatchObject({ code: -32602 })
  })

  test('behavior: what the wallet signs besides, for its server’s record, is said', async () => {
    const { context } = await openSmartAccount(anvil, bundler)
    const { address } = await openSpender()
    const records = { of: async () => [], granted: async () => undefined, removed: async () => undefined }
    const notesOf = async (given: SignerContext) => {
      const { content } = await prepareGrant(coins(address, 1n), given)
      return content.notes?.map(({ id }) => id)
    }
    expect(await notesOf(context)).not.toContain('note.recorded')
    expect(await notesOf({ ...context, records })).toContain('note.recorded')
  })

  test('error: it serves its spender, its coin and its amount, and nothing else', async () => {
    const { context, address } = await openSmartAccount(anvil, bundler)
    const [spender, thief] = [await openSpender(), await openSpender()]
    const usdc = tokenOf('USDC')
    await give(usdc, address, parseUnits('100', 6))
    const token = {
      type: 'erc20-token-allowance',
      data: { tokenAddress: usdc, allowanceAmount: numberToHex(parseUnits('5', 6)) },
    }
    const { contract } = await grant(asked(spender.address, token), context)
    await expect(thief.sendToken(contract, usdc, thief.address, 1n)).rejects.toThrow('NotTheSpender')
    await expect(spender.send(contract, spender.address, 1n)).rejects.toThrow('NotPermitted')
    await expect(spender.sendToken(contract, tokenOf('DAI'), spender.address, 1n)).rejects.toThrow('NotPermitted')
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender.address, 2n ** 200n] })
    const toToken = encodePacked(['address', 'uint256'], [usdc, 0n])
    await expect(spender.redeem(contract, [concat([toToken, approve])])).rejects.toThrow('NotPermitted')
    await expect(spender.sendToken(contract, usdc, spender.address, 2n ** 96n + 1n)).rejects.toThrow('NotPermitted')
    await expect(spender.sendToken(contract, usdc, spender.address, 0n)).rejects.toThrow('newSpent')
    // Nobody but the account changes what the module keeps for it.
    const set = { abi: allowanceAbi, address: contracts.allowanceModule } as const
    const raise = client().simulateContract({ ...set, account: spender.address, functionName: 'addDelegate', args: [spender.address] })
    await expect(raise).resolves.toBeDefined()
    expect(await grantedPermissions(context.rpc, address)).toHaveLength(1)
    expect(await client().readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] })).toBe(
      parseUnits('100', 6),
    )
  })

  test('error: a transaction of the page grants nothing: only a review that says so does', async () => {
    const { context, smart, address } = await openSmartAccount(anvil, bundler)
    const thief = (await openSpender()).address
    const data = encodeFunctionData({ abi: allowanceAbi, functionName: 'addDelegate', args: [thief] })
    for (const to of [contracts.allowanceModule, contracts.allowanceModule.toLowerCase() as Hex])
      await expect(prepareSmartTransaction([{ from: address, to, data }], context, smart)).rejects.toMatchObject({
        code: 4200,
        data: { why: 'permissions' },
      })
  })

  test('error: the account, its owner, a token that is none, and a network without the module', async () => {
    const { context, smart, address } = await openSmartAccount(anvil, bundler)
    const { address: spender } = await openSpender()
    for (const to of [address, smart.owner, contracts.module])
      await expect(prepareGrant(coins(to, 1n), context)).rejects.toMatchObject({ code: 4200 })
    const noToken = { type: 'erc20-token-allowance', data: { tokenAddress: shop, allowanceAmount: '0x1' } }
    await expect(prepareGrant(asked(spender, noToken), context)).rejects.toMatchObject({ code: -32602 })
    const { smart: _, ...plain } = context
    await expect(prepareGrant(coins(spender, 1n), plain)).rejects.toThrow('Only a smart account')
    const code = await client().getCode({ address: contracts.allowanceModule })
    await node().setCode({ address: contracts.allowanceModule, bytecode: '0x' })
    try {
      await expect(prepareGrant(coins(spender, 1n), context)).rejects.toThrow('no contract that limits spending')
      const accounts = async () => [{ address, type: 'smartAccount' as const }]
      expect(await supportedPermissions([context.network], () => context.rpc, accounts)).toEqual({})
    } finally {
      await node().setCode({ address: contracts.allowanceModule, bytecode: code ?? '0x' })
    }
  })

  test('error: more than there is, and a token with a name that deceives, are said', async () => {
    const { context, address } = await openSmartAccount(anvil, bundler, '2')
    const { address: spender } = await openSpender()
    const much = await prepareGrant(coins(spender, parseEther('50')), context)
    expect(much.content.warnings).toContainEqual({
      tone: 'warn',
      title: { id: 'warn.overBalance' },
      text: { id: 'warn.overBalanceText', values: { amount: '2', symbol: 'ETH' } },
    })
    const markup = { type: 'erc20-token-allowance', data: { tokenAddress: tokenOf('BIDI'), allowanceAmount: '0x1' } }
    const { content } = await prepareGrant(asked(spender, markup), context)
    expect(content.rows).toContainEqual({ label: 'row.limit', value: expect.stringMatching(/^0\.000001 0x[0-9a-fA-F]{4}…/), kind: 'text' })
    expect(content.rows).toContainEqual(expect.objectContaining({ label: 'row.token', value: tokenOf('BIDI'), mark: 'unverified' }))
    expect(content.warnings).toContainEqual(expect.objectContaining({ tone: 'neg', title: { id: 'warn.imitates' } }))
    expect(await grantedPermissions(context.rpc, address)).toEqual([])
  })

  test('behavior: viem’s form, and the address that says which site it is for', async () => {
    const { context, smart } = await openSmartAccount(anvil, bundler)
    const spender = await openSpender()
    const expiry = Math.floor(Date.now() / 1_000) + day
    const permissions = [
      {
        type: 'native-token-transfer',
        data: { ticker: 'ETH' },
        policies: [{ type: 'token-allowance', data: { allowance: '0x64' } }],
        required: true,
      },
    ]
    const prepared = await prepareGrant([{ expiry, permissions, signer: { type: 'account', data: { id: spender.address } } }], context)
    const answer = await prepared.execute(prepared.payload)
    const contract = permissionAddress({ account: smart.address, token: null, spender: spender.address, expiry }, context.origin)
    expect(answer).toMatchObject({ expiry, grantedPermissions: permissions, permissionsContext: contract })
    expect(await grantedPermissions(context.rpc, smart.address)).toEqual([
      { contract, spender: spender.address, token: null, amount: 100n, spent: 0n, period: null, expiry },
    ])
    const accounts = async () => [{ address: smart.address, type: 'smartAccount' as const }]
    expect(await supportedPermissions([context.network], () => context.rpc, accounts)).toMatchObject({
      'native-token-periodic': { chainIds: ['0x7a69'], ruleTypes: ['expiry'] },
    })
  })

  test('behavior: the wallet’s own window lists them, says what removing one costs, and removes it', async () => {
    const { context } = await openSmartAccount(anvil, bundler)
    const spender = await openSpender()
    const { contract, answer } = await grant(coins(spender.address, parseEther('1')), context)
    await spender.send(contract, shop, parseEther('0.25'))
    const dead: SignerContext = { ...context, network: { ...context.network, caipNetworkId: 'eip155:9', name: 'Dead' }, rpc: noNode }
    const window = createPermissions({ smartContexts: async () => [context, dead] })
    const ask = { signal: new AbortController().signal }
    const id = { network: 'eip155:31337', contract }
    expect(await window.permissions(undefined, ask)).toEqual({
      permissions: [
        {
          ...id,
          networkName: 'Local',
          spender: spender.address,
          site: null,
          amount: '1 ETH',
          left: '0.75 ETH',
          period: { id: 'period.once' },
          until: (answer?.expiry ?? 0) * 1_000,
        },
      ],
      unavailable: ['Dead'],
    })
    await expect(Promise.resolve(window.removePermission(id, ask))).rejects.toMatchObject({ data: { reason: 'expired' } })
    expect(await window.askRemoval(id, ask)).toEqual({ fee: expect.stringMatching(/^0\.\d+ ETH$/), affordable: true })
    const other = { ...id, contract: shop }
    await expect(Promise.resolve(window.removePermission(other, ask))).rejects.toMatchObject({ data: { reason: 'expired' } })
    await window.askRemoval(id, ask)
    await window.removePermission(id, ask)
    expect((await window.permissions(undefined, ask)).permissions).toEqual([])
    await expect(spender.send(contract, shop, 1n)).rejects.toThrow()
    await expect(Promise.resolve(window.askRemoval(id, ask))).rejects.toMatchObject({ code: -32602 })
  })

  test('error: a token that answers no, and moves nothing, uses nothing up: what has not left the account reverts', async () => {
    const { context, address } = await openSmartAccount(anvil, bundler)
    const spender = await openSpender()
    const liar: Hex = '0x00000000000000000000000000000000000000b1'
    // Answers 6 to every question, and 0 (false) to `transfer`.
    await node().setCode({ address: liar, bytecode: '0x60003560e01c63a9059cbb141560060260005260206000f3' })
    const { contract } = await grant(
      asked(spender.address, { type: 'erc20-token-allowance', data: { tokenAddress: liar, allowanceAmount: '0x5' } }),
      context,
    )
    await expect(spender.sendToken(contract, liar, shop, 5n)).rejects.toThrow('NotSent')
    expect(await grantedPermissions(context.rpc, address)).toMatchObject([{ amount: 5n, spent: 0n }])
  })

  test('error: a permission’s contract that a stranger deployed first costs no failed batch', async () => {
    const { context, address } = await openSmartAccount(anvil, bundler)
    const [spender, stranger] = [await openSpender(), privateKeyToAccount(generatePrivateKey())]
    const expiry = (await chainTime()) + 3_600
    const prepared = await prepareGrant(coins(spender.address, parseEther('1'), expiry), context)
    // While the user reads, a stranger deploys the same code with the same salt, by whatever deploys contracts.
    const terms = { account: address, token: null, spender: spender.address, expiry }
    const { to, data } = permissionDeployment(terms, context.origin)
    const { args } = decodeFunctionData({ abi: parseAbi(['function performCreate2(uint256, bytes, bytes32)']), data })
    await node().setBalance({ address: stranger.address, value: parseEther('1') })
    const wallet = createWalletClient({ account: stranger, transport: http(anvil.url) })
    for (const call of [
      { to, data },
      { to: contracts.deployer, data: concat([args[2], args[1]]) },
    ]) {
      const hash = await wallet.sendTransaction({ chain: null, ...call })
      expect((await client().waitForTransactionReceipt({ hash, pollingInterval: 20 })).status).toBe('success')
    }
    const contract = permissionAddress(terms, context.origin)
    expect(await prepared.execute(prepared.payload)).toMatchObject([{ context: contract }])
    await spender.send(contract, shop, 1n)
  })

  test('behavior: a page is told what it was granted, and nothing of another page’s', async () => {
    const { context, address } = await openSmartAccount(anvil, bundler)
    const spender = await openSpender()
    const { contract, answer } = await grant(coins(spender.address, parseEther('1')), context)
    const accounts = async () => [{ address, type: 'smartAccount' as const }]
    const listedFor = (origin: string) => listedPermissions([context.network], () => context.rpc, accounts, origin)
    expect(await listedFor(context.origin)).toEqual([
      {
        chainId: numberToHex(chainId),
        from: address,
        to: spender.address,
        permission: { type: 'native-token-allowance', isAdjustmentAllowed: false, data: { allowanceAmount: numberToHex(parseEther('1')) } },
        rules: [{ type: 'expiry', data: { timestamp: answer?.expiry } }],
        context: contract,
        dependencies: [],
        delegationManager: contract,
      },
    ])
    expect(await listedFor('https://other.example')).toEqual([])
    const removal = await prepareRevoke([{ permissionContext: contract }], context)
    await removal.execute(removal.payload)
    expect(await listedFor(context.origin)).toEqual([])
  })

  test('behavior: a permission of an earlier release is listed with its site, and removed', async () => {
    const { context, smart, address } = await openSmartAccount(anvil, bundler)
    const spender = await openSpender()
    const terms = { account: smart.address, token: null, spender: spender.address, expiry: (await chainTime()) + 3_600 }
    const [former] = formerCodes
    const made = (origin: string) => {
      const bytecode = concat([
        former,
        encodeAbiParameters(parseAbiParameters('address, address, address, address, uint256'), [
          contracts.allowanceModule,
          terms.account,
          zeroAddress,
          terms.spender,
          BigInt(terms.expiry),
        ]),
      ])
      return getContractAddress({ opcode: 'CREATE2', from: contracts.deployer, salt: keccak256(stringToHex(origin)), bytecode })
    }
    const old = made(context.origin)
    expect(isPermissionOf(old, terms, context.origin)).toBe(true)
    expect(isPermissionOf(old, terms, 'https://other.example')).toBe(false)
    expect(isPermissionOf(permissionAddress(terms, context.origin), terms, context.origin)).toBe(true)
    expect(address).toBe(smart.address)
  })

  test('behavior: the list does not end before the last of 260 delegates', async () => {
    const delegates = Array.from({ length: 260 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}` as Hex)
    const rpc: Rpc = async (_method, params) => {
      const [{ data }] = params as readonly [{ readonly data: Hex }]
      if (data === undefined) return '0x6000'
      const { functionName, args } = decodeFunctionData({ abi: [...allowanceAbi, ...safeAbi, ...permissionAbi], data })
      const answer = (result: unknown) => encodeFunctionResult({ abi: [...allowanceAbi, ...safeAbi], functionName, result } as never)
      if (functionName === 'isModuleEnabled') return answer(true)
      if (functionName === 'getTokens') return answer([zeroAddress])
      if (functionName === 'getTokenAllowance') return answer([1n, 0n, 0n, 0n, 1n])
      if (functionName !== 'getDelegates') throw new Error('reverted')
      const [, start, size] = args as readonly [Hex, number, number]
      return answer([delegates.slice(start, start + size), start + size < delegates.length ? start + size : 0])
    }
    expect(await grantedPermissions(rpc, shop)).toHaveLength(260)
  })

  // Last: it lets days of the chain pass.
  test('behavior: a token’s limit comes back with each period, until the permission ends', async () => {
    const { context, address } = await openSmartAccount(anvil, bundler)
    const spender = await openSpender()
    const usdc = tokenOf('USDC')
    await give(usdc, address, parseUnits('100', 6))
    const end = Math.floor(Date.now() / 1_000) + 3 * day
    const permission = {
      type: 'erc20-token-periodic',
      data: { tokenAddress: usdc, periodAmount: numberToHex(parseUnits('5', 6)), periodDuration: day },
    }
    const { content, contract } = await grant(
      asked(spender.address, permission, { rules: [{ type: 'expiry', data: { timestamp: end } }] }),
      context,
    )
    const card = renderCard(content).facts
    expect(card).toContain('Every day')
    expect(card).toContain('5 USDC')
    expect(card).toContain('20 USDC')
    expect(card).toContain('could send this much to anybody')
    const spend = (amount: string) => spender.sendToken(contract, usdc, shop, parseUnits(amount, 6))
    await spend('5')
    await expect(spend('0.000001')).rejects.toThrow('newSpent')
    await node().increaseTime({ seconds: day })
    await node().mine({ blocks: 1 })
    await spend('5')
    await expect(spend('0.000001')).rejects.toThrow('newSpent')
    await node().increaseTime({ seconds: 2 * day + 60 })
    await node().mine({ blocks: 1 })
    await expect(spend('1')).rejects.toThrow('Expired')
    expect(await client().readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [shop] })).toBe(parseUnits('10', 6))
  })
})
