import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonRpc } from '@latchkey/testkit/src/chains/jsonRpc.js'
import { localContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { type Hex, pad } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SeenNft } from '../indexer/query/nfts.js'
import type { Reach } from '../indexer/query/reach.js'
import { faults, lying, openEvm, startEvm, startFaultyNode } from '../testing/upstreams.js'
import { openNfts } from './openNfts.js'

/* NFTs that the index has seen, while the node that says who has them does not answer, or lies. */

const contracts = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
const holder = contracts.faucet.toLowerCase()
const token = (contracts.collections.PICTURES ?? expect.fail('There are no pictures.')).toLowerCase() as Hex
const seen = (kind: SeenNft['kind'], tokenId: bigint, of = token) =>
  ({ kind, token: of, tokenId, name: null, collection: null, image: null, traits: [], marks: [], isQueued: false }) as unknown as SeenNft

const closing: (() => Promise<void>)[] = []
let folder: string
let evm: Awaited<ReturnType<typeof startEvm>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-nfts-'))
  evm = await startEvm(folder)
}, 60_000)
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(async () => {
  await evm?.close()
  await rm(folder, { recursive: true, force: true })
})

/** What is told of the NFTs that were seen, by a node that answers so. */
async function held(
  answer: Parameters<typeof startFaultyNode>[0],
  nfts: readonly SeenNft[],
  { searching = [], reach = 'current' }: { readonly searching?: readonly number[]; readonly reach?: Reach } = {},
) {
  const node = await startFaultyNode(answer)
  const { gateway, chain } = await openEvm(node.url)
  closing.push(node.close, gateway.close)
  const reachOf = async () => new Map([[31_337, reach]])
  const searchingOf = async () => searching
  const indexer = { chains: [31_337], watch: async () => undefined, reachOf, searchingOf, nftsOf: async () => nfts }
  return openNfts({ indexer, ask: gateway.ask }).of(chain, holder)
}

describe('openNfts', () => {
  test.each([...faults, { what: 'silence', answer: 'hang' as const }])(
    'error: a node that answers with $what: nobody is told that they have none',
    async ({ answer }) => {
      await expect(held(answer, [seen('erc721', 1n)])).rejects.toThrow()
    },
    30_000,
  )

  test('error: what a contract does not say, or says in half, is not had', async () => {
    const half = lying(evm.url, { eth_call: `0x${'0'.repeat(63)}2` })
    await expect(held(half, [seen('erc721', 1n), seen('erc1155', 1n)])).rejects.toThrow()
    // The truth: this token does not exist.
    expect(await held(lying(evm.url, {}), [seen('erc721', 2n ** 200n)])).toEqual({ nfts: [], isSearching: false, isOld: false })
  })

  test('security: contracts that burn gas when they are asked take nothing else away', async () => {
    const [trap, other] = [pad('0xbad001', { size: 20 }), pad('0xbad002', { size: 20 })]
    // An endless loop; and a contract by which the holder has every token.
    await jsonRpc(evm.url, 'anvil_setCode', [trap, '0x5b600056'])
    await jsonRpc(evm.url, 'anvil_setCode', [other, `0x73${holder.slice(2)}5f5260205ff3`])
    const traps = [1n, 2n, 3n, 4n].map((id) => seen('erc721', id, trap))
    const found = await held(lying(evm.url, {}), [...traps, seen('erc721', 5n, other)])
    expect(found.nfts).toMatchObject([{ contract: other, tokenId: 5n }])
  }, 30_000)

  test('behavior: while the past of an address is still being searched, what there is is no whole list', async () => {
    const found = await held(lying(evm.url, {}), [seen('erc721', 2n ** 200n)], { searching: [31_337] })
    expect(found).toEqual({ nfts: [], isSearching: true, isOld: false })
  })

  test('error: where the chain was not read to its end, what there is may be from before, and that there is nothing is not known', async () => {
    const found = await held(lying(evm.url, {}), [seen('erc721', 2n ** 200n)], { reach: 'behind' })
    expect(found).toMatchObject({ isOld: true })
    await expect(held(lying(evm.url, {}), [], { reach: 'behind' })).rejects.toThrow()
  })
})
