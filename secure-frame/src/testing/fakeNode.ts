import type { KnownContracts } from '@latchkey/protocol'
import type { Hex } from 'viem'
import { createBatches } from '../worker/signers/calls/batches.js'
import type { SignerContext } from '../worker/signers/context.js'
import type { Rpc } from '../worker/signers/rpc.js'
import { memoryKeyValue } from '../worker/storage/keyValue.js'

/* A node that answers from a table: for tests that draw thousands of cards. What real chains answer is tested against real chains. */

/** A token as its contract describes it. */
export type FakeToken = { readonly symbol: string; readonly decimals?: number; readonly balance?: bigint; readonly supply?: bigint }

export const evmAccount = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
export const solanaAccount = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'

export type FakeNode = {
  readonly tokens?: Readonly<Record<string, FakeToken>>
  /** Contracts that are no tokens. */
  readonly contracts?: readonly string[]
  readonly balance?: bigint
  /** Answers of other methods; a method that is missing fails, as a node's does. */
  readonly answers?: Readonly<Record<string, (params: readonly unknown[]) => unknown>>
}

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const textWords = (text: string): Hex => {
  const bytes = new TextEncoder().encode(text)
  return `0x${word(32n)}${word(BigInt(bytes.length))}${Buffer.from(bytes).toString('hex').padEnd(64, '0')}`
}

function answerCall({ to, data }: { readonly to: string; readonly data: Hex }, tokens: FakeNode['tokens']): Hex {
  const token = tokens?.[to.toLowerCase()]
  if (!token) return '0x'
  // ERC-20's questions by their first four bytes.
  switch (data.slice(0, 10)) {
    case '0x95d89b41':
      return textWords(token.symbol)
    case '0x313ce567':
      return token.decimals === undefined ? '0x' : `0x${word(BigInt(token.decimals))}`
    case '0x70a08231':
      return `0x${word(token.balance ?? 0n)}`
    case '0x18160ddd':
      return `0x${word(token.supply ?? 10n ** 15n)}`
    default:
      return '0x'
  }
}

/** What one transaction of the account did, as `eth_simulateV1` tells it: questions around it get no answer, so that its logs count. */
export const answerTrial =
  (results: readonly object[]) =>
  ([{ blockStateCalls }]: readonly [{ readonly blockStateCalls: readonly { readonly calls: readonly { readonly from: string }[] }[] }]) =>
    blockStateCalls.map(({ calls }) => {
      const own = [...results]
      return {
        calls: calls.map(({ from }) =>
          from.toLowerCase() === evmAccount.toLowerCase() ? own.shift() : { status: '0x1', returnData: '0x' },
        ),
      }
    })

export function fakeNode({ tokens, contracts = [], balance = 10n ** 20n, answers = {} }: FakeNode): Rpc {
  const own: FakeNode['answers'] = {
    eth_call: ([call]) => answerCall(call as { to: string; data: Hex }, tokens),
    eth_getCode: ([address]) => {
      const plain = String(address).toLowerCase()
      return tokens?.[plain] || contracts.some((contract) => contract.toLowerCase() === plain) ? '0x6000' : '0x'
    },
    eth_getTransactionCount: () => '0x5',
    eth_estimateGas: () => '0xc350',
    eth_getBlockByNumber: () => ({
      number: '0x10',
      timestamp: '0x65000000',
      gasLimit: '0x1c9c380',
      gasUsed: '0xe4e1c0',
      baseFeePerGas: '0x3b9aca00',
    }),
    eth_maxPriorityFeePerGas: () => '0x3b9aca00',
    eth_getBalance: () => `0x${balance.toString(16)}`,
    ...answers,
  }
  return async (method, params) => {
    const answer = own[method]
    if (!answer) throw new Error(`This node does not answer ${method}.`)
    return answer(params as readonly unknown[])
  }
}

/** The operator lists all tokens and collections of the table. */
export function listedIn({ tokens = {} }: FakeNode): KnownContracts {
  const all = Object.entries(tokens)
  return {
    tokens: all.flatMap(([address, { symbol, decimals }]) => (decimals === undefined ? [] : [{ address, symbol, decimals }])),
    others: all.flatMap(([address, { decimals }]) => (decimals === undefined ? [address] : [])),
  }
}

/** A page's request to a user's account on one network, whose node is a table. */
export function fakeContext(node: FakeNode = {}, change: Partial<SignerContext> = {}): SignerContext {
  return {
    origin: 'https://shop.example',
    network: {
      id: 1,
      caipNetworkId: 'eip155:1',
      chainNamespace: 'eip155',
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: {},
    },
    account: evmAccount,
    rpc: fakeNode(node),
    withKey: async (_name, use) => use(new Uint8Array(32).fill(1)),
    known: [],
    contracts: listedIn(node),
    batches: createBatches(memoryKeyValue()),
    ...change,
  }
}

/** The same for a Solana account. */
export const fakeSolana = (node: FakeNode = {}, change: Partial<SignerContext> = {}): SignerContext =>
  fakeContext(node, {
    network: {
      id: 'mainnet',
      caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      chainNamespace: 'solana',
      name: 'Solana',
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      rpcUrls: {},
    },
    account: solanaAccount,
    ...change,
  })
