import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonRpc } from '@latchkey/testkit/src/chains/jsonRpc.js'
import { localContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { pad, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTokenMemory } from '../chainReads/tokenFacts.js'
import { openEvm, startEvm } from '../testing/upstreams.js'
import { evmNodeBalances } from './evmNode.js'

/* Tokens that anybody may have sent to an address. */

const contracts = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
/** Says that everybody has one, and burns all gas when it is asked for anything else. */
const trap = '0x5f3560e01c6370a08231146012575b600e565b60015f5260205ff3'
const traps = [1, 2, 3].map((index) => pad(toHex(0xbad000 + index), { size: 20 }))
/** A token of somebody's: a listed one's code, at an address that is on no list. */
const stranger = pad('0x57a00e', { size: 20 })

let folder: string
let node: Awaited<ReturnType<typeof startEvm>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-evm-balances-'))
  node = await startEvm(folder)
  const code = await jsonRpc(node.url, 'eth_getCode', [contracts.tokens.USDC?.address, 'latest'])
  for (const address of traps) await jsonRpc(node.url, 'anvil_setCode', [address, trap])
  await jsonRpc(node.url, 'anvil_setCode', [stranger, code])
}, 60_000)
afterAll(async () => {
  await Promise.all([node?.close(), rm(folder, { recursive: true, force: true })])
})

test('security: tokens that burn gas when they are asked for their names take nothing else away', async () => {
  const { gateway, chain } = await openEvm(node.url)
  try {
    const provider = evmNodeBalances({ ask: gateway.ask, memory: createTokenMemory(), seenTokens: async () => [...traps, stranger] })
    const address = contracts.faucet.toLowerCase()
    const holdings = await provider.holdingsOf({ chain, address, tokens: [stranger], signal: AbortSignal.timeout(30_000) })
    const held = holdings.map(({ token }) => token?.address ?? 'coin')
    expect(held).toEqual(expect.arrayContaining(['coin', contracts.tokens.USDC?.address.toLowerCase(), stranger]))
    expect(traps.filter((one) => held.includes(one))).toEqual([])
  } finally {
    await gateway.close()
  }
}, 60_000)
