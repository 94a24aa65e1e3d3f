import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import { expect, test } from '@playwright/test'
import { generateKeyPairSigner, address as solanaAddress } from '@solana/kit'
import { type Address, erc20Abi, erc721Abi, parseAbi, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { mintNft, sendCoin, sendToken, swapOnPool } from './support/money.ts'
import { chainClient, networkIds, readServer, tokenOf } from './support/server.ts'
import { localSolana } from './support/solana.ts'

/* The contracts and tokens that the local chains of `npm start` have from the start, found by what `--json` says, and the money that tests give out. */

const server = readServer()
const newAddress = () => privateKeyToAddress(generatePrivateKey())

test('behavior: coins, tokens and NFTs reach an address on both EVM chains', { tag: '@once' }, async () => {
  const to = newAddress()
  for (const [network, chainId] of [[networkIds.first, chainIds.first] as const, [networkIds.second, chainIds.second] as const]) {
    const chain = chainClient(server, chainId)
    // At the same time, as tests do.
    await Promise.all([
      ...Array.from({ length: 5 }, () => sendCoin(server, { network, to, amount: parseEther('0.3') })),
      sendToken(server, { network, to, token: 'USDC', amount: 25_000_000n }),
    ])
    const balance = await chain.readContract({
      address: tokenOf(server, network, 'USDC') as Address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [to],
    })
    expect([await chain.getBalance({ address: to }), balance]).toEqual([parseEther('1.5'), 25_000_000n])
  }

  const chain = chainClient(server, chainIds.first)
  const network = networkIds.first
  await sendToken(server, { network, to, token: 'USDT', amount: 7_000_000n })
  await sendToken(server, { network, to, token: 'FEE', amount: 100n })
  const held = (token: string) =>
    chain.readContract({ address: tokenOf(server, network, token) as Address, abi: erc20Abi, functionName: 'balanceOf', args: [to] })
  expect([await held('USDT'), await held('FEE')]).toEqual([7_000_000n, 99n])

  await mintNft(server, { network, to })
  await mintNft(server, { network, to, uri: 'https://pictures.example/1.json' })
  await mintNft(server, { network, to, item: { id: 4n, amount: 3n } })
  const pictures = { address: tokenOf(server, network, 'PICTURES') as Address, abi: erc721Abi }
  const items = {
    address: tokenOf(server, network, 'ITEMS') as Address,
    abi: parseAbi(['function balanceOf(address, uint256) view returns (uint256)']),
  }
  expect(await chain.readContract({ ...pictures, functionName: 'balanceOf', args: [to] })).toBe(2n)
  expect(await chain.readContract({ ...items, functionName: 'balanceOf', args: [to, 4n] })).toBe(3n)
})

test('behavior: a trade moves the price of its pool, and pays whom it should', { tag: '@once' }, async () => {
  const network = networkIds.second
  const chain = chainClient(server, chainIds.second)
  const { quoter, weth, v3 } = server.pools[network] ?? {}
  const usdc = tokenOf(server, network, 'USDC') as Address
  const quote = async (from: Address, to: Address, amount: bigint) => {
    const abi = parseAbi([
      'function quoteExactInputSingle((address, address, uint256, uint24, uint160)) returns (uint256, uint160, uint32, uint256)',
    ])
    const args = [[from, to, amount, 3_000, 0n]] as const
    const call = { address: quoter as Address, abi, functionName: 'quoteExactInputSingle', args } as const
    return (await chain.simulateContract(call)).result[0]
  }
  const price = () => quote(weth as Address, usdc, parseEther('1'))
  const balanceOf = (to: Address) => chain.readContract({ address: weth as Address, abi: erc20Abi, functionName: 'balanceOf', args: [to] })
  expect(Object.keys(v3 ?? {})).toContain('WETH/USDC 3000')
  const before = await price()
  const to = newAddress()
  const amount = parseUnits('200000', 6)
  const promised = await quote(usdc, weth as Address, amount)
  await swapOnPool(server, { network, sell: 'USDC', buy: 'WETH', amount, fee: 3_000, to })
  expect(await balanceOf(to)).toBe(promised)
  expect(await price()).toBeGreaterThan((before * 13n) / 10n)
  // As it was, for the tests that follow.
  await swapOnPool(server, { network, sell: 'WETH', buy: 'USDC', amount: promised, fee: 3_000 })
  expect(Number(await price()) / Number(before)).toBeCloseTo(1, 1)

  const held = await balanceOf(to)
  await swapOnPool(server, { network, sell: 'DAI', buy: 'WETH', amount: parseEther('25'), to })
  expect(await balanceOf(to)).toBeGreaterThan(held)
  // An allowance of USDT has to be zero before it is another one.
  for (const sold of [2_000_000n, 3_000_000n])
    await swapOnPool(server, { network: networkIds.first, sell: 'USDT', buy: 'WETH', amount: sold })
})

test('behavior: coins and tokens of both token programs reach an address on Solana', { tag: '@once' }, async () => {
  const { id, rpc, balance } = localSolana(server)
  const { address: to } = await generateKeyPairSigner()
  await sendCoin(server, { network: id, to, amount: 2_000_000_000n })
  for (const token of ['USDC', 'PLAIN', 'T22']) await sendToken(server, { network: id, to, token, amount: 12_345n })
  expect(await balance(to)).toBe(2_000_000_000n)
  const { value: accounts } = await rpc
    .getTokenAccountsByOwner(to, { programId: solanaAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA') }, { encoding: 'jsonParsed' })
    .send()
  expect(accounts.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmountString).sort()).toEqual(['0.000012345', '0.012345'])
  const mint = solanaAddress(tokenOf(server, id, 'T22'))
  const { value: others } = await rpc.getTokenAccountsByOwner(to, { mint }, { encoding: 'jsonParsed' }).send()
  expect(others.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmountString)).toEqual(['1.2345'])
})
