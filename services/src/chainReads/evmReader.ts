import { codes } from '@latchkey/protocol'
import type { Address, ContractFunctionParameters, Chain as ViemChain } from 'viem'
import { ContractFunctionExecutionError, createClient, custom, defineChain, publicActions } from 'viem'
import type { Chain } from '../config/chains.js'
import { type AskChain, NodeError } from '../gateway/askChain.js'

/** What reading a chain takes to know of it. */
export type ReadableChain = Pick<Chain, 'caipNetworkId' | 'id' | 'name' | 'nativeCurrency' | 'multicall3'>

const asViem = (chain: ReadableChain): ViemChain =>
  defineChain({
    id: Number(chain.id),
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: { default: { http: [] } },
    ...(chain.multicall3 ? { contracts: { multicall3: { address: chain.multicall3 as Address } } } : {}),
  })

/**
 * Reads an EVM chain through the gateway's own nodes: their failover and cache are the gateway's, so nothing is tried again here.
 *
 * @example
 * import { createGateway } from '@latchkey/services/src/gateway/gateway.ts'
 * import type { Chain } from '@latchkey/services/src/config/chains.ts'
 *
 * const balanceOf = (gateway: ReturnType<typeof createGateway>, chain: Chain, address: `0x${string}`) =>
 *   evmReader(gateway.ask, chain).getBalance({ address })
 */
export function evmReader(ask: AskChain, chain: ReadableChain) {
  const request = ({ method, params }: { readonly method: string; readonly params?: unknown }) =>
    ask(chain.caipNetworkId, method, (params as readonly unknown[] | undefined) ?? [])
  // A contract may ask its reader to fetch an address of its choice (EIP-3668): a server must not.
  return createClient({ chain: asViem(chain), ccipRead: false, transport: custom({ request }, { retryCount: 0 }) }).extend(publicActions)
}

export type EvmReader = ReturnType<typeof evmReader>

/** One answer of {@link readMany}. */
export type ReadAnswer = { readonly status: 'success'; readonly result: unknown } | { readonly status: 'failure' }

/** What the node said, among the causes of an error of the reader's. */
export function nodeErrorIn(error: unknown): NodeError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof NodeError) return cause
  return undefined
}

/** What the node said to the call as a whole, or that this was no answer. A read that fails alone is part of an answer, and no such error. */
function failureOf(error: unknown): NodeError | undefined {
  const said = nodeErrorIn(error)
  if (said) return said
  const isWhole = error instanceof ContractFunctionExecutionError && error.functionName === 'aggregate3'
  return isWhole ? new NodeError(codes.internal, 'The node answers many reads with something else') : undefined
}

/**
 * Many reads as one call: by Multicall3 where the chain has it, else by code that the call itself brings. Contracts that do not answer as they
 * should fail alone.
 *
 * @param blockNumber left out: the newest block
 * @throws NodeError when the call as a whole was not answered
 */
export async function readMany(
  chain: Chain,
  reader: EvmReader,
  contracts: readonly ContractFunctionParameters[],
  blockNumber?: bigint,
): Promise<readonly ReadAnswer[]> {
  if (contracts.length === 0) return []
  const answers = await reader.multicall({
    contracts,
    allowFailure: true,
    batchSize: 0,
    ...(chain.multicall3 ? {} : { deployless: true }),
    ...(blockNumber === undefined ? {} : { blockNumber }),
  })
  for (const answer of answers) {
    const failed = answer.status === 'failure' ? failureOf(answer.error) : undefined
    if (failed) throw failed
  }
  return answers
}

/**
 * A call of many reads that never fails for one of them: it took more gas, or more time, than the node gives a call. In the words of Geth, Erigon,
 * Nethermind, Reth and Anvil.
 */
const exhausted = /out.?of.?gas|revert|execution aborted|timed? ?out/i
/** Calls that are under way at a time. */
const atOnce = 20

/**
 * Many reads of contracts that anybody may have made, as one call. Where some of them take all its gas, the groups are halved again and again, so that
 * only theirs are missing.
 *
 * @param groups reads of one contract each
 * @returns in the order of the groups; undefined for one that takes all gas
 * @throws NodeError when the node does not answer
 */
export async function readStrangers(
  chain: Chain,
  reader: EvmReader,
  groups: readonly (readonly ContractFunctionParameters[])[],
): Promise<readonly (readonly ReadAnswer[] | undefined)[]> {
  type Part = readonly [from: number, to: number]
  const found = groups.map((): readonly ReadAnswer[] | undefined => undefined)
  /** Reads some of the groups, and returns the halves of those that take all gas. */
  const read = async ([from, to]: Part): Promise<readonly Part[]> => {
    const some = groups.slice(from, to)
    try {
      const answers = await readMany(chain, reader, some.flat())
      let next = 0
      for (const [index, { length }] of some.entries()) {
        found[from + index] = answers.slice(next, next + length)
        next += length
      }
      return []
    } catch (error) {
      const said = nodeErrorIn(error)
      if (!said || said.retryAfter !== undefined || !exhausted.test(said.message)) throw error
      const middle = Math.ceil((from + to) / 2)
      return middle === to
        ? []
        : [
            [from, middle],
            [middle, to],
          ]
    }
  }
  let open: readonly Part[] = [[0, groups.length]]
  while (open.length > 0) {
    const halves = await Promise.all(open.slice(0, atOnce).map(read))
    open = [...open.slice(atOnce), ...halves.flat()]
  }
  return found
}
