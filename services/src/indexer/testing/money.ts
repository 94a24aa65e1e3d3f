import { readFileSync } from 'node:fs'
import { encodeDeployData, encodeFunctionData, getContractAddress, type Hex, parseAbi, toHex } from 'viem'

/** The contracts of the tests, compiled (`e2e/tools/solidity`). */
const codes = JSON.parse(readFileSync(new URL('./contracts/Money.json', import.meta.url), 'utf8')) as Readonly<Record<string, Hex>>

export const moneyAbi = parseAbi([
  'constructor(string name, string symbol, uint8 decimals, uint256 fee)',
  'function mint(address to, uint256 value)',
  'function burn(uint256 value)',
  'function airdrop(address first, uint256 count)',
  'function approve(address spender, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function setApprovalForAll(address operator, bool approved)',
  'function deposit() payable',
  'function withdraw(uint256 wad)',
  'function forward(address first, address second) payable',
  'function tryAndPay(address to) payable',
  'function makeAndEnd(address heir) payable',
  'function fail() payable',
  'function swap(uint256 amount, address to)',
  'function lie(address victim)',
  'function balanceOf(address) view returns (uint256)',
])
const itemsAbi = parseAbi([
  'function mint(address to, uint256 id, uint256 value)',
  'function mintMany(address to, uint256[] ids, uint256[] values)',
  'function send(address to, uint256 id, uint256 value)',
])
const poolAbi = parseAbi(['constructor(address token0, address token1)'])

export type Send = { readonly from: Hex; readonly to?: Hex; readonly value?: Hex; readonly data?: Hex; readonly gas?: Hex }
export type Rpc = <Result>(method: string, params?: readonly unknown[]) => Promise<Result>

/** Calls to a node of a test. */
export function rpcOf(url: string) {
  const post = async (body: unknown) =>
    (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()
  const rpc: Rpc = async <Result>(method: string, params: readonly unknown[] = []) => {
    const { result, error } = (await post({ jsonrpc: '2.0', id: 1, method, params })) as { result: Result; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const batch = async <Result>(calls: readonly (readonly [method: string, params: readonly unknown[]])[]): Promise<Result[]> => {
    if (calls.length === 0) return []
    const replies = (await post(calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params })))) as {
      id: number
      result: Result
      error?: { message: string }
    }[]
    const failed = replies.find(({ error }) => error)
    if (failed?.error) throw new Error(failed.error.message)
    return [...replies].sort((a, b) => a.id - b.id).map(({ result }) => result)
  }
  return { rpc, batch }
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: <Value>(list: readonly Value[]): Value => list[below(list.length)] as Value }
}

const gas = toHex(1_500_000)
const names = ['token', 'fee', 'silent', 'picture', 'items', 'wrapped', 'forwarder', 'liar', 'other', 'pool'] as const
type Money = Readonly<Record<(typeof names)[number], Hex>>

/** Puts the contracts onto a chain, one block for all. */
async function deployMoney({ rpc, batch }: ReturnType<typeof rpcOf>, from: Hex): Promise<Money> {
  const nonce = Number(await rpc<Hex>('eth_getTransactionCount', [from, 'latest']))
  const addresses = names.map((_, index) => getContractAddress({ from, nonce: BigInt(nonce + index) }).toLowerCase() as Hex)
  const money = Object.fromEntries(names.map((name, index) => [name, addresses[index]])) as Money
  const token = (name: string, symbol: string, decimals: number, fee: bigint) =>
    encodeDeployData({ abi: moneyAbi, bytecode: codes.Token as Hex, args: [name, symbol, decimals, fee] })
  const data: Readonly<Record<(typeof names)[number], Hex>> = {
    token: token('Test Dollar', 'TUSD', 6, 0n),
    fee: token('Fee', 'FEE', 18, 10n),
    silent: codes.SilentToken as Hex,
    picture: codes.Picture as Hex,
    items: codes.Items as Hex,
    wrapped: codes.Wrapped as Hex,
    forwarder: codes.Forwarder as Hex,
    liar: codes.Liar as Hex,
    other: token('claim at gift.example.com', 'GIFT', 0, 0n),
    pool: encodeDeployData({ abi: poolAbi, bytecode: codes.Pool as Hex, args: [money.token, money.other] }),
  }
  await rpc('evm_setAutomine', [false])
  await batch(names.map((name) => ['eth_sendTransaction', [{ from, data: data[name], gas: toHex(2_500_000) }]] as const))
  await rpc('evm_mine')
  return money
}

const call = (functionName: string, args: readonly unknown[], abi: typeof moneyAbi | typeof itemsAbi = moneyAbi): Hex =>
  encodeFunctionData({ abi, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0])

type Random = ReturnType<typeof createRandom>

