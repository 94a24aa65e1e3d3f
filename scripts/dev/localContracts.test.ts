import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractCode } from '@latchkey/secure-frame/src/worker/signers/permissions/contractCode.ts'
import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { localContracts, writeGenesis } from '@latchkey/testkit/src/chains/localContracts.js'
import {
  type Address,
  concat,
  createPublicClient,
  createTestClient,
  createWalletClient,
  decodeFunctionData,
  encodeAbiParameters,
  erc20Abi,
  erc721Abi,
  formatUnits,
  type Hex,
  http,
  keccak256,
  namehash,
  parseAbi,
  parseEther,
  zeroAddress,
} from 'viem'
import { mnemonicToAccount, privateKeyToAccount, sign } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const contracts = localContracts()
const first = contracts['eip155:31337'] ?? expect.fail('There is no first chain.')
const development = (addressIndex: number) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex })
/** The first development account, who has nothing but ether. */
const visitor = development(0)

let folder: string
const nodes: Awaited<ReturnType<typeof startAnvil>>[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-chains-'))
  for (const [index, chainId] of [31337, 31338].entries()) {
    const genesis = await writeGenesis({ chainId, folder })
    nodes.push(await startAnvil({ port: freePort + index, chainId, args: ['--init', genesis] }))
  }
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A port that nobody else has, and the next one. */
const freePort = await new Promise<number>((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resolve(port === 65_535 ? port - 1 : port))
  })
})

function clients(index = 0) {
  const chain = {
    id: 31337 + index,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [nodes[index]?.url ?? ''] } },
    contracts: { multicall3: { address: first.multicall3 } },
  }
  const transport = http()
  return {
    reader: createPublicClient({ chain, transport, pollingInterval: 20 }),
    wallet: createWalletClient({ chain, transport, account: visitor }),
    node: createTestClient({ chain, transport, mode: 'anvil' }),
    faucet: createWalletClient({ chain, transport, account: first.faucet }),
  }
}

/** Waits for a transaction that must succeed. */
async function included(hash: Hex) {
  const receipt = await clients().reader.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  return receipt
}

const tokenOf = (key: string) => first.tokens[key]?.address ?? expect.fail(`There is no token ${key}.`)
const poolOf = (name: string) => first.pools.v3[name] ?? expect.fail(`There is no pool ${name}.`)
const transferAbi = parseAbi(['function transfer(address to, uint256 amount)', 'function approve(address spender, uint256 amount)'])

describe('the first block', () => {
  test('behavior: holds the contracts, and leaves users as they are on any local chain', async () => {
    const { reader } = clients()
    const [block, balance, nonce] = await Promise.all([
      reader.getBlock(),
      reader.getBalance({ address: visitor.address }),
      reader.getTransactionCount({ address: visitor.address }),
    ])
    expect([block.number, balance, nonce]).toEqual([0n, parseEther('10000'), 0])
    expect(Math.abs(Number(block.timestamp) - Date.now() / 1_000)).toBeLessThan(120)
    const { v2, v3, ...pools } = first.pools
    const all = [
      first.multicall3,
      first.permit2,
      first.allowanceModule,
      ...Object.values(pools),
      ...Object.values(first.ens ?? {}),
      ...Object.values(v2),
      ...Object.values(v3),
    ]
    for (const address of all) expect((await reader.getCode({ address }))?.length, address).toBeGreaterThan(100)
  })

  test.runIf(process.env.LATCHKEY_LONG)('behavior: is what its sources make', { timeout: 300_000 }, async () => {
    const { installTool } = await import('../lib/installTool.js')
    await installTool('chain-state')
    const { buildState, readState } = await import('../../e2e/tools/chain-state/build.js')
    const built = await buildState(freePort + 2)
    for (const [chainId, { alloc, addresses }] of Object.entries(built)) {
      expect(await readState(Number(chainId))).toEqual(alloc)
      expect(contracts[`eip155:${Number(chainId)}`]).toEqual(addresses)
    }
    const { compileShipped } = await import('../../e2e/tools/chain-state/compile.js')
    expect(compileShipped().SpendingPermission?.bytecode).toBe(contractCode)
  })
})

