import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonRpc } from '@latchkey/testkit/src/chains/jsonRpc.js'
import { localContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { type Address, type Hex, pad, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmReader } from '../chainReads/evmReader.js'
import { lying, openEvm, startEvm, startFaultyNode } from '../testing/upstreams.js'
import { mostAtOnce } from './balancesCall.js'
import { tokenBalances } from './tokenBalances.js'

/* The code of the short call, run by a real chain over contracts with bad habits. */

const contracts = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
const holder = contracts.faucet.toLowerCase() as Address
const usdc = (contracts.tokens.USDC?.address.toLowerCase() ?? expect.fail('There is no USDC.')) as Address
/** What contracts do that are asked for a balance. */
const habits: Readonly<Record<string, Hex>> = {
  'burns all gas': '0x5b600056',
  'fails on purpose': '0x60006000fd',
  'breaks off': '0xfe',
  'returns nothing': '0x00',
  'returns 31 bytes': '0x601f6000f3',
  'returns 64 kB': '0x620100006000f3',
}
const addressOf = (index: number) => pad(toHex(0xbad000 + index), { size: 20 })
const bad = Object.keys(habits).map((_, index) => addressOf(index))

let folder: string
let node: Awaited<ReturnType<typeof startEvm>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-balances-'))
  node = await startEvm(folder)
  for (const [index, code] of Object.values(habits).entries()) await jsonRpc(node.url, 'anvil_setCode', [addressOf(index), code])
}, 60_000)
afterAll(async () => {
  await Promise.all([node?.close(), rm(folder, { recursive: true, force: true })])
})

async function read(url: string, tokens: readonly Address[], times = 1) {
  const { gateway, chain } = await openEvm(url)
  const balancesOf = tokenBalances()
  try {
    let found: Awaited<ReturnType<typeof balancesOf>> = []
    for (let count = 0; count < times; count++) found = await balancesOf(chain, evmReader(gateway.ask, chain), tokens, holder)
    return found
  } finally {
    await gateway.close()
  }
}

test('security: what contracts do instead of answering does not touch the answers beside them', async () => {
  const nowhere: Address = '0x00000000000000000000000000000000000000dd'
  const [first, ...others] = await read(node.url, [usdc, ...bad, nowhere, usdc])
  expect(first).toBeGreaterThan(0n)
  expect(others).toEqual([undefined, undefined, undefined, undefined, undefined, 0n, undefined, first])
})

test('behavior: more tokens than one call has room for are asked for in several', async () => {
  const found = await read(
    node.url,
    Array.from({ length: mostAtOnce + 1 }, () => usdc),
  )
  expect(found).toHaveLength(mostAtOnce + 1)
  expect(new Set(found).size).toBe(1)
  expect(found[0]).toBeGreaterThan(0n)
})

test('behavior: a node that does not know the short call is asked by Multicall3, and from then on only so', async () => {
  const asked: string[] = []
  const faulty = await startFaultyNode((body, text) => {
    const { id, method, params } = body as { id: number; method: string; params: [{ to?: string }] }
    if (method !== 'eth_call') return lying(node.url, {})(body, text)
    asked.push(params[0].to ?? 'nobody')
    return params[0].to
      ? lying(node.url, {})(body, text)
      : { json: { jsonrpc: '2.0', id, error: { code: -32_602, message: 'missing to' } } }
  })
  try {
    expect(await read(faulty.url, [usdc, bad[2] as Address], 2)).toEqual([expect.any(BigInt), undefined])
    expect(asked).toEqual(['nobody', expect.stringMatching(/^0x/), expect.stringMatching(/^0x/)])
  } finally {
    await faulty.close()
  }
})

test('security: on a chain without the short call, tokens that burn all gas take no others away, and cost few calls', async () => {
  let asked = 0
  const faulty = await startFaultyNode((body, text) => {
    const { id, method, params } = body as { id: number; method: string; params: [{ to?: string }] }
    if (method === 'eth_call' && !params[0].to) return { json: { jsonrpc: '2.0', id, error: { code: -32_602, message: 'missing to' } } }
    if (method === 'eth_call') asked += 1
    return lying(node.url, {})(body, text)
  })
  const [burner = usdc] = bad
  const tokens = Array.from({ length: 60 }, (_, index) => (index < 3 ? burner : usdc))
  try {
    const found = await read(faulty.url, tokens)
    expect(found.slice(0, 3)).toEqual([undefined, undefined, undefined])
    expect(found.slice(3)).toEqual(Array.from({ length: 57 }, () => found.at(-1)))
    expect(found.at(-1)).toBeGreaterThan(0n)
    expect(asked).toBeLessThan(25)
  } finally {
    await faulty.close()
  }
})
