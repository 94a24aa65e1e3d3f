import type { Hex } from 'viem'
import { readHash, toHex } from '../node/reader.js'
import { RpcError } from '../node/rpc.js'
import type { WireBlock, WireTransaction } from '../node/wire.js'
import { keptHashes } from '../store/blocks.js'
import type { BlockHash } from '../store/store.js'
import type { ChainWork } from './chainWork.js'

/** Where the indexer stands on its chain: the last block, and the hashes by which it knows the branch. */
export type Position = {
  readonly block: () => number
  /** Hash of the last block; null before the first. */
  readonly tip: () => Hex | null
  readonly hashOf: (block: number) => Hex | undefined
  /** After blocks were committed. */
  readonly advance: (hashes: readonly BlockHash[]) => void
  /** Goes on at this block, and leaves out what is before it. */
  readonly skip: (to: number) => Promise<void>
  /** Finds where the node's branch leaves ours, and takes back what is above. */
  readonly goBack: () => Promise<void>
}

/** The chain's history changed deeper than its hashes are kept. */
class TooDeep extends Error {
  constructor() {
    super(`The chain differs from what was indexed for more than ${keptHashes} blocks.`)
  }
}

async function genesisOf({ rpc }: Pick<ChainWork, 'rpc'>): Promise<Hex> {
  const genesis = await readHash(rpc, 0)
  if (!genesis) throw new Error('The node does not have the first block.')
  return genesis.hash
}

/** Opens the position where it was left. A chain that is not the one of before (a local one was started again) is begun anew. */
export async function openPosition(work: ChainWork): Promise<Position> {
  const { store, rpc, settings } = work
  const { chain, mode } = settings
  let known: readonly BlockHash[] = []
  let block = -1

  const begin = async (genesis: Hex) => {
    const head = mode === 'watch' ? await readHash(rpc, 'latest') : null
    await store.begin(chain, mode, genesis, head)
    known = head ? [head] : []
    block = head?.number ?? -1
  }
  const load = async () => {
    const [genesis, cursor] = [await genesisOf(work), await store.cursor(chain)]
    if (!cursor || cursor.genesis !== genesis || cursor.mode !== mode) return begin(genesis)
    known = await store.hashes(chain)
    block = cursor.block
  }
  /** Whether the node is of our branch, and only far behind: then it knows what we found at its height. */
  const isBehind = async () => {
    const head = await readHash(rpc, 'latest')
    const tx = head && (await store.txBelow(chain, head.number))
    const found = tx && (await rpc.call<WireTransaction | null>('eth_getTransactionByHash', [tx.hash]))
    return Boolean(found && Number(found.blockNumber) === tx.block)
  }
  await load()

  return {
    block: () => block,
    tip: () => known.find(({ number }) => number === block)?.hash ?? null,
    hashOf: (number) => known.find((one) => one.number === number)?.hash,
    advance(hashes) {
      known = [...[...hashes].reverse(), ...known].slice(0, keptHashes)
      block = hashes.at(-1)?.number ?? block
    },
    async skip(to) {
      const there = await readHash(rpc, to)
      if (!there) return
      await store.skip(chain, there)
      known = [there]
      block = there.number
    },
    async goBack() {
      const genesis = await genesisOf(work)
      const cursor = await store.cursor(chain)
      if (cursor?.genesis !== genesis) return begin(genesis)
      const answers = await rpc.batch<WireBlock<readonly Hex[]> | null>(
        known.map(({ number }) => ({ method: 'eth_getBlockByNumber', params: [toHex(number), false] })),
      )
      const common = known.find(({ hash }, index) => {
        const answer = answers[index]
        return answer && !(answer instanceof RpcError) && answer.hash === hash
      })
      // Nothing in common but the first block: a local chain that was started again from the same state. Its former transactions wait for nothing.
      if (common && common.number === 0 && settings.testnet) return begin(genesis)
      if (common) {
        await store.rollback(chain, common.number)
        known = known.filter(({ number }) => number <= common.number)
        block = common.number
        return
      }
      if (!settings.testnet || (await isBehind())) throw new TooDeep()
      await begin(genesis)
    },
  }
}