describe('tokens', () => {
  test('behavior: one aggregate3 reads the decimals, the symbol and the faucet of all', async () => {
    const { reader } = clients()
    const tokens = Object.values(first.tokens)
    const calls = tokens.flatMap(({ address }) => [
      { address, abi: erc20Abi, functionName: 'decimals' } as const,
      { address, abi: erc20Abi, functionName: 'symbol' } as const,
      { address, abi: erc20Abi, functionName: 'balanceOf', args: [first.faucet] } as const,
    ])
    const results = await reader.multicall({ contracts: calls, batchSize: 0 })
    for (const [index, { symbol, decimals }] of tokens.entries()) {
      const [own, name, held] = results.slice(index * 3, index * 3 + 3)
      expect(own?.result).toBe(decimals)
      expect(held?.result).toBeGreaterThan(0n)
      if (symbol === '') expect(name?.status).toBe('failure')
      else if (symbol !== 'MKR') expect(name?.result).toBe(symbol)
    }
    // Older than strings.
    const [, maker] = await reader.multicall({
      contracts: [
        { address: tokenOf('MKR'), abi: parseAbi(['function name() view returns (bytes32)']), functionName: 'name' },
        { address: tokenOf('MKR'), abi: parseAbi(['function symbol() view returns (bytes32)']), functionName: 'symbol' },
      ],
    })
    expect(maker?.result).toBe(`0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`)
    expect(tokens.map(({ symbol }) => symbol).filter((symbol) => symbol === 'USDC')).toHaveLength(2)
  })

  test('behavior: USDT returns nothing, and changes an allowance from zero only', async () => {
    const { reader, faucet, node, wallet } = clients()
    const usdt = { address: tokenOf('USDT'), abi: transferAbi } as const
    await node.impersonateAccount({ address: first.faucet })
    await included(await faucet.writeContract({ ...usdt, functionName: 'transfer', args: [visitor.address, 5_000_000n] }))
    const balance = await reader.readContract({ address: usdt.address, abi: erc20Abi, functionName: 'balanceOf', args: [visitor.address] })
    expect(balance).toBe(5_000_000n)
    await expect(
      reader.simulateContract({
        address: usdt.address,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [first.faucet, 1n],
        account: visitor,
      }),
    ).rejects.toThrow('returned no data')
    await included(await wallet.writeContract({ ...usdt, functionName: 'approve', args: [first.faucet, 1n] }))
    await expect(reader.simulateContract({ ...usdt, functionName: 'approve', args: [first.faucet, 2n], account: visitor })).rejects.toThrow(
      'reverted',
    )
  })

  test('behavior: a rebase changes a balance without a transfer', async () => {
    const { reader, faucet, node, wallet } = clients()
    const token = { address: tokenOf('REBASING'), abi: [...transferAbi, ...parseAbi(['function rebase(uint256 index)'])] } as const
    await node.impersonateAccount({ address: first.faucet })
    await included(await faucet.writeContract({ ...token, functionName: 'transfer', args: [visitor.address, 1_000n] }))
    await included(await wallet.writeContract({ ...token, functionName: 'rebase', args: [parseEther('1.1')] }))
    const held = await reader.readContract({ address: token.address, abi: erc20Abi, functionName: 'balanceOf', args: [visitor.address] })
    expect(held).toBe(1_100n)
  })

  test('behavior: an NFT brings its picture along, or says where it is', async () => {
    const { reader, wallet } = clients()
    const address = first.collections.PICTURES ?? zeroAddress
    const abi = parseAbi(['function mint(address to, string uri)'])
    for (const uri of ['', 'https://pictures.example/2.json'])
      await included(await wallet.writeContract({ address, abi, functionName: 'mint', args: [visitor.address, uri] }))
    const [one, other] = await Promise.all(
      [1n, 2n].map((id) => reader.readContract({ address, abi: erc721Abi, functionName: 'tokenURI', args: [id] })),
    )
    const metadata = JSON.parse(Buffer.from(one?.split(',')[1] ?? '', 'base64').toString())
    expect(metadata.name).toBe('Picture #1')
    expect(Buffer.from(metadata.image.split(',')[1], 'base64').toString()).toMatch(/^<svg .*<\/svg>$/)
    expect(other).toBe('https://pictures.example/2.json')
  })
})