/** What somebody does next: every habit of chains that the indexer knows, some of which fail. */
function randomSends(money: Money, accounts: readonly Hex[], others: readonly Hex[], { below, pick }: Random): () => Send {
  const anybody = [...accounts, ...others]
  const amount = () => BigInt(1 + below(1_000))
  const id = () => BigInt(below(40))
  const value = () => toHex(1 + below(1_000_000))
  const to = (name: keyof Money, data: Hex, more: Partial<Send> = {}) => ({ to: money[name], data, ...more })
  const kinds: readonly (() => Omit<Send, 'from'>)[] = [
    () => ({ to: pick(anybody), value: value() }),
    () => ({ to: pick(anybody), value: value() }),
    () => to('token', call('mint', [pick(accounts), amount() * 1_000n])),
    () => to('token', call('transfer', [pick(anybody), amount()])),
    () => to('token', call('approve', [money.pool, amount() * 10n])),
    () => to('token', call('approve', [pick(accounts), amount()])),
    () => to('token', call('transferFrom', [pick(accounts), pick(anybody), amount()])),
    () => to('token', call('transfer', [pick(anybody), 0n])),
    () => to('token', call('burn', [amount()])),
    () => to('fee', call('mint', [pick(accounts), amount() * 1_000n])),
    () => to('fee', call('transfer', [pick(anybody), amount() * 100n])),
    () => to('silent', call('mint', [pick(accounts), amount() * 1_000n])),
    () => to('silent', call('transfer', [pick(anybody), amount()])),
    () => to('picture', call('mint', [pick(accounts), id()])),
    () => to('picture', call('transferFrom', [pick(accounts), pick(anybody), id()])),
    () => to('picture', call('setApprovalForAll', [pick(accounts), below(2) === 0])),
    () => to('items', call('mint', [pick(accounts), id(), amount()], itemsAbi)),
    () => to('items', call('mintMany', [pick(anybody), [id(), id()], [amount(), amount()]], itemsAbi)),
    () => to('items', call('send', [pick(anybody), id(), amount()], itemsAbi)),
    () => to('wrapped', call('deposit', []), { value: value() }),
    () => to('wrapped', call('withdraw', [amount()])),
    () => to('wrapped', call('transfer', [pick(anybody), amount()])),
    () => to('forwarder', call('forward', [pick(anybody), pick(anybody)]), { value: value() }),
    () => to('forwarder', call('tryAndPay', [pick(anybody)]), { value: value() }),
    () => to('forwarder', call('makeAndEnd', [pick(anybody)]), { value: value() }),
    () => to('forwarder', call('fail', []), { value: value() }),
    () => to('other', call('mint', [money.pool, amount() * 1_000n])),
    () => to('pool', call('swap', [amount(), pick(accounts)])),
    () => to('token', call('airdrop', [pick(others), 32n])),
    () => to('liar', call('lie', [pick(anybody)])),
    () => ({ data: codes.Liar as Hex }),
    () => ({ data: codes.Forwarder as Hex, value: '0x0' as Hex }),
    // A creation that fails.
    () => ({ data: '0xfe' as Hex }),
  ]
  return () => ({ from: pick(accounts), gas, ...pick(kinds)() })
}

/** A chain on which things happen. */
export type Traffic = {
  readonly accounts: readonly Hex[]
  readonly others: readonly Hex[]
  readonly money: Money
  /** Mines this many transactions, up to eight in a block, and some empty blocks. */
  readonly mine: (transactions: number) => Promise<void>
  /** Mines these in one block. */
  readonly mineBlock: (sends: readonly Send[]) => Promise<Hex[]>
  readonly call: typeof call
} & ReturnType<typeof rpcOf>

/** Makes a chain busy. The same seed does the same. */
export async function createTraffic(url: string, seed: number): Promise<Traffic> {
  const connection = rpcOf(url)
  const { rpc, batch } = connection
  const random = createRandom(seed)
  const accounts = (await rpc<Hex[]>('eth_accounts')).map((address) => address.toLowerCase() as Hex)
  const others = Array.from({ length: 20 }, (_, index): Hex => `0x${(0xabc000 + index).toString(16).padStart(40, '0')}`)
  const money = await deployMoney(connection, accounts[0] as Hex)
  const next = randomSends(money, accounts, others, random)
  const mineBlock = async (sends: readonly Send[]) => {
    const hashes = await batch<Hex>(sends.map((send) => ['eth_sendTransaction', [send]] as const))
    await rpc('evm_mine')
    return hashes
  }
  return {
    ...connection,
    accounts,
    others,
    money,
    call,
    mineBlock,
    async mine(transactions) {
      for (let left = transactions; left > 0; ) {
        const size = Math.min(left, random.below(9))
        await mineBlock(Array.from({ length: size }, next))
        left -= size
      }
    },
  }
}