describe('pools', () => {
  const quoterAbi = parseAbi([
    'function quoteExactInputSingle((address, address, uint256, uint24, uint160)) returns (uint256, uint160, uint32, uint256)',
  ])
  const routerAbi = parseAbi(['function getAmountsOut(uint256, address[]) view returns (uint256[])'])

  test.each([
    [0, 'USDC'],
    [0, 'DAI'],
    [0, 'USDT'],
    [1, 'USDC'],
    [1, 'DAI'],
  ])('behavior: on chain %i a v2 quote of one ether in %s is 2,500 less the fee', async (index, key) => {
    const { pools, tokens } = contracts[`eip155:${31337 + index}`] ?? expect.fail()
    const token = tokens[key] ?? expect.fail()
    const path = [pools.weth, token.address]
    const args = [parseEther('1'), path] as const
    const amounts = await clients(index).reader.readContract({
      address: pools.v2Router,
      abi: routerAbi,
      functionName: 'getAmountsOut',
      args,
    })
    const price = Number(formatUnits(amounts[1] ?? 0n, token.decimals))
    expect(price).toBeGreaterThan(2_480)
    expect(price).toBeLessThan(2_500)
  })

  test.each([
    ['WETH', 'USDC', 500, 2_500],
    ['WETH', 'USDC', 3_000, 2_500],
    ['WETH', 'USDT', 3_000, 2_500],
    ['WBTC', 'WETH', 3_000, 20],
    ['MKR', 'WETH', 3_000, 0.6],
    ['USDC', 'USDT', 100, 1],
    ['USDC', 'DAI', 100, 1],
  ])('behavior: a v3 quote of one %s in %s with fee %i is %d less the fee', async (sell, buy, fee, price) => {
    const [from, to] = [first.tokens[sell] ?? expect.fail(), first.tokens[buy] ?? expect.fail()]
    const { result } = await clients().reader.simulateContract({
      address: first.pools.quoter,
      abi: quoterAbi,
      functionName: 'quoteExactInputSingle',
      args: [[from.address, to.address, 10n ** BigInt(from.decimals), fee, 0n]],
    })
    expect(Number(formatUnits(result[0], to.decimals)) / price).toBeCloseTo(1 - fee / 1_000_000, 1)
  })

  test('behavior: a v3 pool tells the average of the last half hour, also after a trade', async () => {
    const { reader, wallet } = clients()
    const pool = {
      address: poolOf('WETH/USDC 500'),
      abi: parseAbi(['function observe(uint32[]) view returns (int56[], uint160[])']),
    } as const
    const average = async () => {
      const [[from = 0n, to = 0n]] = await reader.readContract({ ...pool, functionName: 'observe', args: [[1_800, 0]] })
      const usdcFirst = BigInt(tokenOf('USDC')) < BigInt(tokenOf('WETH'))
      const ratio = 1.0001 ** (Number(to - from) / 1_800)
      return (usdcFirst ? 1 / ratio : ratio) * 1e12
    }
    expect(await average()).toBeCloseTo(2_500, -1)
    const weth = { address: tokenOf('WETH'), abi: [...transferAbi, ...parseAbi(['function deposit() payable'])] } as const
    await included(await wallet.writeContract({ ...weth, functionName: 'deposit', value: parseEther('500') }))
    await included(await wallet.writeContract({ ...weth, functionName: 'approve', args: [first.pools.swapRouter, parseEther('500')] }))
    await included(
      await wallet.writeContract({
        address: first.pools.swapRouter,
        abi: parseAbi([
          'function exactInputSingle((address, address, uint24, address, uint256, uint256, uint256, uint160)) returns (uint256)',
        ]),
        functionName: 'exactInputSingle',
        args: [[weth.address, tokenOf('USDC'), 500, visitor.address, 2n ** 63n, parseEther('500'), 0n, 0n]],
      }),
    )
    // The price of the pool is another one by now.
    expect(await average()).toBeGreaterThan(2_400)
  })

  test('behavior: a position has its picture from its own contract', async () => {
    const uri = await clients().reader.readContract({
      address: first.pools.positions,
      abi: erc721Abi,
      functionName: 'tokenURI',
      args: [1n],
    })
    expect(JSON.parse(Buffer.from(uri.split(',')[1] ?? '', 'base64').toString()).name).toContain('USDC')
  })
})

describe('Permit2', () => {
  const abi = parseAbi([
    'struct TokenPermissions { address token; uint256 amount; }',
    'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
    'struct Details { address to; uint256 requestedAmount; }',
    'function permitTransferFrom(PermitTransferFrom permit, Details transfer, address owner, bytes signature)',
    'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
    'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
    'function permit(address owner, PermitSingle single, bytes signature)',
    'function transferFrom(address from, address to, uint160 amount, address token)',
    'error InvalidNonce()',
    'error InvalidSigner()',
    'error InsufficientAllowance(uint256 amount)',
  ])
  const domain = { name: 'Permit2', chainId: 31337, verifyingContract: first.permit2 }
  const types = {
    PermitTransferFrom: [
      { name: 'permitted', type: 'TokenPermissions' },
      { name: 'spender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
    TokenPermissions: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    PermitSingle: [
      { name: 'details', type: 'PermitDetails' },
      { name: 'spender', type: 'address' },
      { name: 'sigDeadline', type: 'uint256' },
    ],
    PermitDetails: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint160' },
      { name: 'expiration', type: 'uint48' },
      { name: 'nonce', type: 'uint48' },
    ],
  } as const
  const owner = development(2)
  const deadline = 2n ** 63n
  const permit2 = { address: first.permit2, abi } as const

  beforeAll(async () => {
    const { reader, node, faucet } = clients()
    await node.impersonateAccount({ address: first.faucet })
    const usdc = { address: tokenOf('USDC'), abi: transferAbi } as const
    await included(await faucet.writeContract({ ...usdc, functionName: 'transfer', args: [owner.address, 1_000n] }))
    const wallet = createWalletClient({ chain: reader.chain, transport: http(), account: owner })
    await included(await wallet.writeContract({ ...usdc, functionName: 'approve', args: [first.permit2, 2n ** 256n - 1n] }))
  })

  const balanceOf = (account: Address) =>
    clients().reader.readContract({ address: tokenOf('USDC'), abi: erc20Abi, functionName: 'balanceOf', args: [account] })

  test('behavior: a signature moves tokens once, and nobody but its signer gives it', async () => {
    const { reader, wallet } = clients()
    const permitted = { token: tokenOf('USDC'), amount: 100n }
    const permit = { permitted, nonce: 7n, deadline }
    const message = { ...permit, spender: visitor.address }
    const signature = await owner.signTypedData({ domain, types, primaryType: 'PermitTransferFrom', message })
    const to = development(3).address
    const call = { ...permit2, functionName: 'permitTransferFrom', account: visitor } as const
    const transfer = { to, requestedAmount: 60n }
    await expect(reader.simulateContract({ ...call, args: [permit, transfer, visitor.address, signature] })).rejects.toThrow(
      'InvalidSigner',
    )
    await included(await wallet.writeContract({ ...call, args: [permit, transfer, owner.address, signature] }))
    expect(await balanceOf(to)).toBe(60n)
    await expect(reader.simulateContract({ ...call, args: [permit, transfer, owner.address, signature] })).rejects.toThrow('InvalidNonce')
  })

  test('behavior: an allowance that was signed is used up', async () => {
    const { reader, wallet } = clients()
    const single = {
      details: { token: tokenOf('USDC'), amount: 50n, expiration: 2 ** 40, nonce: 0 },
      spender: visitor.address,
      sigDeadline: deadline,
    }
    const signature = await owner.signTypedData({ domain, types, primaryType: 'PermitSingle', message: single })
    await included(await wallet.writeContract({ ...permit2, functionName: 'permit', args: [owner.address, single, signature] }))
    const to = development(4).address
    const call = { ...permit2, functionName: 'transferFrom', account: visitor } as const
    await included(await wallet.writeContract({ ...call, args: [owner.address, to, 30n, tokenOf('USDC')] }))
    expect(await balanceOf(to)).toBe(30n)
    await expect(reader.simulateContract({ ...call, args: [owner.address, to, 30n, tokenOf('USDC')] })).rejects.toThrow(
      'InsufficientAllowance',
    )
  })
})

describe('names', () => {
  const ens = first.ens ?? expect.fail('There is no ENS.')
  const universalResolverAddress = ens.universalResolver
  const alice = development(8).address

  test('behavior: a name leads to an address, its texts, and back', async () => {
    const { reader } = clients()
    expect(await reader.getEnsAddress({ name: 'alice.eth', universalResolverAddress })).toBe(alice)
    expect(await reader.getEnsName({ address: alice, universalResolverAddress })).toBe('alice.eth')
    expect(await reader.getEnsText({ name: 'alice.eth', key: 'description', universalResolverAddress })).toBe('A name of the local chain')
    expect(await reader.getEnsAvatar({ name: 'alice.eth', universalResolverAddress })).toMatch(/^data:image\/svg/)
  })

  test('behavior: nobody is known by a name of somebody else, and who has none by none', async () => {
    const { reader } = clients()
    expect(await reader.getEnsName({ address: development(9).address, universalResolverAddress })).toBeNull()
    expect(await reader.getEnsName({ address: visitor.address, universalResolverAddress })).toBeNull()
    expect(await reader.getEnsAddress({ name: 'nobody.eth', universalResolverAddress })).toBeNull()
    // No wildcard.
    expect(await reader.getEnsAddress({ name: 'sub.alice.eth', universalResolverAddress })).toBeNull()
  })

  test('behavior: anybody registers a name under eth', async () => {
    const { reader, wallet } = clients()
    const register = parseAbi(['function register(bytes32 label, address owner)', 'function setResolver(bytes32 node, address resolver)'])
    const node = namehash('visitor.eth')
    const args = [keccak256(Buffer.from('visitor')), visitor.address] as const
    await included(await wallet.writeContract({ address: ens.registrar, abi: register, functionName: 'register', args }))
    await included(
      await wallet.writeContract({ address: ens.registry, abi: register, functionName: 'setResolver', args: [node, ens.resolver] }),
    )
    const setAddr = parseAbi(['function setAddr(bytes32 node, address account)'])
    await included(
      await wallet.writeContract({ address: ens.resolver, abi: setAddr, functionName: 'setAddr', args: [node, visitor.address] }),
    )
    expect(await reader.getEnsAddress({ name: 'visitor.eth', universalResolverAddress })).toBe(visitor.address)
  })

  test('behavior: a gateway answers for names under wallet.test, if it signs', async () => {
    const { reader, wallet } = clients()
    const key = keccak256('0x01')
    const gateway = privateKeyToAccount(key)
    let signer: Hex = key
    const server = createServer(async (request, response) => {
      const [, sender, data] = /^\/(0x\w{40})\/(0x\w+)\.json$/.exec(request.url ?? '') ?? []
      const call = decodeFunctionData({ abi: parseAbi(['function resolve(bytes name, bytes data)']), data: data as Hex })
      const [name] = call.args
      const result = encodeAbiParameters(
        [{ type: 'address' }],
        [Buffer.from(name.slice(2), 'hex').toString().includes('bob') ? alice : zeroAddress],
      )
      const expires = BigInt(Math.floor(Date.now() / 1_000) + 300)
      const parts = ['0x1900' as const, ens.offchainResolver, `0x${expires.toString(16).padStart(16, '0')}` as const]
      const hash = keccak256(concat([...parts, keccak256(data as Hex), keccak256(result)]))
      const signature = await sign({ hash, privateKey: signer, to: 'hex' })
      const body = encodeAbiParameters([{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }], [result, expires, signature])
      response.writeHead(sender ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify({ data: body }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{sender}/{data}.json`
      const abi = parseAbi(['function setGateway(string url, address signer)'])
      await included(
        await wallet.writeContract({ address: ens.offchainResolver, abi, functionName: 'setGateway', args: [url, gateway.address] }),
      )
      expect(await reader.getEnsAddress({ name: 'bob.wallet.test', universalResolverAddress })).toBe(alice)
      expect(await reader.getEnsAddress({ name: 'carol.wallet.test', universalResolverAddress })).toBeNull()
      signer = keccak256('0x02')
      expect(await reader.getEnsAddress({ name: 'bob.wallet.test', universalResolverAddress })).toBeNull()
    } finally {
      server.close()
    }
  })
})
